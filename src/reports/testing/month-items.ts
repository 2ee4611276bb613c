/** Transactions and vaults that tests of period reports read. */
import type { ReportRow } from '../../contract/report.ts'
import type { KeptItem } from './kept-account.ts'

export interface MovedItem {
  readonly type: string
  readonly day?: KeptItem[1]
  readonly asset?: string
  readonly network?: string
  readonly amount?: string
  readonly fee?: string
  readonly from?: string
  readonly to?: string
  readonly status?: string
  readonly hash?: string
}

/** An end is a vault, such as `V1`, or an address. */
export function itemsOf(moved: readonly MovedItem[]): readonly KeptItem[] {
  const end = (name: 'source' | 'destination', text = '') =>
    /^V\d$/.test(text)
      ? { [`${name}_type`]: 'vault', [`${name}_id`]: text }
      : { [`${name}_type`]: name === 'source' ? 'external' : 'whitelist', [`${name}_address`]: text }
  return moved.map(({ type, day = '2026-10-05', asset = 'ETH', network = 'ETH', ...of }, index) => [
    {
      ...{ transaction_id: `t${index}`, status: of.status ?? 'completed' },
      transaction: {
        ...{ transaction_type: type, asset_id: asset, network_id: network },
        ...{ amount: of.amount ?? '1', fee: of.fee ?? '0' },
        ...{ note: `note ${index}`, txn_hash: of.hash ?? `0x${index}` },
        source: end('source', of.from),
        destination: end('destination', of.to),
      },
    },
    day,
  ])
}

export function sentVault(vault_id: string, balances: Readonly<Record<string, string>>) {
  return {
    ...{ vault_id, vault_name: `Vault ${vault_id}`, vault_type: vault_id === 'V1' ? 'cold' : 'warm' },
    assets: Object.entries(balances).map(([asset_id, available_balance]) => ({
      ...{ asset_id, network_id: 'ETH' },
      balances: { available_balance, processing_balance: '0', staking_balance: '0' },
    })),
  }
}

export const cellsOf = (rows: readonly ReportRow[] | undefined, ...names: readonly string[]) =>
  rows?.map(({ cells }) => names.map((name) => cells[name] ?? null))

export const oneMonth = itemsOf([
  { type: 'deposit', amount: '10', from: 'outside', to: 'V1' },
  { type: 'rebalance', amount: '4', fee: '0.1', from: 'V1', to: 'V2' },
  { type: 'withdraw', amount: '1', fee: '0.2', from: 'V2', to: 'bank', day: '2026-10-31' },
  { type: 'withdraw', asset: 'USDC_ETH', amount: '7', fee: '0.3', from: 'V2', to: 'bank' },
  { type: 'stake', amount: '2', fee: '0.01', from: 'V1', to: 'validator' },
  { type: 'claim', amount: '0.5', from: 'network', to: 'V1' },
  { type: 'withdraw', amount: '1', from: 'V2', to: 'bank', status: 'failed' },
  { type: 'withdraw', amount: '0.4', fee: '0.4', from: 'V2', to: 'bank', day: '2026-11-02' },
])
export const vaults = [sentVault('V1', { ETH: '6.39' }), sentVault('V2', { ETH: '1.6', USDC_ETH: '-7' })]
