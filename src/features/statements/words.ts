import type { VaultName } from '../../books/balances.ts'
import type { Books, SettledBooks } from '../../books/books.ts'
import type { HoldingKey } from '../../books/day-book.ts'
import type { FeeRule } from '../../books/effects.ts'
import type { Settlement } from '../../books/settle.ts'
import { counted } from '../../contract/count-text.ts'
import { showInstant } from '../../records/instant.ts'
import { assetOnNetwork } from '../../records/labels.ts'
import { periodName } from '../../url/periods.ts'
import type { ConfirmationQuery, StatementQuery } from '../../url/statements.ts'

/** "October 2026: 2026-10-01 to 2026-10-31, UTC." */
export function spanTexts(
  { period, zone: named }: Pick<StatementQuery, 'period' | 'zone'>,
  { transactions }: Pick<Books, 'transactions'>,
  closesEarlyAt: string | null,
): readonly string[] {
  const { kind, first, last } = period
  const zone = named ?? (transactions.days.whose === 'service' ? 'by the service’s own days' : 'UTC')
  const name = kind === 'days' ? '' : `${periodName(period)}: `
  const days = first === last ? first : `${first} to ${last}`
  return [
    `${name}${days}, ${zone}.`,
    ...(closesEarlyAt === null
      ? []
      : [`The period is not over. It closes with the balances read at ${instantText(closesEarlyAt)}.`]),
  ]
}

/** "2025-12-31 21:00 Asia/Hong_Kong (2025-12-31 13:00:00 UTC)", "the end of 2025-12-31, by the service’s own days". */
export function momentText(
  { at: { day, time }, zone }: Pick<ConfirmationQuery, 'at' | 'zone'>,
  instant: number,
  { transactions }: Pick<Books, 'transactions'>,
): string {
  const moment = time === null ? `the end of ${day}` : `${day} ${time}`
  if (zone) return `${moment} ${zone} (${instantText(new Date(instant).toISOString())})`
  return transactions.days.whose === 'service' ? `${moment}, by the service’s own days` : `${moment} UTC`
}

interface DatedScope extends Pick<SettledBooks, 'book'> {
  readonly books: Pick<Books, 'transactions'>
  readonly query: Pick<StatementQuery, 'zone'>
}

export function basisTexts(scope: DatedScope): readonly string[] {
  return [
    ...dateTexts(scope),
    'Totals leave out transfers between the vaults of the statement: they cancel out.',
    'A balance is available, processing and staking together. Claimable rewards are left out: they grow without a transaction.',
  ]
}

/** When a transaction counts. */
export function dateTexts({ book: { undated }, books, query: { zone } }: DatedScope): readonly string[] {
  const it = undated === 1 ? 'it' : 'them'
  return [
    zone === null && books.transactions.days.whose === 'service'
      ? 'Days are the service’s own: a transaction counts on the day for which its date filter lists it. The service does not say which time zone its days are in, or whether they are days of recording or of completion.'
      : `A transaction counts on the day for which the service’s date filter lists it, in ${zone ?? 'UTC'}. The service does not say whether that is the day of recording or of completion.`,
    ...(undated > 0
      ? [
          `${counted(undated, 'transaction of the account has', 'transactions of the account have')} no date: the date filter does not list ${it} on any day.`,
        ]
      : []),
  ]
}

export function proofText(entries: number): string {
  return `Proved means: reversing ${counted(entries, 'amount and fee', 'amounts and fees')} from the latest balances leaves exactly zero before the first transaction. That proves sums, not days.`
}

/** Who pays fees, and how that is known. */
export function feeTexts({ rule, networks, hasFees }: Settlement): readonly string[] {
  if (!hasFees) return ['The transactions record no fees.']
  if (networks.length === 0) return [feeRuleTexts.nobody]
  return [
    feeRuleTexts[rule.id],
    ...(rule.id === 'sender' ? [] : ['No other fee rule that was tried explains more balances.']),
    ...networks
      .filter(({ isFound }) => isFound)
      .map(
        ({ network_id, asset_id }) =>
          `Fees on ${network_id ?? 'an unnamed network'} are assumed to be paid in ${asset_id ?? 'an unnamed asset'}. The service does not say so, but no other asset explains more balances.`,
      ),
  ]
}

const feeRuleTexts: Readonly<Record<FeeRule['id'], string>> = {
  sender: 'Fees count as paid by the sender, in the network’s own asset.',
  'sender-same-asset': 'Fees count as paid by the sender on top of the amount, in the same asset.',
  'within-amount': 'Fees count as part of the amount: the receiver gets the amount minus the fee.',
  receiver: 'Fees count as paid by the receiver, in the network’s own asset.',
  nobody: 'No vault pays the fees, by the rule that explains the balances.',
}

/** "2026-11-01 14:03:22 UTC". */
export function instantText(iso: string): string {
  const shown = showInstant(iso, 'utc')
  return shown ? `${shown.date} ${shown.time} ${shown.zone}` : iso
}

interface NamedHolding {
  readonly key: HoldingKey
  readonly vault: VaultName | null
  readonly network_name: string | null
}

/** "USDT on Ethereum in Operations (v-ops)". */
export function holdingTitle(holding: NamedHolding): string {
  const { key, network_name } = holding
  const network = network_name || key.network_id || 'an unnamed network'
  return `${assetOnNetwork(key.asset_id || 'Asset without an id', network)} in ${vaultLabel(holding)}`
}

export function vaultLabel({ key, vault }: Omit<NamedHolding, 'network_name'>): string {
  return vault?.label || key.vault_id || 'a vault without an id'
}

/** "USDC_ETH", with its network where that is not in its id: "USDC · ETH". */
export function assetLabel({ asset_id, network_id }: Omit<HoldingKey, 'vault_id'>): string {
  if (!asset_id) return `Asset without an id${network_id ? ` · ${network_id}` : ''}`
  const isNamed = !network_id || network_id === asset_id || asset_id.endsWith(`_${network_id}`)
  return isNamed ? asset_id : `${asset_id} · ${network_id}`
}
