import type { ActivitySide } from '../../contract/activity.ts'

/** "Deposits" of all vaults, "In" of one. */
export function sideLabel(side: ActivitySide, vaultId: string | null): string {
  if (vaultId === null) return side === 'in' ? 'Deposits' : 'Withdrawals'
  return side === 'in' ? 'In' : 'Out'
}
