import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { usePrefetchTransactions } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import { ListLayout } from '../../list/ListLayout.tsx'
import { useRowHref } from '../../list/list-focus.ts'
import { type ListPage, useListPage, useListTable } from '../../list/list-page.ts'
import {
  DaysContext,
  type DaysShown,
  type RecordedDays,
  useDates,
  useRecordedDays,
} from '../../list/recorded-days.tsx'
import { useListParams } from '../../list/use-list-view.ts'
import { useComparison } from '../../records/addresses/book.tsx'
import { datesInWords } from '../../records/dates.ts'
import { localZone } from '../../records/instant.ts'
import { changeInWords, statusInWords, transactionInWords } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { longestFraction } from '../../ui/decimal-text.ts'
import { FetchedDrawer } from '../../ui/dialogs.tsx'
import { LazyBoundary, lazyView } from '../../ui/lazy.tsx'
import { transactionsList } from '../../url/lists.ts'
import { useReading } from '../../work/use-books.ts'
import { useTotals } from '../count/index.ts'
import { ExportButton } from '../export/index.ts'
import { AccountNotice } from './AccountNotice.tsx'
import { ageInWords, transactionColumns } from './columns.tsx'
import { transactionFilterGroups } from './filter-groups.tsx'
import { useListedTransactions } from './use-listed.ts'

// Only where the service cannot answer, and not for long.
const NeedsRecords = lazyView(() => import('./NeedsRecords.tsx')).View

const drawer = lazyView(() => import('./TransactionDrawer.tsx'))

/** `/transactions`: the history of asset movements, newest first, with the open one beside it. */
export default function TransactionsPage() {
  const { live } = usePreferences()
  const listParams = useListParams(transactionsList)
  const { filter, view } = listParams
  const { sort } = view.params
  const { query, beside, asked, range, held, isFromBooks, isAsked, ...account } = useListedTransactions(
    filter,
    { ...listParams.range, ...(sort !== undefined && { sort }) },
    live,
  )
  // Rows of other spellings, or in another order, replace those of the first: they are no news.
  const rowsKey = JSON.stringify([listParams.rowsKey, held, isFromBooks ? (sort ?? null) : null])
  const params = { ...listParams, rowsKey }
  const listed = useListPage(params, query, {
    idOf,
    beside,
    isFromBooks,
    changeInWords,
    ...(!isFromBooks && { retrievedAt: (rows: readonly Transaction[]) => commonTimestamp(rows) ?? null }),
  })
  const page = useBooksRefresh(listed)
  const { rows, latest, isPlaceholder, isLoaded } = page
  usePrefetchTransactions(
    asked,
    latest?.hasNext && !isPlaceholder ? { ...range, offset: range.offset + latest.records.length } : null,
  )
  const shownDays = useRecordedDays()
  const { days } = shownDays
  const columns = useColumns(rows, isFromBooks ? none : (latest?.records ?? none), shownDays)
  const table = useListTable(params, page, columns, days.searchesEnded())
  const isDated = table.model.getVisibleLeafColumns().some(({ id }) => id === 'recorded_on')
  useDates({ rows: isPlaceholder ? none : rows, filter: held, reading: latest?.receivedAt, wanted: isDated })
  const { start_date, end_date, ...otherFilters } = filter
  const note = useNote(isDated ? days : null, Boolean(start_date ?? end_date))
  const isByDate = isDated && !view.params.sort && Object.keys(otherFilters).length === 0
  const dividedIds = useMemo(() => dayBorders(isByDate ? rows : none, shownDays), [isByDate, rows, shownDays])
  const { tx: openId = null } = view.params
  const hrefOf = useRowHref(params, page, 'tx')
  const close = () => params.patch({ params: { tx: null } })
  const totals = useTotals(filter)
  return (
    <DaysContext value={shownDays}>
      <ListLayout
        params={params}
        page={page}
        table={table}
        groups={transactionFilterGroups}
        note={note}
        actions={<ExportButton params={params} table={table} />}
        rowHref={(row) => hrefOf(row.transaction_id)}
        rowLabel={(row) => labelOf(row, shownDays)}
        openId={openId}
        dividedIds={dividedIds}
        {...(isAsked && { totals })}
        {...(!isAsked && {
          instead: (
            <LazyBoundary>
              <NeedsRecords what="This list" />
            </LazyBoundary>
          ),
        })}
      >
        <AccountNotice {...account} held={held} />
        {table.unsorted !== null && !isFromBooks && (
          <LazyBoundary>
            <NeedsRecords what="Sorting the whole list" />
          </LazyBoundary>
        )}
        {isDated && days.whose() === 'local' && <p data-print="only">Dates are days in {localZone()}.</p>}
      </ListLayout>
      <FetchedDrawer view={drawer} onClose={close} wanted={isLoaded || openId !== null}>
        {openId !== null && (
          <drawer.View
            id={openId}
            rows={table.model.getRowModel().rows.map(({ original }) => original)}
            page={page}
            params={params}
          />
        )}
      </FetchedDrawer>
    </DaysContext>
  )
}

const none: readonly never[] = []
const idOf = (row: Transaction) => row.transaction_id

function useColumns(
  rows: readonly Transaction[],
  latest: readonly Transaction[],
  shownDays: DaysShown,
): ReturnType<typeof transactionColumns> {
  const { days } = shownDays
  const { dates } = usePreferences()
  const amount = longestFraction(rows.map((row) => row.amount))
  const fee = longestFraction(rows.map((row) => row.fee))
  const hasInstants = commonTimestamp(latest) === undefined
  const isOldestFirst = useMemo(() => startsWithOldest(rows, shownDays), [rows, shownDays])
  // Until a date is known, the columns are those of UTC: other columns render every cell again.
  const whose = days.whose() ?? 'utc'
  return useMemo(
    () =>
      transactionColumns({ amount, fee }, { days: dates ? days : null, whose, isOldestFirst, hasInstants }),
    [amount, fee, dates, days, whose, isOldestFirst, hasInstants],
  )
}

/** What the rows do not show by themselves. `days` is null where their column is not shown. */
function useNote(days: RecordedDays | null, isFilteredByDate: boolean): string | null {
  const comparison = useComparison()
  const status = days?.status() ?? null
  const notes = [
    ...(status === null ? [] : [datesInWords(status, isFilteredByDate)]),
    ...(isFilteredByDate && days?.whose() === 'local' ? ['Filtered by UTC days, not by yours'] : []),
    ...(comparison === 'failed' ? [addressesNotCompared] : []),
  ]
  return notes.length === 0 ? null : notes.join(' · ')
}

const addressesNotCompared = 'Addresses not compared: not all known ones could be read'

/** Whether the service lists the oldest first, by the days that are known. */
function startsWithOldest(rows: readonly Transaction[], { days }: DaysShown): boolean {
  const sortKeys = rows.flatMap((row) => days.sortKeyOf(row.transaction_id) ?? [])
  return (sortKeys[0] ?? '') < (sortKeys.at(-1) ?? '')
}

/** What a row's link is called. */
function labelOf(row: Transaction, { days }: DaysShown): string {
  const day = days.sortKeyOf(row.transaction_id)
  const age = ageInWords(row, day, days.whose() ?? 'utc')
  // As they stand in the row, one after the other.
  const when = [day, age].filter((text) => text !== null).join(' ')
  return [transactionInWords(row), statusInWords(row), ...(when === '' ? [] : [when])].join(', ')
}

/** The ids of the rows that begin another day; none where the rows are not in the order of their days. */
function dayBorders(rows: readonly Transaction[], { days }: DaysShown): ReadonlySet<string> {
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

/** Books are brought up to date before their list is shown anew. */
function useBooksRefresh(page: ListPage<Transaction>): ListPage<Transaction> {
  const { latest, isFromBooks } = page
  const { read, isUnderWay } = useReading()
  const [before, setBefore] = useState<{ readonly page: typeof latest } | null>(null)
  const adopt = useEffectEvent(() => {
    setBefore(null)
    page.adopt()
  })
  useEffect(() => {
    if (before !== null && latest !== before.page) adopt()
  }, [before, latest])
  if (!isFromBooks) return page
  return {
    ...page,
    isFetching: page.isFetching || (before !== null && isUnderWay),
    refresh() {
      setBefore({ page: latest })
      read()
    },
  }
}
