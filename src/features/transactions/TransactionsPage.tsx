import { useMemo, useRef } from 'react'
import { usePrefetchTransactions } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { ListLayout } from '../../list/ListLayout.tsx'
import { useOpenRecord } from '../../list/list-focus.ts'
import { type ListPage, useListPage } from '../../list/list-page.ts'
import { useListTable } from '../../list/list-table.ts'
import { DaysContext, type RecordedDays, useRecordedDays } from '../../list/recorded-days.tsx'
import { type ListParams, useListParams } from '../../list/use-list-view.ts'
import { useComparison } from '../../records/addresses/book.tsx'
import { datesInWords } from '../../records/dates.ts'
import { localZone } from '../../records/instant.ts'
import { changeInWords, statusInWords, transactionInWords } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { longestFraction } from '../../ui/decimal-text.ts'
import { FetchedDrawer } from '../../ui/dialogs.tsx'
import { LazyBoundary, lazyView } from '../../ui/lazy.tsx'
import { Banner } from '../../ui/messages.tsx'
import { transactionsList } from '../../url/lists.ts'
import { useTotals } from '../count/use-totals.tsx'
import { ExportButton } from '../export/ExportButton.tsx'
import { AccountNotice, useTransactionMatches } from './account-list.tsx'
import { ageInWords, transactionColumns } from './columns.tsx'
import { transactionFilterGroups } from './filter-groups.tsx'

// Only where the service cannot answer, and not for long.
const BooksNeeded = lazyView(async () => {
  const module = await import('../../work/BooksNeeded.tsx')
  return { default: module.BooksNeeded }
}).View

const drawer = lazyView(() => import('./TransactionDrawer.tsx'))

/** `/transactions`: the history of asset movements, newest first, with the open one beside it. */
export default function TransactionsPage() {
  const { live } = usePreferences()
  const listParams = useListParams(transactionsList)
  const { filter, view } = listParams
  const { sort } = view.params
  const { query, beside, asked, range, held, isAsked, ...account } = useTransactionMatches(
    filter,
    { ...listParams.range, ...(sort !== undefined && { sort }) },
    live,
  )
  // Rows of other spellings replace those of the first: they are no news.
  const params = { ...listParams, rowsKey: JSON.stringify([listParams.rowsKey, held]) }
  const page = useListPage(params, query, { idOf, beside, doubt: account.doubt, changeInWords })
  const { latest, isFromBooks, isPlaceholder } = page
  usePrefetchTransactions(
    asked,
    latest?.hasNext && !isPlaceholder ? { ...range, offset: range.offset + latest.records.length } : null,
  )
  const { table, note, dividedIds, days } = useTransactionsTable(params, page, held)
  const labelOf = (row: Transaction) => rowLabel(row, days)
  const open = useOpenRecord(params, page, table, { name: 'tx', labelOf })
  const totals = useTotals(filter)
  const asOf = (!isFromBooks && latest && commonTimestamp(latest.records)) || page.asOf
  return (
    <DaysContext value={days}>
      <ListLayout
        params={params}
        page={{ ...page, asOf }}
        table={table}
        groups={transactionFilterGroups}
        note={note}
        actions={<ExportButton params={params} table={table} />}
        rowLabel={labelOf}
        open={open}
        dividedIds={dividedIds}
        {...(isAsked ? { totals } : { instead: <AllRecordsNeeded what="This list" /> })}
      >
        <AccountNotice {...account} held={held} />
        {table.unsorted !== null && !isFromBooks && <AllRecordsNeeded what="Sorting the whole list" />}
        {days.whose === 'local' && <p data-print="only">Dates are days in {localZone()}.</p>}
      </ListLayout>
      <FetchedDrawer view={drawer} onClose={open.close} wanted={page.isLoaded || open.id !== null}>
        {open.id !== null && <drawer.View id={open.id} page={page} open={open} />}
      </FetchedDrawer>
    </DaysContext>
  )
}

/** In place of what only all records can tell: how far they are read, or why they do not tell it. */
function AllRecordsNeeded({ what }: { what: string }) {
  return (
    <LazyBoundary>
      <BooksNeeded what={what}>
        {() => (
          <Banner tone="warning" title="Not all transactions could be read">
            <p>
              {what} needs all of them. Until then, use one value for each filter, and neither amounts nor
              words.
            </p>
          </Banner>
        )}
      </BooksNeeded>
    </LazyBoundary>
  )
}

function useTransactionsTable(
  params: ListParams,
  page: ListPage<Transaction>,
  held: readonly Filter<'transactions'>[],
) {
  const { rows, latest, isFromBooks, isPlaceholder } = page
  const asked = { rows: isPlaceholder ? none : rows, filter: held, reading: latest?.receivedAt }
  const days = useRecordedDays(asked, false)
  const columns = useColumns(rows, isFromBooks ? none : (latest?.records ?? none), days)
  const table = useListTable(params, page, columns, days.search)
  const isDated = table.model.getVisibleLeafColumns().some(({ id }) => id === 'recorded_on')
  useRecordedDays(asked, isDated)
  const { start_date, end_date, ...otherFilters } = params.filter
  const note = useNote(isDated ? days : null, Boolean(start_date ?? end_date))
  const isByDate = isDated && !params.view.params.sort && Object.keys(otherFilters).length === 0
  const dividedIds = useMemo(() => dayBorders(isByDate ? rows : none, days), [isByDate, rows, days])
  return { table, note, dividedIds, days }
}

const none: readonly never[] = []
const idOf = (row: Transaction) => row.transaction_id

function useColumns(
  rows: readonly Transaction[],
  latest: readonly Transaction[],
  days: RecordedDays,
): ReturnType<typeof transactionColumns> {
  const { dates } = usePreferences()
  const amount = longestFraction(rows.map((row) => row.amount))
  const fee = longestFraction(rows.map((row) => row.fee))
  const hasInstants = commonTimestamp(latest) === undefined
  const isOldestFirst = useMemo(() => startsWithOldest(rows, days), [rows, days])
  // Other columns render every cell again. So until a date is known they are those of UTC, and they sort by the latest days.
  const whose = days.whose ?? 'utc'
  const latestDays = useRef(days)
  latestDays.current = days
  return useMemo(() => {
    const sortKeyOf = (id: string | null) => latestDays.current.sortKeyOf(id)
    const date = dates ? { sortKeyOf, whose, isOldestFirst } : null
    return transactionColumns({ amount, fee }, date, hasInstants)
  }, [amount, fee, dates, whose, isOldestFirst, hasInstants])
}

/** `days` is null where their column is hidden. */
function useNote(days: RecordedDays | null, isFilteredByDate: boolean): string | null {
  const comparison = useComparison()
  const status = days?.status ?? null
  const notes = [
    ...(status === null ? [] : [datesInWords(status, isFilteredByDate)]),
    ...(isFilteredByDate && days?.whose === 'local' ? ['Filtered by UTC days, not by yours'] : []),
    ...(comparison === 'failed' ? [addressesNotCompared] : []),
  ]
  return notes.length === 0 ? null : notes.join(' · ')
}

const addressesNotCompared = 'Addresses not compared: not all known ones could be read'

/** Whether the service lists the oldest first, by the days that are known. */
function startsWithOldest(rows: readonly Transaction[], days: RecordedDays): boolean {
  const sortKeys = rows.flatMap((row) => days.sortKeyOf(row.transaction_id) ?? [])
  return (sortKeys[0] ?? '') < (sortKeys.at(-1) ?? '')
}

function rowLabel(row: Transaction, days: RecordedDays): string {
  const day = days.sortKeyOf(row.transaction_id)
  const age = ageInWords(row, day, days.whose ?? 'utc')
  // In the order of the row.
  const when = [day, age].filter((text) => text !== null).join(' ')
  return [transactionInWords(row), statusInWords(row), ...(when === '' ? [] : [when])].join(', ')
}

/** The ids of the rows that begin another day; none where the rows are not in the order of their days. */
function dayBorders(rows: readonly Transaction[], days: RecordedDays): ReadonlySet<string> {
  const borders = new Set<string>()
  let before: string | null = null
  for (const { transaction_id: id } of rows) {
    const day = days.sortKeyOf(id)
    if (day !== null && before !== null && day > before) return new Set()
    if (id !== null && day !== null && before !== null && day < before) borders.add(id)
    before = day
  }
  return borders
}

/** The instant at which all rows were retrieved, null where none says; undefined where they differ. */
function commonTimestamp(rows: readonly Transaction[]): string | null | undefined {
  const [first] = rows
  return rows.every(({ timestamp }) => timestamp === first?.timestamp)
    ? (first?.timestamp ?? null)
    : undefined
}
