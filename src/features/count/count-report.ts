/** A count as a report: amounts by asset, type and status, and fees by the asset that they are paid in. */
import { hasAddress } from '../../addresses/requests.ts'
import type { Books } from '../../books/books.ts'
import { groupBy } from '../../books/pairs.ts'
import { counted } from '../../contract/count-text.ts'
import { dayNumber, monthEnd, rangeOf } from '../../contract/day.ts'
import { add, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Filter, TransactionFilter } from '../../contract/endpoints.ts'
import { transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'
import { feeAssetAssumption } from '../../contract/fee-asset.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { filterTexts, setFilters } from '../../url/list-view.ts'
import type { ViewControl } from '../../work/views.ts'
import type { Report, ReportColumn, ReportRow, ReportTable } from '../report/logic.ts'
import { type Count, type CountSplit, countBooks, type Leaf, type LeafName } from './count.ts'

/** What the totals are by; each row opens to the rest. */
export type CountKey = 'asset' | 'type' | 'status'

interface CountView {
  readonly filter: TransactionFilter
  readonly by: CountKey
  readonly split: CountSplit
}

declare module '../../work/views.ts' {
  interface BooksViews {
    count: typeof countAnswer
  }
}

/** A sentence where the books cannot tell what the service lists for this filter. */
export async function countAnswer(
  books: Books,
  view: CountView,
  { divide }: Pick<ViewControl, 'divide'>,
): Promise<Report | string> {
  const count = await countBooks(books, view.filter, view.split, divide)
  return typeof count === 'string' ? count : countReport(count, view)
}

export function countReport(count: Count, view: CountView): Report {
  const { rows, basis } = count
  const { filter, by, split } = view
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
      ...(hasAddress(filter) ? ['Every spelling of the address counts.'] : []),
      `Fees are as recorded, whoever paid them. ${feeAssetAssumption}`,
    ],
    basis,
    parameters: { ...filterTexts(setFilters(filter)), by, ...(split !== 'none' && { split }) },
    link: transactionsHref(filter),
  }
}

const keyColumns: Readonly<Record<CountKey, readonly LeafName[]>> = {
  asset: ['asset_id', 'network_id', 'transaction_type', 'status'],
  type: ['transaction_type', 'asset_id', 'network_id', 'status'],
  status: ['status', 'asset_id', 'network_id', 'transaction_type'],
}
/** How many of these tell the rows apart; their parts are told apart by all. */
const keyLengths: Readonly<Record<CountKey, number>> = { asset: 3, type: 1, status: 1 }
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
function countTables(count: Count, view: CountView): readonly [ReportTable, ReportTable] {
  const { by, split } = view
  const periods: readonly ReportColumn[] =
    split === 'none' ? [] : [{ name: split, label: split === 'month' ? 'Month' : 'Day', kind: 'day' }]
  return [
    {
      name: 'amounts',
      title: 'Amounts',
      columns: [
        ...periods,
        ...keyColumns[by].map((name) => columns[name]),
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
      empty: 'No fees',
      levels: ['total', 'part'],
    },
  ]
}

/** A row leads to its transactions, or opens to its parts. It has an amount where all parts are of one asset, network and type. */
function amountRows(count: Count, view: CountView): readonly ReportRow[] {
  const { by, split } = view
  const names = keyColumns[by]
  const leaves = sorted(count.leaves, names)
  const keys = names.slice(0, keyLengths[by])
  return [...groupBy(leaves, ({ cells }) => keyText(cells, ['period', ...keys]))].map(([id, members]) => {
    const parts = members.map((leaf, index): ReportRow => {
      const cells = { ...sharedCells([leaf], names, split), transactions: String(leaf.rows) }
      return {
        id: String(index),
        cells: { ...cells, ...(movesAmount(leaf) && sumCells('amount', [leaf])) },
        href: hrefOf(leaf, view, count),
        ...(movesAmount(leaf) && unreadableRemark('amount', [leaf])),
      }
    })
    const [only] = parts
    if (only && parts.length === 1) return { ...only, id }
    const cells = sharedCells(members, names, split)
    const isOneKind =
      ['asset_id', 'network_id', 'transaction_type'].every((name) => name in cells) &&
      members.every(movesAmount)
    return {
      id,
      cells: {
        ...cells,
        transactions: String(members.reduce((sum, leaf) => sum + leaf.rows, 0)),
        ...(isOneKind && sumCells('amount', members)),
      },
      ...(isOneKind && unreadableRemark('amount', members)),
      parts,
    }
  })
}

/** The amount of a change of pool is what stays staked. */
function movesAmount({ cells }: Leaf): boolean {
  return cells.transaction_type !== 'change pool'
}

/** By the asset that they are paid in; where that is not known by network, since no two networks share one. */
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

/** Newest period first, then by these columns. */
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

/** The cells that are the same in all of these leaves. */
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

/** The sum of what can be read; null where nothing can. */
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
function hrefOf({ cells }: Leaf, { filter, split }: CountView, count: Count): string | null {
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
