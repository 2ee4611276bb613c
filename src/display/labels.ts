import { filters } from '../contract/console-api.ts'
import {
  type BalanceType,
  type DestinationType,
  type SourceType,
  type TransactionStatus,
  type TransactionType,
  unmovedStatuses,
  type VaultType,
  type WhitelistType,
} from '../contract/enumerations.ts'
import type { Amounts, Transaction } from '../contract/normal-records.ts'
import type { Tone } from '../ui/inline.tsx'
import { withHiddenNamed } from './untrusted-text.ts'

/** Each maps a whole union of the contract, so that a new value fails the type check. */

export const statusLabels: Readonly<
  Record<TransactionStatus, { readonly label: string; readonly tone: Tone; readonly meaning: string | null }>
> = {
  pending: {
    label: 'Pending',
    tone: 'neutral',
    meaning: 'Waiting for approval.',
  },
  processing: {
    label: 'Processing',
    tone: 'info',
    meaning: 'Being signed and sent to the network.',
  },
  confirming: {
    label: 'Confirming',
    tone: 'info',
    meaning: 'Sent to the network, and waiting for confirmation.',
  },
  completed: {
    label: 'Completed',
    tone: 'success',
    meaning: null,
  },
  rejected: { label: 'Rejected', tone: 'warning', meaning: 'It was not sent.' },
  cancelled: { label: 'Cancelled', tone: 'neutral', meaning: 'It was not sent.' },
  failed: {
    label: 'Failed',
    tone: 'danger',
    meaning: 'It did not go through.',
  },
}

export const typeLabels: Readonly<Record<TransactionType, string>> = {
  withdraw: 'Withdraw',
  rebalance: 'Rebalance',
  deposit: 'Deposit',
  stake: 'Stake',
  claim: 'Claim',
  unstake: 'Unstake',
  'change pool': 'Change pool',
}

export const vaultTypeLabels: Readonly<Record<VaultType, string>> = { cold: 'Cold', warm: 'Warm' }

export const vaultTypeTones: Readonly<Record<VaultType, Tone>> = { cold: 'info', warm: 'warning' }

export const balanceTypeLabels: Readonly<Record<BalanceType, string>> = {
  all: 'All vaults',
  ...vaultTypeLabels,
}

export const whitelistTypeLabels: Readonly<Record<WhitelistType, string>> = {
  my_organization: 'My organization',
  third_party: 'Third party',
}

export const partyTypeLabels: Readonly<Record<SourceType | DestinationType, string>> = {
  vault: 'Vault',
  external: 'External address',
  whitelist: 'Whitelist',
  network: 'Network',
  'stake pool': 'Stake pool',
  validator: 'Validator',
}

export const amountLabels: Readonly<
  Record<keyof Amounts, { readonly label: string; readonly meaning: string }>
> = {
  total_balance: { label: 'Total', meaning: 'Everything that is held.' },
  available_balance: { label: 'Available', meaning: 'Free to move.' },
  processing_balance: { label: 'Processing', meaning: 'In approval, signing or broadcast.' },
  staking_balance: { label: 'Staking', meaning: 'Locked in staking.' },
  claimable_balance: { label: 'Claimable', meaning: 'Staking rewards not yet claimed.' },
}

/** The note of a transaction that moved nothing, which may say why. Null for any other. */
export function noteOfUnmoved({ status, note }: Pick<Transaction, 'status' | 'note'>): string | null {
  return unmovedStatuses.some((one) => one === status) && note !== null && note !== '' ? note : null
}

/** Undefined for a value that is not in the enumeration. */
export function labelOf<L>(labels: Readonly<Record<string, L>>, value: string | null): L | undefined {
  return value !== null && Object.hasOwn(labels, value) ? labels[value] : undefined
}

const labels: Readonly<Record<string, string>> = {
  ...{ limit: 'Page size', offset: 'Page' },
  ...Object.fromEntries(
    Object.values<Readonly<Record<string, { readonly label: string }>>>(filters).flatMap((ofList) =>
      Object.entries(ofList).map(([name, { label }]) => [name, label]),
    ),
  ),
}

/** An unknown parameter keeps its own name. */
export function parameterLabel(name: string): string {
  return labelOf(labels, name) ?? name
}

/** "USDT on Ethereum", and "Bitcoin": a coin may have the name of its network. */
export function assetOnNetwork(asset: string, network: string): string {
  return asset === network ? asset : `${asset} on ${network}`
}

/** "USDC_ETH", with its network where that is not in its id: "USDC · ETH". */
export function assetLabel({
  asset_id,
  network_id,
}: {
  readonly asset_id: string | null
  readonly network_id: string | null
}): string {
  if (!asset_id) return `Asset without an id${network_id ? ` · ${network_id}` : ''}`
  const isNamed = !network_id || network_id === asset_id || asset_id.endsWith(`_${network_id}`)
  return isNamed ? asset_id : `${asset_id} · ${network_id}`
}

/** "cold vault". An unknown type stays as it came. */
export function vaultKind(type: string | null): string {
  return type ? `${(labelOf(vaultTypeLabels, type) ?? type).toLowerCase()} vault` : 'vault'
}

/** "Deposit 44962.806205 XRP". Grouped digits would be read aloud as several numbers. */
export function transactionInWords({
  transaction_type,
  amount,
  asset_id,
}: Pick<Transaction, 'transaction_type' | 'amount' | 'asset_id'>): string {
  const type = labelOf(typeLabels, transaction_type) ?? (transaction_type || 'Transaction')
  return withHiddenNamed([type, amount, asset_id].filter(Boolean).join(' '))
}

export function statusInWords({ status }: Pick<Transaction, 'status'>): string {
  return labelOf(statusLabels, status)?.label ?? withHiddenNamed(status || 'no status')
}

/** "Deposit 44962.806205 XRP: Completed". */
export function changeInWords(now: Transaction, before: Transaction): string {
  const transaction = transactionInWords(now)
  return now.status === before.status ? `${transaction} has changed` : `${transaction}: ${statusInWords(now)}`
}
