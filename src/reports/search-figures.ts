/** What answers a sentence of the search: made of the totals of a list, of its first rows, or of a report, and counting what these count. */
import type { ConsoleTransaction, DateSpan, TotalsRow } from '../contract/console-api.ts'
import { counted, countOfAll, countText, groupedDecimal, sentences } from '../contract/count-text.ts'
import { dayOf, dayText } from '../contract/day.ts'
import { sumOfReadable, writeDecimal } from '../contract/decimal.ts'
import { openStatuses, transactionStatuses, unmovedStatuses } from '../contract/enumerations.ts'
import type { ReportName } from '../contract/list-names.ts'
import type { Report, ReportRow } from '../contract/report.ts'
import type { FigureRow, OfferedFilter, SearchFigure } from '../contract/search.ts'
import { assetLabel, labelOf, statusLabels, typeLabels } from '../display/labels.ts'
import { groupBy } from '../ledger/group-by.ts'
import { transactionHref, transactionsHref } from '../url/hrefs.ts'
import { withQuery } from '../url/page-state.ts'
import { periodReportView } from '../url/period-reports.ts'
import { type Period, periodName } from '../url/periods.ts'
import { confirmationHref, confirmationParameters, statementParameters } from '../url/statements.ts'

/** More are counted, and the page has them. */
const mostRows = 5

export const figureTotals = ['asset_id', 'network_id', 'transaction_type', 'status'] as const

interface FigureRows {
  readonly rows: readonly FigureRow[]
  readonly more: number
}

/** By asset, and by type where the filter does not say in which direction; the most frequent first. */
export function sumRows(
  totals: readonly TotalsRow[],
  filter: OfferedFilter,
  most: number = mostRows,
): FigureRows {
  const isDirected =
    filter.transaction_type?.length === 1 || directions.some((name) => filter[name] !== undefined)
  const groups = groupBy(totals, ({ group: { asset_id, network_id, transaction_type } }) =>
    JSON.stringify([asset_id, network_id, isDirected ? null : transaction_type]),
  )
  const rows = [...groups.values()]
    .toSorted((one, other) => countOfAll(other) - countOfAll(one))
    .map((members) => sumRow(members, filter, isDirected))
  return firstRows(rows, most)
}

const directions = [
  ...['source_id', 'destination_id', 'source_address', 'destination_address', 'sent_to', 'received_from'],
] as const

function firstRows(rows: readonly FigureRow[], most: number): FigureRows {
  return { rows: rows.slice(0, most), more: Math.max(0, rows.length - most) }
}

function sumRow(members: readonly TotalsRow[], filter: OfferedFilter, isDirected: boolean): FigureRow {
  const { asset_id = null, network_id = null, transaction_type = null } = members[0]?.group ?? {}
  const type = labelOf(typeLabels, transaction_type) ?? transaction_type ?? 'No type'
  const [completed, ...others] = outcomesOf(members)
  const [first, ...rest] = others
  const common = { about: isDirected ? '' : type, asset: assetLabel({ asset_id, network_id }) }
  const hrefOf = ({ statuses }: OutcomeFigure) => {
    const status = statuses?.filter((one) => filter.status?.includes(one) ?? true)
    if (!asset_id || !network_id || !status || (!isDirected && !transaction_type)) return null
    const types = !isDirected && transaction_type ? { transaction_type: [transaction_type] } : {}
    const own = { asset_id: [asset_id], network_id: [network_id], status, ...types }
    return transactionsHref(singleValues({ ...filter, ...own }))
  }
  // Of what is in flight, or failed, nothing else was asked for.
  if (filter.status && !filter.status.includes('completed') && first)
    return {
      ...common,
      ...{ amount: first.sum, text: `in ${countText(first.count)} ${first.words}`, isMuted: true },
      apart: rest.map(apartText),
      href: hrefOf(first),
    }
  return {
    ...common,
    amount: completed.count > 0 ? completed.sum : null,
    text: completed.count > 0 ? `in ${countText(completed.count)}` : 'None completed',
    apart: [
      ...sentences(completed.unreadable > 0 && `${countText(completed.unreadable)} without an amount`),
      ...others.map(apartText),
    ],
    href: completed.count > 0 ? hrefOf(completed) : null,
  }
}

interface OutcomeFigure {
  readonly words: string
  /** Null where no list can be asked for just these. */
  readonly statuses: readonly string[] | null
  readonly count: number
  readonly unreadable: number
  /** Null where nothing could be added up, and of changes of pool, which move nothing. */
  readonly sum: string | null
}

/** Completed first, even if zero; other outcomes only if there are any. */
function outcomesOf(members: readonly TotalsRow[]): readonly [OutcomeFigure, ...OutcomeFigure[]] {
  const figureOf = (words: string, statuses: readonly string[] | null): OutcomeFigure => {
    const known: readonly string[] = statuses ?? transactionStatuses
    const own = members.filter(({ group }) => known.includes(group.status ?? '') === (statuses !== null))
    const unreadable = own.reduce((sum, { amountless }) => sum + amountless, 0)
    const moved = own.filter(({ group }) => group.transaction_type !== 'change pool')
    const sum = sumOfReadable(moved.map(({ amount }) => amount))
    const isKnown = moved.length > 0 && unreadable < countOfAll(own)
    return { words, statuses, count: countOfAll(own), unreadable, sum: isKnown ? writeDecimal(sum) : null }
  }
  return [
    figureOf('completed', ['completed']),
    ...[
      figureOf('in flight', openStatuses),
      figureOf('did not complete', unmovedStatuses),
      figureOf('of unknown status', null),
    ].filter(({ count }) => count > 0),
  ]
}

function apartText({ words, count, sum }: OutcomeFigure): string {
  return `${countText(count)} ${words}${sum === null ? '' : ` (${groupedDecimal(sum)})`}`
}

/** Of all that is completed: the day of the last one, which is in no later span than the newest row. */
export function lastDayText(totals: readonly TotalsRow[], newest: DateSpan | null): string | null {
  const spans = totals.filter(({ group }) => group.status === 'completed').map(({ recorded }) => recorded)
  if (newest === null || spans.includes(null)) return null
  const before = Math.max(...spans.map((span) => span?.before ?? 0))
  const days = daysOf({ from: newest.from, before })
  return days.length === 1 ? `last ${days[0]}` : `last by ${days[1]}`
}

/** The first rows of the sorted list. */
export function largestRows(records: readonly ConsoleTransaction[]): readonly FigureRow[] {
  return records.map((record) => {
    const { transaction_id: id, status, amount, destination, source, recorded } = record
    const isIncoming = record.transaction_type === 'deposit'
    const end = isIncoming
      ? source.source_name || source.source_address
      : destination.destination_name || destination.destination_address
    return {
      about: recorded === null ? 'No date' : daysOf(recorded).join(' – '),
      amount,
      asset: assetLabel(record),
      text: labelOf(statusLabels, status)?.label ?? status ?? 'No status',
      apart: end ? [`${isIncoming ? 'From' : 'To'} ${end}`] : [],
      href: id && transactionHref(id),
      isMuted: status !== 'completed',
    }
  })
}

/** The first and the last, or the only one. */
function daysOf({ from, before }: DateSpan): readonly string[] {
  return [...new Set([from, before - 1].map((at) => dayText(dayOf(at))))]
}

interface OfVaults {
  readonly vaults: readonly string[] | null
  readonly called: readonly string[]
}

/** A report that answers, before it is made. */
export interface FigureReport extends Pick<SearchFigure, 'title' | 'link' | 'file'> {
  readonly name: ReportName
  readonly parameters: URLSearchParams
}

export function feesReport({
  period,
  vaults,
  called,
  isByMonth,
}: OfVaults & { readonly period: Period; readonly isByMonth: boolean }): FigureReport {
  const query = { period, vaults: vaults && { ids: vaults }, assets: null, zone: null }
  const parameters = statementParameters(query)
  return figureReport('fees', parameters, {
    title: `Fees${called.length > 0 ? ` of ${called.join(', ')}` : ''}${isByMonth ? ' by month' : ''}, ${periodName(period)}`,
    link: {
      label: 'Open fees',
      // A row opens to its months.
      href: periodReportView('/fees').href(
        '/fees',
        {},
        { ...parameters, ...(isByMonth && { rows: 'open' }) },
      ),
    },
  })
}

export function holdingsReport({ day, vaults, called }: OfVaults & { readonly day: string }): FigureReport {
  const query = {
    ...{ at: { day, time: null }, vaults: vaults && { ids: vaults }, assets: null, zone: null },
    ...{ reference: null, addressee: null },
  }
  return figureReport('balance-confirmation', confirmationParameters(query), {
    title: `${called.length > 0 ? called.join(', ') : 'Balances'}, end of ${day}`,
    link: { label: 'Open confirmation', href: confirmationHref(query) },
  })
}

function figureReport(
  name: ReportName,
  given: Readonly<Record<string, string>>,
  shown: Pick<SearchFigure, 'title' | 'link'>,
): FigureReport {
  const parameters = new URLSearchParams(given)
  return { name, parameters, ...shown, file: withQuery(`/reports/${name}`, parameters) }
}

/** Rows of the report of fees: an asset each, or each of its months. */
export function feeRows(
  report: Report,
  { assets, isByMonth }: { readonly assets: readonly string[] | null; readonly isByMonth: boolean },
): FigureRows {
  const rows = rowsIn(report, assets).flatMap((row) =>
    (isByMonth ? (row.parts ?? []) : [row]).map(({ cells, href = null }) => ({
      ...figureOf(row, cells.fees, `in ${counted(Number(cells.count), 'fee')}`),
      ...{ about: isByMonth ? (cells.month ?? '') : '', href },
    })),
  )
  return firstRows(
    isByMonth ? rows.toSorted((one, other) => (one.about < other.about ? 1 : -1)) : rows,
    mostReported,
  )
}

export function holdingFigures(report: Report, assets: readonly string[] | null): FigureRows {
  const rows = rowsIn(report, assets).map((row) => figureOf(row, row.cells.balance, row.cells.proof ?? ''))
  return firstRows(rows, mostReported)
}

/** A report has its rows at hand. */
const mostReported = 12

function rowsIn({ tables: [table] }: Report, assets: readonly string[] | null): readonly ReportRow[] {
  return (table?.rows ?? []).filter(({ cells }) => assets?.some((id) => id === cells.asset_id) ?? true)
}

function figureOf({ cells }: ReportRow, amount: string | null | undefined, text: string): FigureRow {
  const { asset_id = null, network_id = null } = cells
  return {
    about: '',
    amount: amount ?? null,
    asset: assetLabel({ asset_id, network_id }),
    text,
    apart: [],
    href: null,
  }
}

/** As links have it: one value is a text. */
export function singleValues(filter: OfferedFilter): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, values = []]) =>
      values.length === 0 ? [] : [[name, values.length === 1 ? (values[0] ?? '') : values]],
    ),
  )
}
