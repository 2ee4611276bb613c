/** The whole history of an address, from the books: what was sent to it and received from it. */

import type { Books } from '../../books/books.ts'
import { allDays } from '../../books/edges.ts'
import { groupBy } from '../../books/pairs.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import { sameAccount } from '../../chains/index.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { dayText } from '../../contract/day.ts'
import { checkHref } from '../../url/hrefs.ts'
import type { ViewControl } from '../../work/views.ts'
import { type Report, type ReportRow, type ReportTable, recordColumns, recordRow } from '../report/logic.ts'
import { addBooked, countInBooks, countTotals } from './count.ts'
import { countTables, everySpelling } from './count-report.ts'

const ends = ['sent', 'received'] as const
type End = (typeof ends)[number]

declare module '../../work/views.ts' {
  interface BooksViews {
    'address-history': typeof addressHistoryAnswer
  }
}

/** With the days of all transactions, which take a while to find. */
export async function addressHistoryAnswer(
  books: Books,
  { address, isDated }: { readonly address: string; readonly isDated: boolean },
  { divide }: ViewControl,
): Promise<Report> {
  return addressHistory(isDated ? await divide(allDays(books)) : books, address)
}

export function addressHistory(books: Books, address: string): Report {
  const totals = { sent: countTotals(), received: countTotals() }
  const isSame = sameAccount(address)
  const rows: ReportRow[] = []
  eachRow(books.transactions.table, (row, day) => {
    const at = ends.filter((end) => isSame(addressAt(end, row), row.network_id))
    if (at.length === 0) return
    for (const end of at) addBooked(totals[end], row, null)
    const record = recordRow(row, day === null ? null : dayText(day), rows.length)
    rows.push({ ...record, cells: { ...record.cells, direction: directionText(at) } })
  })
  const counts = { sent: countInBooks(books, totals.sent), received: countInBooks(books, totals.received) }
  const { basis } = counts.sent
  const isPart = basis.doubts.length > 0
  const tables = ends.map((end): ReportTable => {
    const filter = end === 'sent' ? { destination_address: address } : { source_address: address }
    const [amounts] = countTables(counts[end], { filter, by: 'asset', split: 'none' })
    return { ...amounts, name: end, title: titles[end], empty: empty[end] }
  })
  return {
    name: 'address-history',
    title: 'Whole history',
    headline: {
      text: `${isPart ? 'Partial: ' : ''}${counted(rows.length, 'transaction')}, ${countText(counts.sent.rows)} sent to it, ${countText(counts.received.rows)} received from it`,
      tone: isPart ? 'warning' : 'neutral',
    },
    tables: rows.length === 0 ? [] : [...tables, transactionsTable(rows)],
    remarks: [everySpelling, 'Sums include every status.'],
    basis,
    parameters: { address },
    link: checkHref({ address }),
  }
}

const titles: Readonly<Record<End, string>> = { sent: 'Sent to it', received: 'Received from it' }
const empty: Readonly<Record<End, string>> = {
  sent: 'Nothing was sent to it.',
  received: 'Nothing was received from it.',
}

function addressAt(end: End, { source, destination }: BookedTransaction): string | null {
  return end === 'sent' ? destination.destination_address : source.source_address
}

function directionText([end, other]: readonly End[]): string {
  return other ? 'Both' : end === 'sent' ? 'Sent' : 'Received'
}

function transactionsTable(rows: readonly ReportRow[]): ReportTable {
  return {
    name: 'transactions',
    title: 'Transactions',
    columns: [
      ...recordColumns.slice(0, 1),
      ...(rows.length > mostFlat
        ? [{ name: 'transactions', label: 'Transactions', kind: 'count' } as const]
        : []),
      { name: 'direction', label: 'Direction', kind: 'text' },
      ...recordColumns.slice(1),
    ],
    rows: rows.length > mostFlat ? byMonth(rows) : rows,
    empty: 'No transactions',
    levels: ['month', 'transaction'],
  }
}

/** More transactions are folded by month. */
const mostFlat = 20

function byMonth(rows: readonly ReportRow[]): readonly ReportRow[] {
  return [...groupBy(rows, ({ cells }) => cells.recorded_on?.slice(0, 7) ?? 'No date')].map(
    ([month, parts]) => ({
      id: month,
      cells: { recorded_on: month, transactions: String(parts.length) },
      parts,
    }),
  )
}
