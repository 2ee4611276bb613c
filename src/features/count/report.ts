/** A count as a report: amounts by asset, type and status, and fees by the asset that they are paid in. */
import { dayNumber, monthEnd, rangeOf } from '../../api/dates/day.ts'
import { groupBy } from '../../books/grouped.ts'
import { counted } from '../../contract/count-text.ts'
import { add, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'
import { feeAssetAssumption } from '../../contract/fee-asset.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import type { Report, ReportColumn, ReportRow, ReportTable } from '../report/index.ts'
import { type Count, type CountSplit, countedBy, type Leaf } from './count.ts'

/** What rows are told apart by first; they open to the rest. */
export const countKeys = ['asset', 'type', 'status'] as const
export type CountKey = (typeof countKeys)[number]

/** Which count is shown, and how. */
export interface CountView {
  readonly filter: Filter<'transactions'>
  readonly by: CountKey
  readonly split: CountSplit
}

/** The report of a count. */
export function countReport(count: Count, { filter, by, split }: CountView): Report {
  const { rows, basis, remarks } = count
  const isPart = basis.doubts.length > 0
  return {
    name: 'count',
    title: 'Totals',
    headline: {
      text: `${isPart ? 'Partial: ' : ''}${counted(rows, 'transaction')}`,
      tone: isPart ? 'warning' : 'neutral',
    },
    tables: rows === 0 ? [] : countTables(count, { filter, by, split }),
    remarks: [
      ...remarks,
      'Sums are exact and include every status that the filters allow: a rejected transaction adds as much as a completed one. Assets, networks and types are never added together.',
      `Fees are those of the records, whoever paid them. ${feeAssetAssumption}`,
    ],
    basis,
    parameters: { ...filter, by, ...(split !== 'none' && { split }) },
    link: transactionsHref(filter),
  }
}

/** Amounts and fees. Where they are split, each period has rows of its own, the newest first. */
export function countTables(count: Count, view: CountView): readonly [ReportTable, ReportTable] {
  const leaves = sortedLeaves(count)
  const periods = view.split === 'none' ? [] : [periodColumn(view.split)]
  const keys = keyColumns[view.by]
  const inOrder = new Set([...keys, ...Object.keys(columnsByName)])
  return [
    {
      name: 'amounts',
      title: 'Amounts',
      columns: [
        ...periods,
        ...[...inOrder].flatMap((name) => columnsByName[name] ?? []),
        { name: 'transactions', label: 'Transactions', kind: 'count' },
        { name: 'amount', label: 'Amount', kind: 'amount' },
      ],
      rows: amountRows(leaves, view, count),
      empty: 'No transactions',
      levels: ['total', 'part'],
    },
    {
      name: 'fees',
      title: 'Fees',
      columns: [
        ...periods,
        { name: 'fee_asset_id', label: 'Paid in', kind: 'asset', hint: feeAssetAssumption },
        { name: 'network_id', label: 'Network', kind: 'network' },
        { name: 'transaction_type', label: 'Type', kind: 'type' },
        { name: 'status', label: 'Status', kind: 'status' },
        { name: 'fee', label: 'Fee', kind: 'amount' },
      ],
      rows: feeRows(leaves, count.feeAsset, view),
      empty: 'No fees',
      levels: ['total', 'part'],
    },
  ]
}

/** By period, the newest first, and then as they are named. */
function sortedLeaves({ leaves }: Count): readonly Leaf[] {
  return leaves.toSorted(({ cells: one }, { cells: other }) => {
    for (const name of countedBy) {
      const order = (name === 'period' ? -1 : 1) * compareCells(name, one[name], other[name])
      if (order !== 0) return order
    }
    return 0
  })
}

/** Types and statuses in the order of the specification, texts by code units, so that everybody has the same; nothing comes last. */
function compareCells(name: string, one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null || other === null) return (one === null ? 1 : -1) * (name === 'period' ? -1 : 1)
  const order = enumerated[name]
  if (order) {
    const place = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length)
    if (place(one) !== place(other)) return place(one) - place(other)
  }
  return one < other ? -1 : 1
}

const enumerated: Readonly<Record<string, readonly string[]>> = {
  transaction_type: transactionTypes,
  status: transactionStatuses,
}

const keyColumns: Readonly<Record<CountKey, readonly Exclude<keyof Leaf['cells'], 'period'>[]>> = {
  asset: ['asset_id', 'network_id', 'transaction_type'],
  type: ['transaction_type'],
  status: ['status'],
}

const columnsByName: Readonly<Record<string, ReportColumn>> = {
  asset_id: { name: 'asset_id', label: 'Asset', kind: 'asset' },
  network_id: { name: 'network_id', label: 'Network', kind: 'network' },
  transaction_type: { name: 'transaction_type', label: 'Type', kind: 'type' },
  status: { name: 'status', label: 'Status', kind: 'status' },
}

function periodColumn(split: CountSplit): ReportColumn {
  return split === 'month'
    ? { name: 'month', label: 'Month', kind: 'day' }
    : { name: 'day', label: 'Day', kind: 'day' }
}

/** A row leads to its transactions, or opens to its parts. It has an amount where all of its parts are of one asset and type. */
function amountRows(leaves: readonly Leaf[], view: CountView, count: Count): readonly ReportRow[] {
  const { by, split } = view
  const keys = keyColumns[by]
  const groups = groupBy(leaves, ({ cells }) =>
    JSON.stringify([cells.period, ...keys.map((key) => cells[key])]),
  )
  const rows = [...groups].map(([id, members]): ReportRow => {
    const parts = members.map(
      (leaf, index): ReportRow => ({
        id: String(index),
        cells: { ...leafCells(leaf, split), transactions: String(leaf.rows), ...sumCells('amount', [leaf]) },
        href: hrefOf(leaf, view, count),
        ...unreadableRemark('amount', [leaf]),
      }),
    )
    const [first] = members
    const [only] = parts
    if (!first || !only) throw new Error('a group has members')
    if (parts.length === 1) return { ...only, id }
    const isAlike = members.every(({ cells }) =>
      (['asset_id', 'network_id', 'transaction_type'] as const).every(
        (name) => cells[name] === first.cells[name],
      ),
    )
    return {
      id,
      cells: {
        ...periodCell(first, split),
        ...Object.fromEntries(keys.map((key) => [key, first.cells[key]])),
        ...(isAlike && {
          transaction_type: first.cells.transaction_type,
          ...sumCells('amount', members),
        }),
        transactions: String(members.reduce((sum, leaf) => sum + leaf.rows, 0)),
      },
      ...(isAlike && unreadableRemark('amount', members)),
      parts,
    }
  })
  return by === 'asset' ? rows : rows.sort((one, other) => compareKeys(keys, one, other))
}

/** Leaves stand by asset; where rows are told apart by type or status they stand by those within each period. */
function compareKeys(
  keys: readonly string[],
  { cells: one }: ReportRow,
  { cells: other }: ReportRow,
): number {
  const periodOf = ({ month, day = month }: ReportRow['cells']) => (day === noDate ? null : (day ?? null))
  const byPeriod = -compareCells('period', periodOf(one), periodOf(other))
  if (byPeriod !== 0) return byPeriod
  return (
    keys.map((key) => compareCells(key, one[key] ?? null, other[key] ?? null)).find((order) => order !== 0) ??
    0
  )
}

function leafCells(leaf: Leaf, split: CountSplit): ReportRow['cells'] {
  const { period: _, ...cells } = leaf.cells
  return { ...periodCell(leaf, split), ...cells }
}

/** By the asset that they are paid in; where that is not known by network, since no two networks have one. */
function feeRows(
  leaves: readonly Leaf[],
  feeAsset: Count['feeAsset'],
  { split }: CountView,
): readonly ReportRow[] {
  const paid = leaves
    .filter(({ fee, rows }) => fee.sum.digits !== 0n || (fee.unreadable > 0 && fee.unreadable < rows))
    .map((leaf) => ({ leaf, asset: feeAsset(leaf.cells.asset_id, leaf.cells.network_id) }))
  const groups = groupBy(paid, ({ leaf: { cells }, asset }) =>
    JSON.stringify([cells.period, asset, asset === null && cells.network_id]),
  )
  const rows = [...groups].map(([id, members]): ReportRow => {
    const [{ leaf: first, asset }] = members as [(typeof members)[number]]
    const inGroup = members.map(({ leaf }) => leaf)
    const isOneNetwork = inGroup.every(({ cells }) => cells.network_id === first.cells.network_id)
    const common = { ...periodCell(first, split), fee_asset_id: asset }
    const kinds = groupBy(inGroup, ({ cells }) =>
      JSON.stringify([cells.network_id, cells.transaction_type, cells.status]),
    )
    return {
      id,
      cells: {
        ...common,
        ...(isOneNetwork && { network_id: first.cells.network_id }),
        ...sumCells('fee', inGroup),
      },
      ...(asset === null ? unknownFeeAsset : unreadableRemark('fee', inGroup)),
      parts: [...kinds].map(([kind, alike]): ReportRow => {
        const { network_id = null, transaction_type = null, status = null } = alike[0]?.cells ?? {}
        return {
          id: kind,
          cells: { ...common, network_id, transaction_type, status, ...sumCells('fee', alike) },
        }
      }),
    }
  })
  return rows.sort((one, other) => compareKeys(['fee_asset_id', 'network_id'], one, other))
}

const unknownFeeAsset = {
  remark: 'Nobody knows in which asset this network takes its fees',
  tone: 'warning',
} as const

function periodCell(leaf: Leaf, split: CountSplit): Record<string, string | null> {
  return split === 'none' ? {} : { [split]: leaf.cells.period ?? noDate }
}

const noDate = 'No date'

/** The sum of what can be read; no cell where nothing can. */
function sumCells(name: 'amount' | 'fee', leaves: readonly Leaf[]): Record<string, string | null> {
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
  const { period, ...values } = cells
  const named = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  if (named.length < Object.keys(values).length) return null
  const dates = split === 'none' ? {} : datesOf(period, filter, count)
  return dates && transactionsHref({ ...filter, ...dates, ...Object.fromEntries(named) })
}

/** The dates that narrow a filter to one of its months or days; null without one. */
function datesOf(
  period: string | null,
  filter: Filter<'transactions'>,
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
