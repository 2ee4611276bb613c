/** Makes the file of a list: of the books where these know that it is complete, or else of a reading of its filter alone. */

import { openSource } from '../api/pack-source.ts'
import { areDaysOfBooks, recordsInBooks, transactionsInBooks } from '../books/answer.ts'
import type { Books } from '../books/books.ts'
import { allDays, filterEdges } from '../books/edges.ts'
import type { TransactionMatches } from '../books/find-transactions.ts'
import type { Edge } from '../books/transaction-table.ts'
import { counted, countText } from '../contract/count-text.ts'
import { needsBooks } from '../contract/endpoints.ts'
import { RequestFault } from '../contract/query.ts'
import { filterQuery, filterTexts, serviceParameters } from '../url/list-view.ts'
import { aboutList, endInBooks, listOfBooks } from './about-file.ts'
import { daysById, findingDates, idOf, type ListToWrite, readAlone, unrepeated } from './list-alone.ts'
import {
  bookedExport,
  type ExportControl,
  type ExportRequest,
  recordedColumn,
  withDates,
} from './list-export.ts'
import { addInTurns, type ByteSink, beginFile, type WrittenFile } from './written-file.ts'

/** Throws what `run` and the sink throw. */
export async function runExport(
  request: ExportRequest,
  sink: ByteSink,
  control: ExportControl,
): Promise<WrittenFile> {
  const { filter, format, columns } = request
  const { onProgress } = control
  const list = bookedExport(request.list)
  const hasDates = list.isDated === true && columns.includes(recordedColumn)
  const selection =
    (await listInBooks(request, hasDates, control)) ??
    (await readAlone(list, { ...request, filter: serviceParameters(filter) }, hasDates, {
      ...control,
      session: request.session,
    }))
  const { records, days, read } = selection
  const content = days ? withDates(list, (record) => days.get(idOf(record)) ?? null) : list
  const file = await beginFile(format, content, columns, sink)
  await addInTurns(file, records, control.signal, (written) =>
    onProgress?.({
      text: `Writing: ${countText(written)} of ${counted(records.length, 'record')}`,
      part: written / records.length,
      hasBegun: true,
    }),
  )
  const undated = days ? records.filter((record) => !days.has(idOf(record))).length : 0
  return file.end(aboutList(list, filterTexts(filter), read, undated))
}

/**
 * Null where the books do not know the list, or do not prove it. Beside an open pack, and for a filter that no service takes, nothing else can be
 * asked.
 */
async function listInBooks(
  request: ExportRequest,
  hasDates: boolean,
  { find, divide, now = Date.now, onProgress }: ExportControl,
): Promise<ListToWrite | null> {
  const { list, filter, books: id } = request
  const { endpoint } = bookedExport(list).of
  const isOnlySource = openSource() !== null || needsBooks(filter)
  if (id === null) {
    if (needsBooks(filter)) throw new Error('This filter needs all records of the account.')
    return null
  }
  if (!isOnlySource && endInBooks(find(id), endpoint, now()).completeness !== 'complete') return null
  try {
    const selected = await selectedInBooks(find(id), request, (edges) => {
      // The service may still refuse the filter.
      onProgress?.({ ...findingDates, hasBegun: false })
      return divide(id, edges)
    })
    const { records } = selected
    if (hasDates) onProgress?.(findingDates)
    const wanted = new Set(records.map((record) => idOf(record) ?? ''))
    const books = hasDates ? await divide(id, allDays(selected.books, filter), wanted) : selected.books
    const { table, days, rows } = books.transactions
    // The records were chosen by dates that turned out to contradict each other.
    if (filterEdges(books, serviceParameters(filter)).length > 0 && days.failure !== null && !isOnlySource)
      return null
    const read = listOfBooks(books, endpoint, hasDates ? days : null, now())
    const whole = list === 'transactions' ? counted(rows, 'transaction') : 'records'
    const remark = `Selected from all ${whole} of the account, as of ${books.ended}.`
    return {
      records,
      read: { ...read, remarks: [remark, ...read.remarks] },
      days: hasDates ? daysById(table, days) : null,
    }
  } catch (error) {
    // They do not know on which side of the filter's dates a transaction is, or the service refuses the filter.
    if (error instanceof RequestFault && !isOnlySource) return null
    throw error
  }
}

/** The records of a list in the books. Throws a `RequestFault` where they cannot tell them, and as `divide` does. */
async function selectedInBooks(
  books: Books,
  { list, filter, account }: Pick<ExportRequest, 'list' | 'filter' | 'account'>,
  divide: (edges: readonly Edge[]) => Promise<Books>,
): Promise<{ readonly books: Books; readonly records: readonly unknown[] }> {
  const { endpoint } = bookedExport(list).of
  const divided = await dividedByDates(books, filter, divide)
  const lists = (account && !needsBooks(filter) ? account.requests : [filter]).map((asked) =>
    recordsInBooks(divided, `${endpoint}?${filterQuery(asked)}`),
  )
  return { books: divided, records: unrepeated(lists) }
}

/** The transactions of a filter, and the books divided by its dates and by these edges. Throws as `selectedInBooks` does. */
export async function transactionsOfFilter(
  books: Books,
  filter: ExportRequest['filter'],
  divide: (edges: readonly Edge[]) => Promise<Books>,
  edges: readonly Edge[] = [],
): Promise<{ readonly books: Books; readonly listed: TransactionMatches }> {
  const divided = await dividedByDates(books, filter, divide, edges)
  return { books: divided, listed: transactionsInBooks(divided, filterQuery(filter).toString()) }
}

async function dividedByDates(
  books: Books,
  filter: ExportRequest['filter'],
  divide: (edges: readonly Edge[]) => Promise<Books>,
  finer: readonly Edge[] = [],
): Promise<Books> {
  const dates = serviceParameters(filter)
  if (!areDaysOfBooks(books, dates))
    throw new RequestFault(
      'TXN-03',
      'The days of the records and the dates of the filter may be in different time zones.',
    )
  const edges = new Map([...filterEdges(books, dates), ...finer].map((edge) => [edge.at, edge]))
  if (edges.size === 0) return books
  return await divide([...edges.values()].sort((one, other) => one.at - other.at))
}
