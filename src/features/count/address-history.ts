/** The whole history of an address, from the books: what was sent to it and received from it. */

import type { Books } from '../../books/books.ts'
import { allDays } from '../../books/edges.ts'
import { groupBy } from '../../books/pairs.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import { sameAccount } from '../../chains/index.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { dayText } from '../../contract/day.ts'
import { nameOrId } from '../../records/labels.ts'
import { checkHref, transactionHref } from '../../url/hrefs.ts'
import type { ViewControl } from '../../work/views.ts'
import type { Report, ReportRow, ReportTable } from '../report/logic.ts'
import { addBooked, countInBooks, countTotals } from './count.ts'
import { countTables, everySpelling } from './report.ts'

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
    rows.push(historyRow(String(rows.length), row, day, at))
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

function historyRow(id: string, row: BookedTransaction, day: number | null, at: readonly End[]): ReportRow {
  const { transaction_id, transaction_type, status, asset_id, network_id, amount, txn_hash } = row
  const [end = 'sent'] = at
  return {
    id,
    cells: {
      recorded_on: day === null ? null : dayText(day),
      direction: at.length > 1 ? 'Both' : end === 'sent' ? 'Sent' : 'Received',
      ...{ transaction_type, status, amount, asset_id, network_id },
      other_party: otherParty(row, end),
      address: addressAt(end, row),
      ...{ txn_hash, transaction_id },
    },
    href: transaction_id === null ? null : transactionHref(transaction_id),
  }
}

function otherParty({ source, destination }: BookedTransaction, end: End): string | null {
  return end === 'sent'
    ? nameOrId(source.source_name, source.source_id || source.source_address)
    : nameOrId(destination.destination_name, destination.destination_id || destination.destination_address)
}

function transactionsTable(rows: readonly ReportRow[]): ReportTable {
  return {
    name: 'transactions',
    title: 'Transactions',
    columns: [
      { name: 'recorded_on', label: 'Date', kind: 'day' },
      ...(rows.length > mostFlat
        ? [{ name: 'transactions', label: 'Transactions', kind: 'count' } as const]
        : []),
      { name: 'direction', label: 'Direction', kind: 'text' },
      { name: 'transaction_type', label: 'Type', kind: 'type' },
      { name: 'status', label: 'Status', kind: 'status' },
      { name: 'amount', label: 'Amount', kind: 'amount' },
      { name: 'asset_id', label: 'Asset', kind: 'asset' },
      { name: 'network_id', label: 'Network', kind: 'network' },
      { name: 'other_party', label: 'Other party', kind: 'text' },
      { name: 'address', label: 'Address', kind: 'address', inFile: 'only' },
      { name: 'txn_hash', label: 'Hash', kind: 'text', inFile: 'only' },
      { name: 'transaction_id', label: 'Transaction id', kind: 'transaction', inFile: 'only' },
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
