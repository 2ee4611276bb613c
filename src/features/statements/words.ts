import type { VaultName } from '../../books/balances.ts'
import type { Books, SettledBooks } from '../../books/books.ts'
import type { HoldingKey } from '../../books/day-book.ts'
import type { FeeRule } from '../../books/effects.ts'
import type { Settlement } from '../../books/settle.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import { showInstant } from '../../records/instant.ts'
import type { Period } from '../../url/periods.ts'
import type { Unproved } from './past.ts'

/** A period as people write it: "October 2026", "Q4 2026", "2026", "2026-10-01 to 2026-10-12". */
export function periodName({ kind, first, last }: Period): string {
  const [year = '', month = '1'] = first.split('-')
  switch (kind) {
    case 'year':
      return year
    case 'quarter':
      return `Q${Math.ceil(Number(month) / 3)} ${year}`
    case 'month':
      return `${monthNames[Number(month) - 1] ?? ''} ${year}`
    case 'days':
      return first === last ? first : `${first} to ${last}`
  }
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

/** From when to when: "October 2026: from the beginning of 2026-10-01 to the end of 2026-10-31, in UTC." */
export function spanText(period: Period, { transactions }: Pick<Books, 'transactions'>): string {
  const { kind, first, last } = period
  const zone = transactions.days.whose === 'service' ? 'by the service’s own days' : 'in UTC'
  return `${kind === 'days' ? 'From' : `${periodName(period)}: from`} the beginning of ${first} to the end of ${last}, ${zone}.`
}

/** That a period closes before its end, as of when it was read. */
export function openText(readAt: string): string {
  return `The period is not over. It closes with the balances read at ${instantText(readAt)}.`
}

/** What figures rest on, in sentences. */
export function basisTexts({
  book,
  books,
}: Pick<SettledBooks, 'book'> & { readonly books: Pick<Books, 'transactions'> }): readonly string[] {
  return [
    books.transactions.days.whose === 'service'
      ? 'By the service’s own days: a transaction counts on the day for which its date filter lists it. The service does not say in which time zone that is, or whether it is the day of recording or of completion.'
      : 'By date recorded, in UTC: a transaction counts on the day for which the service’s date filter lists it. That may be the day of completion: the service does not say.',
    ...(book.undated === 0
      ? []
      : [
          `${counted(book.undated, 'transaction has', 'transactions have')} no date, since the date filter lists ${book.undated === 1 ? 'it' : 'them'} on no day.`,
        ]),
    'In totals, movements between the vaults of the statement are left out: they cancel each other.',
    'Balances are available, processing and staking together. Claimable rewards are left out: they grow without a transaction.',
  ]
}

/** What the proof came to, without its full stop: "All 75 holdings proved", "0 of 21 holdings proved". */
export function proofHeadline({ proved, of }: { readonly proved: number; readonly of: number }): string {
  if (of === 0) return 'No vault held anything in this period'
  if (proved < of) return `${countText(proved)} of ${counted(of, 'holding')} proved`
  return of === 1 ? 'The one holding is proved' : `All ${countText(of)} holdings proved`
}

/** What a proof is, in sentences. */
export const proofTexts = {
  proved: (entries: number) =>
    `Proved means: ${counted(entries, 'amount and fee', 'amounts and fees')}, taken back from the latest balances, leave exactly zero before the first transaction. That proves sums, not days.`,
  holding: (entries: number) =>
    entries === 0 ? 'It never moved, and it holds nothing.' : proofTexts.proved(entries),
  /** Who pays fees, and how that is known. */
  fees: ({ rule, networks, hasFees }: Settlement): readonly string[] => {
    if (!hasFees) return ['There were no fees.']
    if (networks.length === 0) return [`${feeRuleTexts.nobody}.`]
    return [
      `${feeRuleTexts[rule.id]}.`,
      ...(rule.id === 'sender' ? [] : ['Of the rules that were tried for fees, this one explains the most.']),
      ...networks
        .filter(({ isFound }) => isFound)
        .map(
          ({ network_id, asset_id }) =>
            `Fees on ${network_id ?? 'an unnamed network'} are taken to be paid in ${asset_id ?? 'an unnamed asset'}: no list says so, but it explains the most.`,
        ),
    ]
  },
} as const

/** How a service takes its fees, in a sentence without its full stop. */
const feeRuleTexts: Readonly<Record<FeeRule['id'], string>> = {
  sender: 'The sender pays the fee, in the network’s own asset',
  'sender-same-asset': 'The sender pays the fee on top of the amount, in the same asset',
  'within-amount': 'The fee is part of the amount: what arrives is the amount without it',
  receiver: 'The receiver pays the fee, in the network’s own asset',
  nobody: 'No vault pays the fees',
}

/** Why a holding is not proved, in a sentence. */
export function unprovedText(reason: Unproved): string {
  switch (reason.kind) {
    case 'unexplained':
      return `${writeDecimal(reason.remainder)} is not explained by transactions.`
    case 'undated':
      return `No date was found for ${counted(reason.entries, 'amount or fee', 'amounts or fees')}.`
    case 'unreadable-balance':
      return reason.given.length === 0
        ? 'The service gave no balance.'
        : `${[...new Set(reason.given)].join(', ')}: not a decimal number.`
    case 'changed': {
      const { before, after } = reason
      return `No transaction explains why its balance changed: ${readText(before)}, ${readText(after)}.`
    }
    case 'partial':
      return 'Not all transactions were read.'
  }
}

function readText({ balance, readAt }: { readonly balance: Decimal; readonly readAt: string }): string {
  return `${writeDecimal(balance)} at ${instantText(readAt)}`
}

/** "2026-11-01 14:03:22 UTC". */
function instantText(iso: string): string {
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
  return `${key.asset_id || 'Asset without an id'} on ${network} in ${vaultLabel(holding)}`
}

/** What the vault of a holding is called. */
export function vaultLabel({ key, vault }: Omit<NamedHolding, 'network_name'>): string {
  return vault?.label || key.vault_id || 'a vault without an id'
}

/** "USDC_ETH", with its network where that is not in its id: "USDC · ETH". */
export function assetLabel({ asset_id, network_id }: Omit<HoldingKey, 'vault_id'>): string {
  if (!asset_id) return `Asset without an id${network_id ? ` · ${network_id}` : ''}`
  const isNamed = !network_id || network_id === asset_id || asset_id.endsWith(`_${network_id}`)
  return isNamed ? asset_id : `${asset_id} · ${network_id}`
}
