/** Fees that vaults paid, by asset, network and month. Who paid them, and in which asset, is what a statement found. */

import type { TransactionFilter } from '../contract/console-api.ts'
import { counted, countOfAll, sentences } from '../contract/count-text.ts'
import { type DayNumber, type DayRange, dayNumber, dayText, monthEnd, monthStart } from '../contract/day.ts'
import { type Decimal, subtract, sum, writeDecimal, zero } from '../contract/decimal.ts'
import type { ReportColumn, ReportRow } from '../contract/report.ts'
import { assetLabel } from '../display/labels.ts'
import { dayEdges, type Edge } from '../ledger/edges.ts'
import { effectsOf, pays } from '../ledger/effects.ts'
import { groupBy } from '../ledger/group-by.ts'
import { assetKey, type HoldingKey, holdingName } from '../ledger/movement-ledger.ts'
import { movementsOf } from '../ledger/movements.ts'
import type { MovementSum } from '../store/sums.ts'
import type { StatementQuery } from '../url/statements.ts'
import { assetColumns, fileColumns, periodColumns } from './columns.ts'
import { periodListHref } from './links.ts'
import { periodReport } from './period-reports.ts'
import { headlineInPeriod } from './recorded-sums.ts'
import { datedAccount } from './report-records.ts'
import { whyUnproved } from './statements/holding-lines.ts'
import { type Scope, scopeOf } from './statements/scope.ts'
import { dateTexts, feeTexts, spanTexts } from './statements/texts.ts'

export const feesEntry = periodReport('fees', {
  title: 'Fees',
  lists: ['vaults', 'transactions'],
  edges: monthEdges,
  async make(records, query) {
    const edges = monthEdges(query)
    const [book, sums, basis] = await Promise.all([
      records.book(edges),
      records.movements(edges),
      records.basis(['vaults', 'transactions']),
    ])
    const scope = scopeOf(book, query, datedAccount(records.state), basis.doubts.length === 0)
    const all = completedSums(sums, edges)
    const paid = paidFees(scope, all)
    const rows = feeRows(paid, all, query.zone)
    const count = countOfAll(paid)
    const unknown = unknownFees(scope, all)
    const proof = proofOfPayers(scope, paid)
    const undated = undatedFees(scope, sums)
    const isKnown = unknown + undated === 0 && proof.proved === proof.of
    return {
      scope,
      headline: {
        text: headlineInPeriod(
          sentences(
            count > 0 && `${counted(count, 'fee')} in ${counted(rows.length, 'asset')}`,
            unknown > 0 && `${counted(unknown, 'fee')} in an unknown asset`,
            proof.proved < proof.of && `${proof.proved} of ${proof.of} holdings that paid them proved`,
          ),
          undated > 0 ? 'No fees' : 'No fees listed',
          undated,
        ),
        tone: isKnown ? 'neutral' : 'warning',
      },
      tables: [
        {
          ...{ name: 'fees', title: 'Fees', levels: ['asset', 'month'] },
          empty: `No fees${unknown > 0 ? ' of a known asset' : ''} found. Choose other vaults, assets or days.`,
          remarks: spanTexts(scope),
          columns: feeColumns(query.zone),
          rows,
        },
      ],
      remarks: [...feeTexts(scope.balanceProof), ...dateTexts(scope)],
      basis: { ...basis, proof },
    }
  },
})

/** The beginning of the period, of each further month, and of the day after the period. */
function monthEdges({ period, zone }: Pick<StatementQuery, 'period' | 'zone'>): readonly Edge[] {
  const [first, last] = [dayNumber(period.first) ?? 0, dayNumber(period.last) ?? 0]
  const months: DayNumber[] = []
  for (let day = monthEnd(first) + 1; day <= last; day = monthEnd(day) + 1) months.push(monthStart(day))
  return dayEdges([first, ...months, last + 1], zone)
}

/** Completed transactions of the period that differ in nothing but their amounts, and the days of their month that are in it. */
interface MonthSum {
  readonly sum: MovementSum
  readonly days: DayRange
}

function completedSums(sums: readonly MovementSum[], edges: readonly Edge[]): readonly MonthSum[] {
  return sums.flatMap((sum) => {
    const place = sum.edgesBefore ?? 0
    const [begin, end] = [edges[place - 1], edges[place]]
    if (sum.status !== 'completed' || !begin || !end) return []
    return { sum, days: { first: begin.day, last: end.day - 1 } }
  })
}

interface PaidFee extends MonthSum {
  readonly key: HoldingKey
  readonly count: number
  readonly paid: Decimal
}

function paidFees(scope: Scope, all: readonly MonthSum[]): readonly PaidFee[] {
  const isConfirmed = confirmedIn(scope.balanceProof)
  const confirmed = all.filter(({ sum }) => isConfirmed(sum))
  return confirmed.flatMap(({ sum, days }) =>
    movementsOf(sum, scope.balanceProof)
      .filter(({ kind, key }) => kind === 'fees' && scope.includes(key))
      .map(({ key, amount }) => ({ sum, days, key, count: sum.feeCount, paid: subtract(zero, amount) })),
  )
}

/** Which may be in the period, or are in it and may be of several months. */
function undatedFees(scope: Scope, sums: readonly MovementSum[]): number {
  const { days } = scope
  const undated = sums.flatMap((sum) =>
    sum.status === 'completed' && sum.edgesBefore === null ? { sum, days } : [],
  )
  return countOfAll(paidFees(scope, undated)) + unknownFees(scope, undated)
}

function feeRows(
  fees: readonly PaidFee[],
  all: readonly MonthSum[],
  zone: string | null,
): readonly ReportRow[] {
  return [...groupBy(fees, ({ key }) => assetKey(key))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, members]) => {
      const months = [...groupBy(members, ({ days }) => String(days.first)).values()].sort(
        ([one], [other]) => (one?.days.first ?? 0) - (other?.days.first ?? 0),
      )
      return {
        ...feeRow(members, all, zone),
        id,
        linkLabel: 'Transactions',
        parts: months.map((month) => feeRow(month, all, zone, true)),
      }
    })
}

function feeRow(
  fees: readonly PaidFee[],
  all: readonly MonthSum[],
  zone: string | null,
  isMonth = false,
): ReportRow {
  const first = Math.min(...fees.map(({ days }) => days.first))
  const last = Math.max(...fees.map(({ days }) => days.last))
  const { asset_id = null, network_id = null } = fees[0]?.key ?? {}
  const month = dayText(first).slice(0, 7)
  return {
    id: month,
    cells: {
      line: isMonth ? month : assetLabel({ asset_id, network_id }),
      ...{ asset_id, network_id, month: isMonth ? month : null },
      ...{ first_day: dayText(first), last_day: dayText(last), time_zone: zone },
      count: String(countOfAll(fees)),
      fees: writeDecimal(sum(fees.map(({ paid }) => paid))),
    },
    href: listHref(fees, all, { first, last }, zone),
  }
}

/** The list of just these transactions: the shortest filter that no other one with a fee fits. Null where there is none. */
function listHref(
  fees: readonly PaidFee[],
  all: readonly MonthSum[],
  days: DayRange,
  zone: string | null,
): string | null {
  // The filter `fee_over` leaves out fees with a minus sign.
  if (fees.some(({ sum }) => sum.fee?.startsWith('-'))) return null
  const paid = new Set(fees.map(({ sum }) => sum))
  const among = all
    .filter(({ days: { first, last }, sum }) => first >= days.first && last <= days.last && sum.feeCount > 0)
    .map(({ sum }) => sum)
  const common = {
    network_id: valuesOf(paid, ({ network_id }) => network_id),
    transaction_type: valuesOf(paid, ({ transaction_type }) => transaction_type),
  }
  const choices: readonly ListChoice[] = [
    common,
    { ...common, asset_id: valuesOf(paid, ({ asset_id }) => asset_id) },
    { ...common, source_id: valuesOf(paid, ({ source }) => source.source_id) },
    { ...common, destination_id: valuesOf(paid, ({ destination }) => destination.destination_id) },
  ]
  const choice = choices.find(
    (one) =>
      Object.values(one).every((values) => values.length > 0 && values.every(Boolean)) &&
      among.every((sum) => paid.has(sum) === fits(sum, one)),
  )
  if (!choice) return null
  const filter: TransactionFilter = Object.fromEntries(
    Object.entries(choice).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
  return periodListHref({ ...filter, status: 'completed', fee_over: '0' }, days, zone)
}

type ListChoice = Readonly<
  Partial<
    Record<
      'network_id' | 'transaction_type' | 'asset_id' | 'source_id' | 'destination_id',
      readonly (string | null)[]
    >
  >
>

/** In one order, whatever that of the sums is. */
function valuesOf(
  sums: ReadonlySet<MovementSum>,
  textOf: (sum: MovementSum) => string | null,
): readonly (string | null)[] {
  return [...new Set([...sums].map(textOf))].sort()
}

function fits(sum: MovementSum, choice: ListChoice): boolean {
  const { source, destination, network_id, transaction_type, asset_id } = sum
  const values = { network_id, transaction_type, asset_id, ...source, ...destination }
  return Object.entries(choice).every(([name, chosen]) =>
    chosen.some((value) => value === Reflect.get(values, name)),
  )
}

function feeColumns(zone: string | null): readonly ReportColumn[] {
  return [
    ...assetColumns,
    ...fileColumns('text', 'month'),
    ...periodColumns(zone),
    { name: 'count', label: 'Fees', kind: 'count', hint: 'Transactions with a fee that a vault paid' },
    { name: 'fees', label: 'Paid', kind: 'amount', hint: 'The statement has the same with a minus sign' },
  ]
}

/** The asset of a fee is part of what proves the balance of the holding that paid it. */
function proofOfPayers({ balanceProof, includes, isWhole }: Scope, fees: readonly PaidFee[]) {
  const keys = new Set(fees.map(({ key }) => holdingName(key)))
  const payers = balanceProof.holdings.filter(({ key }) => includes(key) && keys.has(holdingName(key)))
  const proved = payers.filter((holding) => whyUnproved(holding, isWhole).length === 0)
  return { proved: proved.length, of: payers.length }
}

/** How many fees vaults paid in an asset that no balance confirms. */
function unknownFees({ balanceProof }: Scope, all: readonly MonthSum[]): number {
  const isConfirmed = confirmedIn(balanceProof)
  return all
    .filter(
      ({ sum }) => !isConfirmed(sum) && effectsOf(sum).fees.some(({ part }) => pays(balanceProof.rule, part)),
    )
    .reduce((count, { sum }) => count + sum.feeCount, 0)
}

function confirmedIn({ networks }: Scope['balanceProof']): (sum: MovementSum) => boolean {
  const confirmed = new Set(
    networks.filter(({ isAssumed }) => !isAssumed).map(({ network_id }) => network_id),
  )
  return ({ network_id }) => confirmed.has(network_id)
}
