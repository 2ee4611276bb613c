/** Every sentence of statements, but for those of one holding's ledger. */

import { dayText } from '../../api/dates/day.ts'
import type { NoDates } from '../../api/dates/windows.ts'
import type { VaultName } from '../../books/balances.ts'
import type { Fault, HoldingKey } from '../../books/day-book.ts'
import type { FeeRule, MovementKind } from '../../books/effects.ts'
import type { Settlement } from '../../books/settle.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import { datesOffTexts } from '../../records/dates/words.ts'
import { showInstant } from '../../records/instant.ts'
import type { Period, PeriodKind } from '../../url/statements.ts'
import type { Ledger } from './ledger.ts'
import type { NoPrices, PriceFault } from './prices.ts'
import type { Finding, ProofCount, Unproved } from './statement.ts'

/** What the page is before anything was read. */
export const introduction = {
  title: 'What was held, and how it came about',
  text: 'Reads every transaction with its date, and takes them back from today’s balances. For any period, you then see:',
  parts: [
    'the opening and closing balance of each asset in each vault',
    'deposits, withdrawals, movements between your own vaults, rewards and fees',
    'balances at the end of any day',
    'a proof of each balance: before its first transaction it must be exactly zero',
  ],
}

/** Where there is nothing to show. */
export const nothing = {
  statement: 'No statement can be made',
  title: 'Nothing was held, and nothing moved',
  text: 'Choose other vaults, assets or days.',
  holding: 'No such holding',
  ofHolding: 'The service lists nothing of this asset in the vault, and no transaction that moved any.',
  toCome: 'This period has not begun',
  ofToCome: 'Choose a period that has begun.',
  link: 'No statement for this link',
  ofLink: (names: readonly string[]) =>
    `The link gives ${names.join(' and ')} a value that cannot be. Correct it, or remove it from the link.`,
}
export const backToStatement = 'Back to the statement'
export const worthALook = 'Worth a look'

/** The columns of a statement, and what each is. */
export const movementLabels: Readonly<
  Record<MovementKind, { readonly label: string; readonly hint: string }>
> = {
  deposits: { label: 'Deposits', hint: 'From outside' },
  from_own: { label: 'From own vaults', hint: 'Rebalances that came in' },
  rewards: { label: 'Rewards', hint: 'Staking rewards, once claimed' },
  withdrawals: { label: 'Withdrawals', hint: 'To the outside' },
  to_own: { label: 'To own vaults', hint: 'Rebalances that went out' },
  fees: { label: 'Fees', hint: 'Network fees that the vault paid' },
}

export const periodLabels: Readonly<Record<PeriodKind, string>> = {
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
  days: 'Days',
}

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

export function vaultCount(count: number): string {
  return counted(count, 'vault')
}

export const proofLabels = {
  proved: 'Proved',
  unproved: 'Not proved',
  unknown: 'Not known',
  some: (proved: number, all: number) => `${countText(proved)} of ${countText(all)} proved`,
} as const

/** How a service takes its fees, in a sentence without its full stop. */
const feeRuleTexts: Readonly<Record<FeeRule['id'], string>> = {
  sender: 'The sender pays the fee, in the network’s own asset',
  'sender-same-asset': 'The sender pays the fee on top of the amount, in the same asset',
  'within-amount': 'The fee is part of the amount: what arrives is the amount without it',
  receiver: 'The receiver pays the fee, in the network’s own asset',
  nobody: 'No vault pays the fees',
}

/** Whose days are meant, at the end of a sentence: where they are the service's own, it does not say in which zone. */
export function zoneText({ whose }: Pick<Ledger, 'whose'>): string {
  return whose === 'service' ? 'by the service’s own days' : 'in UTC'
}

/** From when to when: "October 2026: from the beginning of 2026-10-01 to the end of 2026-10-31, in UTC." */
export function spanText(period: Period, ledger: Pick<Ledger, 'whose'>): string {
  const { kind, first, last } = period
  return `${kind === 'days' ? 'From' : `${periodName(period)}: from`} the beginning of ${first} to the end of ${last}, ${zoneText(ledger)}.`
}

/** What a statement rests on. */
export function basisTexts({ whose, book }: Pick<Ledger, 'whose' | 'book'>): readonly string[] {
  return [
    whose === 'service'
      ? 'By the service’s own days: a transaction counts on the day for which its date filter lists it. The service does not say in which time zone that is, or whether it is the day of recording or of completion.'
      : 'By date recorded, in UTC: a transaction counts on the day for which the service’s date filter lists it. That may be the day of completion: the service does not say.',
    ...(book.undated === 0
      ? []
      : [
          `${counted(book.undated, 'transaction has', 'transactions have')} no date, since the date filter lists ${book.undated === 1 ? 'it' : 'them'} on no day.`,
        ]),
    'Balances are available, processing and staking together. Claimable rewards are left out: they grow without a transaction.',
  ]
}

/** That a period closes before its end, as of when it was read. */
export function openText({ ended }: Pick<Ledger, 'ended'>): string {
  return `The period is not over. It closes with the balances read at ${instantText(ended)}.`
}

/** Why there is no statement. */
export const noDatesTexts: Readonly<Record<NoDates, string>> = {
  ...datesOffTexts,
  'unknown-range': 'The service was asked for dates in a form that is not known here.',
}

/** What the proof came to, without its full stop: "All 75 holdings proved", "0 of 21 holdings proved". */
export function proofHeadline({ proved, of }: ProofCount): string {
  if (of === 0) return 'No vault held anything in this period'
  if (proved < of) return `${countText(proved)} of ${counted(of, 'holding')} proved`
  return of === 1 ? 'The one holding is proved' : `All ${countText(of)} holdings proved`
}

/** What that means, in sentences. */
export function proofText(entries: number, settlement: Settlement): readonly string[] {
  return [
    `Proved means: ${counted(entries, 'amount and fee', 'amounts and fees')}, taken back from the latest balances, leave exactly zero before the first transaction. That proves sums, not days.`,
    ...feesText(settlement),
  ]
}

/** Who pays fees, and how that is known, in sentences. */
export function feesText({ rule, networks, hasFees }: Settlement): readonly string[] {
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
    case 'changed':
      return `No transaction explains why its balance changed: ${readText(reason.before)}, ${readText(reason.after)}.`
    case 'partial':
      return 'Not all transactions were read.'
  }
}

/** What a ledger has no day for. */
export function undatedText(count: number): string {
  return `${counted(count, 'transaction is', 'transactions are')} left out: ${count === 1 ? 'it was' : 'they were'} recorded after this statement was read, or no day was found for ${count === 1 ? 'it' : 'them'}.`
}

/** What is worth a look, in a sentence that names no holding. */
export function findingText({ what }: Finding): string {
  switch (what.kind) {
    case 'unproved':
      return what.reasons.map(unprovedText).join(' ')
    case 'unlisted-vault':
      return 'The service lists no such vault, but its transactions name it.'
    case 'below-zero':
      return `At the end of ${dayText(what.day)} it would have stood at ${writeDecimal(what.balance)}. A transaction can be completed later than it was recorded.`
    case 'fault':
      return faultText(what.fault)
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

/** "USDT on Ethereum in Operations (v-ops)". */
export function holdingTitle({
  key,
  network_name,
  vault,
}: {
  readonly key: HoldingKey
  readonly network_name: string | null
  readonly vault: VaultName | null
}): string {
  const network = network_name || key.network_id || 'an unnamed network'
  return `${key.asset_id || 'Asset without an id'} on ${network} in ${vaultLabel({ key, vault })}`
}

/** What the vault of a holding is called. */
export function vaultLabel({
  key,
  vault,
}: {
  readonly key: HoldingKey
  readonly vault: VaultName | null
}): string {
  return vault?.label || key.vault_id || 'a vault without an id'
}

function faultText(fault: Fault['fault']): string {
  switch (fault.kind) {
    case 'unknown-type':
      return `Its type is “${fault.value ?? ''}”, which is not known, so it counts as nothing.`
    case 'unknown-status':
      return `Its status is “${fault.value ?? ''}”, which is not known, so it counts as nothing.`
    case 'unreadable-amount':
      return `Its amount is “${fault.value ?? ''}”, which is no decimal, so it counts as nothing.`
    case 'unreadable-fee':
      return `Its fee is “${fault.value ?? ''}”, which is no decimal, so the fee counts as nothing.`
    case 'no-vault':
      return 'Neither party is a vault that it could move, so it counts as nothing.'
  }
}

/** What is said of transactions that have moved nothing yet. */
export const inFlightWords = {
  heading: 'In flight',
  first: (count: number) => `The first ${countText(count)} are listed.`,
} as const

/** How much is in flight, in a sentence. */
export function inFlightText(count: number): string {
  return count === 0
    ? 'Nothing is in flight.'
    : `${counted(count, 'transaction is', 'transactions are')} in flight and ${count === 1 ? 'has' : 'have'} moved nothing yet.`
}

/** What is said of the reader's prices. */
export const pricesWords = {
  choose: 'Add prices',
  chooseOther: 'Other prices',
  remove: 'Remove prices',
  hint: 'A CSV file with the columns date, asset_id, currency and price. It stays in this browser.',
  read: (name: string) => `Prices from ${name} are used.`,
  valued: (count: number) => `${counted(count, 'asset has', 'assets have')} a price for that day.`,
  missing: (assets: readonly string[]) => `No price, and not in the sum: ${assets.join(', ')}.`,
  rounding: 'Values are shown to two decimals; the sum is rounded once, from exact values.',
  faults: (faults: readonly PriceFault[]) => {
    const lines = faults.slice(0, 5).map(({ line, why }) => `${line} (${faultWords[why]})`)
    const rest = faults.length - lines.length
    return `Lines that were left out: ${lines.join(', ')}${rest > 0 ? `, and ${countText(rest)} more` : ''}.`
  },
} as const

const faultWords: Readonly<Record<PriceFault['why'], string>> = {
  date: 'the date is not YYYY-MM-DD',
  asset: 'no asset_id',
  currency: 'no currency',
  price: 'the price is no decimal',
  twice: 'another price for the same day, so neither counts',
}

/** Why a file holds no prices. */
export const noPricesTexts: Readonly<Record<NoPrices['why'], string>> = {
  'too-big': 'The file is larger than 64 MiB. Leave out what is not needed.',
  'no-text': 'The file could not be read as text. Save it as CSV in UTF-8.',
  'no-columns': 'The file has no header with date, asset_id, currency and price.',
  empty: 'The file has no line with a price.',
}
