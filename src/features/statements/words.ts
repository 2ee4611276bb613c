/** Every sentence of statements. */
import { type DayNumber, dayStart, dayText } from '../../api/dates/day.ts'
import type { NoDates } from '../../api/dates/windows.ts'
import type { VaultName } from '../../books/balances.ts'
import type { Books, SettledBooks } from '../../books/books.ts'
import type { Fault, HoldingKey } from '../../books/day-book.ts'
import type { FeeRule, MovementKind } from '../../books/effects.ts'
import type { SettledHolding, Settlement } from '../../books/settle.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import { datesOffTexts } from '../../records/dates/words.ts'
import { showInstant } from '../../records/instant.ts'
import type { Period, PeriodKind } from '../../url/statements.ts'
import type { BalanceSeries, DateMark, Unproved } from './past.ts'
import type { NoPrices, PriceFault } from './prices.ts'

/** Where there is nothing to show. */
export const nothing = {
  statement: 'No statement can be made',
  holding: 'No such holding',
  ofHolding: 'The service lists nothing of this asset in the vault, and no transaction that moved any.',
  toCome: 'This period has not begun',
  ofToCome: 'Choose a period that has begun.',
  link: 'No statement for this link',
  ofLink: (names: readonly string[]) =>
    `The link gives ${names.join(' and ')} a value that cannot be. Correct it, or remove it from the link.`,
  balance: 'No balance can be stated: the service gives no readable balance for today.',
}

export const labels = {
  movements: 'Movements',
  balances: 'Balances',
  /** What each column of figures is. */
  columns: {
    opening: { label: 'Opening', hint: 'Held when the period began' },
    in: { label: 'In', hint: 'Deposits, and what came from own vaults' },
    out: { label: 'Out', hint: 'Withdrawals, and what went to own vaults' },
    rewards: { label: 'Rewards', hint: 'Staking rewards, once claimed' },
    fees: { label: 'Fees', hint: 'Network fees that were paid in this asset' },
    closing: { label: 'Closing', hint: 'Opening and all movements together' },
  },
  soFar: 'So far',
  value: (currency: string, day: string) => ({
    label: `Value (${currency})`,
    hint: `At the price of ${day}, to two decimals`,
  }),
  proved: 'Proved',
  unproved: 'Not proved',
  someUnproved: (unproved: number, of: number) =>
    of === 1 ? 'Not proved.' : `${countText(unproved)} of ${counted(of, 'vault')} not proved.`,
  worthALook: 'Worth a look.',
  nothing: 'Nothing was held, and nothing moved. Choose other vaults, assets or days.',
  notCounted: 'Transactions that are not counted',
  more: (count: number) => `And ${countText(count)} more.`,
  inFlight: 'In flight',
  inFlightText: (count: number) =>
    `${counted(count, 'transaction is', 'transactions are')} in flight and ${count === 1 ? 'has' : 'have'} moved nothing yet.`,
  back: 'Back to the statement',
} as const

/** How many movements of a kind there were. */
export const counts: Readonly<Record<MovementKind, (count: number) => string>> = {
  deposits: (count) => counted(count, 'deposit'),
  from_own: (count) => `${countText(count)} from own vaults`,
  rewards: (count) => counted(count, 'reward'),
  withdrawals: (count) => counted(count, 'withdrawal'),
  to_own: (count) => `${countText(count)} to own vaults`,
  fees: (count) => counted(count, 'fee'),
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

/** Why there is no statement. */
export const noDatesTexts: Readonly<Record<NoDates, string>> = {
  ...datesOffTexts,
  'unknown-range': 'The service was asked for dates in a form that is not known here.',
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

export const unlistedText = 'The service lists no such vault, but its transactions name it.'

export function belowZeroText({ day, balance }: NonNullable<SettledHolding['belowZero']>): string {
  return `At the end of ${dayText(day)} it would have stood at ${writeDecimal(balance)}. A transaction can be completed later than it was recorded.`
}

/** Why a transaction is not counted. */
export function faultText(fault: Fault['fault']): string {
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

/** Of the ledger of one holding. */
export const ledgerLabels = {
  opening: 'Opening balance',
  closing: 'Closing balance',
  soFar: 'Balance so far',
  ofOther: (type: string | null, asset: string | null) =>
    `${type ?? 'Movement'} of ${asset ?? 'another asset'}`,
  order: 'No service tells the time of day: within a day, what came in stands before what went out.',
  nothingMoved: 'Nothing moved in this period.',
  shortened: (kept: number, count: number) =>
    `These are the first ${countText(kept)} of ${countText(count)} movements. The closing balance counts all of them. Choose a shorter period to see the others.`,
  undated: (count: number) =>
    `${counted(count, 'transaction is', 'transactions are')} left out: no day was found for ${count === 1 ? 'it' : 'them'}.`,
} as const

/** Balances by day. */
export const chartWords = {
  title: ({ unit }: Pick<BalanceSeries, 'unit'>, vaults: number) =>
    [
      unit === 'day'
        ? 'Balance at the end of each day'
        : 'Balance at the end of each month, and on the last day',
      ...(vaults === 1 ? [] : [`${counted(vaults, 'vault')} together`]),
    ].join(', '),
  table: ({ unit }: Pick<BalanceSeries, 'unit'>) =>
    unit === 'day'
      ? 'Balance at the end of each day on which it changed'
      : 'Balance at the end of each month in which it changed',
  /** "Wed 18 Mar 2026". */
  point: (day: DayNumber) => pointDay.format(dayStart(day, 'utc')),
} as const

/** What stands under the chart at a date, and under the first and each January the year. */
export function markText(
  { day, as }: DateMark,
  isFirst: boolean,
): readonly [text: string, year: string | null] {
  const date = new Date(dayStart(day, 'utc'))
  const year = String(date.getUTCFullYear())
  if (as === 'year') return [year, null]
  const isNewYear = date.getUTCMonth() === 0 && (as === 'month' || date.getUTCDate() <= 14)
  return [(as === 'day' ? markDay : markMonth).format(date), isFirst || isNewYear ? year : null]
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
}

const pointDay = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const markDay = format({ day: 'numeric', month: 'short' })
const markMonth = format({ month: 'short' })

/** What is said of the reader's prices. */
export const pricesWords = {
  choose: 'Add prices',
  chooseOther: 'Other prices',
  remove: 'Remove prices',
  hint: 'A CSV file with the columns date, asset_id, currency and price. It stays in this browser.',
  read: (name: string) => `Prices from ${name} are used.`,
  worth: (sum: string, currency: string, day: string, assets: number) =>
    `Worth ${sum} ${currency} at the end of ${day}: ${counted(assets, 'asset has', 'assets have')} a price for that day.`,
  missing: (assets: readonly string[]) => `No price, and not in the sum: ${assets.join(', ')}.`,
  source: (name: string, digest: string) =>
    `Prices are from ${name}, SHA-256 ${digest}. Values have two decimals; their sum is rounded once, from exact values.`,
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
