/** Reads the list of a filter alone, for a file of an account whose books are not there. */

import { run } from '../api/retries.ts'
import type { BookedTransactions, DateForms } from '../books/books.ts'
import { readDays } from '../books/reading/read-edges.ts'
import { heedsDates, readTransactionTable } from '../books/reading/read-transactions.ts'
import { type BookRow, dayWithin, eachRow, type TransactionTable } from '../books/transaction-table.ts'
import { counted, countText } from '../contract/count-text.ts'
import { type Day, dayText, rangeOf } from '../contract/day.ts'
import type { ListName } from '../contract/file-names.ts'
import type { WholeList } from '../sync/service/cross-check.ts'
import type { Reading } from '../sync/service/reading.ts'
import { type WalkEnd, type WalkProgress, walkList } from '../sync/service/walk.ts'
import { wholeBalances, wholeVaults, wholeWhitelists } from '../sync/service/whole-lists.ts'
import type { DatesFound, ListRead } from './about-file.ts'
import { filterDoubts, misfitsIn } from './filter-check.ts'
import type { ExportControl, ExportProgress, ExportRequest, ListExport, ListFilter } from './list-export.ts'

export const findingDates: ExportProgress = { text: 'Finding dates', part: null, hasBegun: true }

export interface ListToWrite {
  readonly records: readonly unknown[]
  readonly read: ListRead
  readonly days: ReadonlyMap<string | null, Day> | null
}

interface AloneRequest extends ExportRequest {
  readonly filter: ListFilter
}

export async function readAlone(
  list: ListExport<unknown>,
  request: AloneRequest,
  hasDates: boolean,
  control: ExportControl,
): Promise<ListToWrite> {
  const { filter, account } = request
  const { onProgress } = control
  const reading = await run(
    readParts(request, hasDates, {
      onProgress: (progress) => onProgress?.(readingProgress(progress)),
      onDates: () => onProgress?.(findingDates),
    }),
    control,
  )
  const { records, end, days, dates } = reading
  const misfits = await misfitsIn(records, list, filter)
  const undated = days ? records.filter((record) => !days.has(idOf(record))).length : 0
  const doubts = [
    ...(await filterDoubts(
      filter,
      { misfits, undated, dates, ended: end.ended },
      async () => !list.isDated || (await run(heedsDates(account?.requests[0] ?? filter), control)),
    )),
    ...(account?.doubt ? [account.doubt] : []),
  ]
  const completeness = doubts.length === 0 ? end.completeness : 'partial'
  return {
    ...reading,
    read: {
      end: { ...end, completeness, doubts: [...end.doubts, ...doubts] },
      ...{ begun: end.begun, ended: end.ended, dates },
      remarks: account && account.spellings.length > 0 ? [spellingsRemark(account.spellings)] : [],
    },
  }
}

/** The list of the filter, or those of the spellings of its address, which together are the same. */
function* readParts(
  { list, filter, account }: AloneRequest,
  hasDates: boolean,
  { onProgress, onDates }: { onProgress(progress: WalkProgress): void; onDates(): void },
): Reading<Omit<ListToWrite, 'read'> & { readonly end: WalkEnd; readonly dates: DatesFound | null }> {
  if (list !== 'transactions') {
    const { records, ...end } = yield* walkList(wholeLists[list](filter), { onProgress })
    return { records, end, days: null, dates: null }
  }
  const parts: BookedTransactions[] = []
  for (const one of account?.requests ?? [filter]) {
    const booked = yield* readTransactionTable(one, { onProgress })
    if (hasDates) onDates()
    parts.push(hasDates ? yield* readDays(booked, one) : booked)
  }
  const records = unrepeated(parts.map(({ table }) => rowsIn(table)))
  const end = joinedEnd(parts)
  const isRead = rangeOf(filter, Date.parse(end.ended)) !== null
  const days = new Map(parts.flatMap(({ table, days }) => [...daysById(table, days)]))
  return {
    records,
    end: { ...end, rows: records.length },
    days: hasDates ? days : null,
    dates: hasDates ? joinedDates(parts, isRead ? null : 'unknown-range') : null,
  }
}

const wholeLists: Readonly<
  Record<Exclude<ListName, 'transactions'>, (filter: ListFilter) => WholeList<unknown>>
> = {
  vaults: wholeVaults,
  whitelists: wholeWhitelists,
  balances: (filter) => wholeBalances('all', filter),
  'balances-cold': (filter) => wholeBalances('cold', filter),
  'balances-warm': (filter) => wholeBalances('warm', filter),
}

function rowsIn(table: TransactionTable): readonly BookRow[] {
  const rows: BookRow[] = []
  eachRow(table, (row) => void rows.push(row))
  return rows
}

export function daysById(table: TransactionTable, { failure }: DateForms): ReadonlyMap<string | null, Day> {
  const days = new Map<string | null, Day>()
  if (failure !== null) return days
  eachRow(table, ({ transaction_id }, _, span) => {
    const day = dayWithin(span)
    if (day !== null) days.set(transaction_id, dayText(day))
  })
  return days
}

/** Only transactions have dates, or are in several lists. */
export function idOf(record: unknown): string | null {
  const isTransaction = typeof record === 'object' && record !== null && 'transaction_id' in record
  return isTransaction && typeof record.transaction_id === 'string' ? record.transaction_id : null
}

export function unrepeated(lists: readonly (readonly unknown[])[]): readonly unknown[] {
  const [first = [], ...others] = lists
  if (others.length === 0) return first
  const met = new Set<string>()
  return lists.flat().filter((record) => {
    const id = idOf(record)
    const isNew = id === null || !met.has(id)
    if (id !== null) met.add(id)
    return isNew
  })
}

/** As good as the worst of them. */
function joinedEnd(parts: readonly WalkEnd[]): WalkEnd {
  const [first, ...others] = parts
  if (first === undefined) throw new Error('An export asks for one list at least.')
  return others.reduce((before, end) => {
    const isComplete = [before, end].every(({ completeness }) => completeness === 'complete')
    return {
      ...end,
      completeness: isComplete ? 'complete' : 'partial',
      doubts: [...new Set([...before.doubts, ...end.doubts])],
      since: before.since ?? end.since,
      passes: Math.max(before.passes, end.passes),
      late: before.late + end.late,
      begun: before.begun,
    }
  }, first)
}

function joinedDates(
  parts: readonly BookedTransactions[],
  failure: 'unknown-range' | null,
): DatesFound | null {
  const [first, ...others] = parts.map(({ days }) => days)
  if (first === undefined) return null
  return { ...first, failure: [first, ...others].find((each) => each.failure !== null)?.failure ?? failure }
}

function spellingsRemark(spellings: readonly string[]): string {
  return `The service compares addresses as text. It was asked for ${counted(spellings.length, 'spelling')}: ${spellings.join(', ')}.`
}

function readingProgress({ rows, pages, pass, met }: WalkProgress): ExportProgress {
  const records = counted(rows, 'record')
  const hasBegun = rows > 0
  if (pass === 1) return { text: `${records}, ${counted(pages, 'page')}`, part: null, hasBegun }
  const part = hasBegun ? Math.min(1, met / rows) : null
  return { text: `Second reading: ${countText(met)} of ${records}`, part, hasBegun }
}
