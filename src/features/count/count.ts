/** How many transactions a filter lists and what they add up to, from the books: amounts by asset, type and status, and fees by the asset that they are paid in. */

import { hasAddress } from '../../addresses/requests.ts'
import { type Books, settleBooks } from '../../books/books.ts'
import { allDays } from '../../books/edges.ts'
import { groupBy } from '../../books/pairs.ts'
import { counted } from '../../contract/count-text.ts'
import { type DateForm, dayNumber, dayText, monthEnd, monthStart, rangeOf } from '../../contract/day.ts'
import { add, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Filter, TransactionFilter } from '../../contract/endpoints.ts'
import { transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'
import { feeAssetAssumption, feeAssetOf } from '../../contract/fee-asset.ts'
import { RequestFault } from '../../contract/query.ts'
import { dateReasons } from '../../files/about-file.ts'
import { transactionsOfFilter } from '../../files/run.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { filterTexts, serviceParameters, setFilters } from '../../url/list-view.ts'
import type { ViewControl } from '../../work/views.ts'
import {
  type Basis,
  basisOf,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
} from '../report/report.ts'
import { type Sum, Totals } from './totals.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    count: typeof countAnswer
  }
}

export interface CountQuery {
  readonly filter: TransactionFilter
  /** Each month or day has rows of its own. */
  readonly split: CountSplit
}

/** A sentence where the books cannot tell what the service lists for this filter. */
export async function countAnswer(
  books: Books,
  query: CountQuery,
  { divide }: Pick<ViewControl, 'divide'>,
): Promise<Report | string> {
  const count = await countBooks(books, query, divide)
  return typeof count === 'string' ? count : countReport(count, query)
}

export type CountSplit = 'none' | 'month' | 'day'

interface Count {
  readonly leaves: readonly Leaf[]
  readonly rows: number
  readonly basis: Basis
  /** How days are asked for in links. */
  readonly form: DateForm
}

/** The transactions of one period, asset, network, type and status. */
interface Leaf {
  readonly cells: Readonly<Record<LeafName, string | null>>
  readonly rows: number
  readonly amount: Sum
  readonly fee: Sum
}

/** `period` is a month or a day; null without a split or a date. `fee_asset_id` is null where it is unknown. */
type LeafName = (typeof countedBy)[number] | 'fee_asset_id'

const countedBy = ['period', 'asset_id', 'network_id', 'transaction_type', 'status'] as const

async function countBooks(
  undivided: Books,
  { filter, split }: CountQuery,
  divide: ViewControl['divide'],
): Promise<Count | string> {
  const { failure } = undivided.transactions.days
  if (split !== 'none' && failure !== null)
    return ['No totals by month or day.', ...dateReasons(failure, 0)].join(' ')
  const periods =
    split === 'none'
      ? []
      : allDays(undivided, serviceParameters(filter)).filter(
          ({ day }) => split === 'day' || day === monthStart(day),
        )
  const totals = new Totals(countedBy, ['amount', 'fee'])
  try {
    const { books, listed } = await transactionsOfFilter(undivided, setFilters(filter), divide, periods)
    if (listed.total === 0 && Object.keys(filter).length > 0)
      return 'None of the records match this filter to the letter. The service may take other spellings, or list newer ones.'
    // Rows of the books have getters, which the totals cannot read by name.
    listed.each(({ asset_id, network_id, transaction_type, status, amount, fee }, day) => {
      const period = split === 'none' || day === null ? null : periodOf(day, split)
      totals.add({ period, asset_id, network_id, transaction_type, status, amount, fee })
    })
    return countInBooks(books, totals)
  } catch (error) {
    if (error instanceof RequestFault) return `The records cannot be counted by this filter. ${error.details}`
    if (!(error instanceof RangeError)) throw error
    return 'There are too many days, assets, types and statuses to count. Use a narrower filter.'
  }
}

function countInBooks(books: Books, totals: Totals): Count {
  const { rule, networks } = settleBooks(books).settlement
  const assets = new Map(networks.map(({ network_id, asset_id }) => [network_id, asset_id]))
  const leaves = totals.groups().map(({ values, rows, sums }): Leaf => {
    const [period = null, asset_id = null, network_id = null, transaction_type = null, status = null] = values
    const fee_asset_id =
      rule.asset === 'transaction' ? asset_id : (assets.get(network_id) ?? feeAssetOf(network_id))
    const [amount = nothing, fee = nothing] = sums
    return {
      cells: { period, asset_id, network_id, transaction_type, status, fee_asset_id },
      rows,
      amount,
      fee,
    }
  })
  return {
    leaves,
    rows: leaves.reduce((sum, { rows }) => sum + rows, 0),
    basis: basisOf(books, ['transactions']),
    form: books.transactions.days.formOfLinks,
  }
}

function periodOf(day: number, split: CountSplit): string {
  return split === 'month' ? dayText(day).slice(0, 7) : dayText(day)
}

const nothing: Sum = { sum: zero, unreadable: 0 }

function countReport(count: Count, view: CountQuery): Report {
  const { rows, basis } = count
  const { filter, split } = view
  const isPart = basis.doubts.length > 0
  return {
    name: 'count',
    title: 'Totals',
    headline: {
      text: `${isPart ? 'Partial: ' : ''}${counted(rows, 'transaction')}`,
      tone: isPart ? 'warning' : 'neutral',
    },
    tables: rows === 0 ? [] : countTables(count, view),
    remarks: [
      'Sums are exact and include every status that the filters allow: a rejected transaction adds as much as a completed one. Assets, networks and types are never added together.',
      ...(hasAddress(filter) ? ['Every known spelling of the address counts.'] : []),
      `Fees are as recorded, whoever paid them. ${feeAssetAssumption}`,
    ],
    basis,
    parameters: { ...filterTexts(setFilters(filter)), ...(split !== 'none' && { split }) },
    link: transactionsHref(filter),
  }
}

const keyColumns = ['asset_id', 'network_id', 'transaction_type', 'status'] as const
const feeColumns: readonly LeafName[] = ['fee_asset_id', 'network_id', 'transaction_type', 'status']

const columns: Readonly<Record<LeafName, ReportColumn>> = {
  period: { name: 'period', label: 'Period', kind: 'day' },
  asset_id: { name: 'asset_id', label: 'Asset', kind: 'asset' },
  network_id: { name: 'network_id', label: 'Network', kind: 'network' },
  transaction_type: { name: 'transaction_type', label: 'Type', kind: 'type' },
  status: { name: 'status', label: 'Status', kind: 'status' },
  fee_asset_id: { name: 'fee_asset_id', label: 'Paid in', kind: 'asset', hint: feeAssetAssumption },
}

/** Amounts and fees. With a split, each period has rows of its own, newest first. */
function countTables(count: Count, view: CountQuery): readonly [ReportTable, ReportTable] {
  const { split } = view
  const periods: readonly ReportColumn[] =
    split === 'none' ? [] : [{ name: split, label: split === 'month' ? 'Month' : 'Day', kind: 'day' }]
  return [
    {
      name: 'amounts',
      title: 'Amounts',
      columns: [
        ...periods,
        ...keyColumns.map((name) => columns[name]),
        { name: 'transactions', label: 'Transactions', kind: 'count' },
        { name: 'amount', label: 'Amount', kind: 'amount', hint: 'A change of pool moves nothing.' },
      ],
      rows: amountRows(count, view),
      empty: 'No transactions',
      levels: ['total', 'part'],
    },
    {
      name: 'fees',
      title: 'Fees',
      columns: [
        ...periods,
        ...feeColumns.map((name) => columns[name]),
        { name: 'fee', label: 'Fee', kind: 'amount' },
      ],
      rows: feeRows(count, split),
      empty: 'No fees recorded',
      levels: ['total', 'part'],
    },
  ]
}

/** One row per asset, network and type. It leads to its transactions, or opens to its statuses. */
function amountRows(count: Count, view: CountQuery): readonly ReportRow[] {
  const { split } = view
  const groups = groupBy(sorted(count.leaves, keyColumns), ({ cells }) =>
    keyText(cells, ['period', 'asset_id', 'network_id', 'transaction_type']),
  )
  const rowOf = (id: string, members: readonly Leaf[]): ReportRow => ({
    id,
    cells: {
      ...sharedCells(members, keyColumns, split),
      transactions: String(members.reduce((sum, leaf) => sum + leaf.rows, 0)),
      ...(members.every(movesAmount) && sumCells('amount', members)),
    },
    ...(members.every(movesAmount) && unreadableRemark('amount', members)),
  })
  return [...groups].map(([id, members]) => {
    const parts = members.map((leaf, index) => ({
      ...rowOf(String(index), [leaf]),
      href: hrefOf(leaf, view, count),
    }))
    const [only] = parts
    return only && parts.length === 1 ? { ...only, id } : { ...rowOf(id, members), parts }
  })
}

/** A change of pool moves nothing: its amount stays staked. */
function movesAmount({ cells }: Leaf): boolean {
  return cells.transaction_type !== 'change pool'
}

/** By the asset they are paid in; where it is unknown, by network, since no two networks share one. */
function feeRows(count: Count, split: CountSplit): readonly ReportRow[] {
  const paid = count.leaves.filter(
    ({ fee, rows }) => fee.sum.digits !== 0n || (fee.unreadable > 0 && fee.unreadable < rows),
  )
  const groups = groupBy(sorted(paid, feeColumns), ({ cells }) =>
    keyText(cells, [
      'period',
      'fee_asset_id',
      ...(cells.fee_asset_id === null ? ['network_id' as const] : []),
    ]),
  )
  const rowOf = (id: string, members: readonly Leaf[]): ReportRow => ({
    id,
    cells: { ...sharedCells(members, feeColumns, split), ...sumCells('fee', members) },
  })
  return [...groups].map(([id, members]) => ({
    ...rowOf(id, members),
    ...(members[0]?.cells.fee_asset_id === null ? unknownFeeAsset : unreadableRemark('fee', members)),
    parts: [...groupBy(members, ({ cells }) => keyText(cells, feeColumns))].map(([kind, alike]) =>
      rowOf(kind, alike),
    ),
  }))
}

const unknownFeeAsset = {
  remark: 'It is not known in which asset this network takes its fees',
  tone: 'warning',
} as const

function keyText(cells: Leaf['cells'], names: readonly LeafName[]): string {
  return JSON.stringify(names.map((name) => cells[name]))
}

function sorted(leaves: readonly Leaf[], names: readonly LeafName[]): readonly Leaf[] {
  return leaves.toSorted(({ cells: one }, { cells: other }) => {
    const byPeriod = compareCells('period', one.period, other.period)
    if (byPeriod !== 0) return byPeriod
    return names.map((name) => compareCells(name, one[name], other[name])).find((order) => order !== 0) ?? 0
  })
}

/** Types and statuses in the order of the specification, texts by code units so that it is the same everywhere; null comes last. */
function compareCells(name: LeafName, one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  if (name === 'period') return one < other ? 1 : -1
  const order = enumerated[name] ?? []
  const place = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length)
  return place(one) - place(other) || (one < other ? -1 : 1)
}

const enumerated: Readonly<Partial<Record<LeafName, readonly string[]>>> = {
  transaction_type: transactionTypes,
  status: transactionStatuses,
}

/** The cells that all of these leaves share. */
function sharedCells(
  leaves: readonly Leaf[],
  names: readonly LeafName[],
  split: CountSplit,
): Readonly<Record<string, string | null>> {
  const [first] = leaves
  const shared = names.filter((name) => leaves.every(({ cells }) => cells[name] === first?.cells[name]))
  return {
    ...(split !== 'none' && { [split]: first?.cells.period ?? 'No date' }),
    ...Object.fromEntries(shared.map((name) => [name, first?.cells[name] ?? null])),
  }
}

function sumCells(name: 'amount' | 'fee', leaves: readonly Leaf[]): Readonly<Record<string, string | null>> {
  const isReadable = leaves.some((leaf) => leaf[name].unreadable < leaf.rows)
  const sum = leaves.reduce((total, leaf) => add(total, leaf[name].sum), zero)
  return { [name]: isReadable ? writeDecimal(sum) : null }
}

function unreadableRemark(
  name: 'amount' | 'fee',
  leaves: readonly Leaf[],
): Pick<ReportRow, 'remark' | 'tone'> {
  const count = leaves.reduce((sum, leaf) => sum + leaf[name].unreadable, 0)
  if (count === 0) return {}
  return { remark: `Not counting ${counted(count, name)} that could not be read`, tone: 'warning' }
}

/** The transactions of a row; null where the service cannot be asked for just those. */
function hrefOf({ cells }: Leaf, { filter, split }: CountQuery, count: Count): string | null {
  const { period, fee_asset_id: _, ...values } = cells
  const dates = split === 'none' ? {} : datesOf(period, filter, count)
  if (dates === null || Object.values(values).some((value) => !value)) return null
  const asked = Object.entries(values).map(([name, value]) => [name, value ?? ''])
  return transactionsHref({ ...filter, ...dates, ...Object.fromEntries(asked) })
}

/** The dates that narrow a filter to one of its months or days; null without one. */
function datesOf(
  period: string | null,
  filter: TransactionFilter,
  { form, basis }: Count,
): Filter<'transactions'> | null {
  const isMonth = period?.length === 7
  const first = dayNumber(isMonth ? `${period}-01` : (period ?? ''))
  const range = rangeOf(filter, Date.parse(basis.ended))
  if (first === null || range === null) return null
  const last = isMonth ? monthEnd(first) : first
  return range.parameters(
    { first: Math.max(first, range.first), last: Math.min(last, Math.max(first, range.last)) },
    form,
  )
}
