import { useMemo, useRef } from 'react'
import {
  type TransactionRange,
  type TransactionsAsked,
  useListsFromBooks,
  usePrefetchTransactions,
  useTransactions,
} from '../../api/hooks.ts'
import { type Filter, needsBooks, serviceFilter, type TransactionFilter } from '../../contract/endpoints.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import { notAsked, stillAsking, useAddressRequests } from '../../list/address-requests.ts'
import { ListLayout } from '../../list/ListLayout.tsx'
import { useOpenRecord } from '../../list/list-focus.ts'
import { type ListPage, type ListParams, useListPage, useListParams } from '../../list/list-page.ts'
import { useListTable } from '../../list/list-table.ts'
import { DaysContext, type RecordedDays, useRecordedDays } from '../../list/recorded-days.tsx'
import { useComparison } from '../../records/addresses/book.tsx'
import { datesInWords } from '../../records/dates.ts'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { localZone } from '../../records/instant.ts'
import { changeInWords, statusInWords, transactionInWords } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { FetchedDrawer } from '../../ui/dialogs.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { LazyBoundary, lazyView } from '../../ui/lazy.tsx'
import { Link } from '../../ui/links.tsx'
import { Banner } from '../../ui/messages.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { transactionsList } from '../../url/lists.ts'
import { useTotals } from '../count/use-totals.tsx'
import { ExportButton } from '../export/ExportButton.tsx'
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

/**
 * A service compares addresses as text, so it is asked for an account in every spelling. The rows of the address as written come first. Those of
 * its other spellings join them once chains and lists are loaded. Books know them all.
 */
function useTransactionMatches(
  filter: TransactionFilter,
  { sort, ...pages }: TransactionRange,
  live: boolean,
) {
  const isFromBooks = useListsFromBooks()
  const isAsked = isFromBooks || !needsBooks(filter)
  const { written, known, doubt } = useAddressRequests(filter)
  const range = isFromBooks && sort !== undefined ? { ...pages, sort } : pages
  const isMore = isAsked && !isFromBooks && known.requests.length > written.requests.length
  const all = useTransactions(known.requests, range, { live, enabled: isMore })
  const isJoined = isMore && all.data !== undefined
  const asked: TransactionsAsked = isFromBooks ? filter : written.requests
  const first = useTransactions(asked, range, { live, enabled: isAsked && !isJoined })
  const { requests, spellings } = isJoined ? known : written
  const joined = (isJoined ? all : first).data?.joined
  const at = (places: readonly number[]) => places.flatMap((place) => requests[place] ?? [])
  const held = joined && joined.held.length > 0 ? at(joined.held) : written.requests
  const { source_address: _, destination_address: __, ...plain } = serviceFilter(filter)
  return {
    query: isJoined ? all : first,
    beside: isMore ? [all] : [],
    isFromBooks,
    /** False where only books can tell, and they are not there. */
    isAsked,
    /** `held` are the filters whose lists are shown, as a service takes them. */
    asked: isJoined ? known.requests : asked,
    range,
    held: useStableValue(isFromBooks ? [plain] : held),
    leftOut: joined ? at(joined.leftOut) : [],
    spellings: isFromBooks ? [] : spellings,
    /** Why there may be more than is listed: a sentence. */
    doubt: isFromBooks ? null : isMore && !isJoined ? (all.isError ? notAsked : stillAsking) : doubt,
  }
}

/** "To 0x…", "From 0x…". */
function requestInWords({ source_address, destination_address }: Filter<'transactions'>): string {
  return [
    ...(destination_address === undefined ? [] : [`To ${destination_address}`]),
    ...(source_address === undefined ? [] : [`From ${source_address}`]),
  ].join(', ')
}

/** Which spellings of an address were asked for, and what of them is not in the list. */
function AccountNotice({
  held,
  leftOut,
  spellings,
  doubt,
}: {
  held: readonly Filter<'transactions'>[]
  leftOut: readonly Filter<'transactions'>[]
  spellings: readonly string[]
  doubt: string | null
}) {
  const [shown] = held
  const ends = new Set(held.map(({ source_address }) => (source_address === undefined ? 'to' : 'from')))
  return (
    <>
      {leftOut.length > 0 && shown && (
        <Banner tone="warning" title="Not all transactions of this address are in this list">
          <p>
            Its lists are too long to be read whole and joined. Here: <Request request={shown} />. Not here:
          </p>
          <ul>
            {leftOut.map((request) => (
              <li key={JSON.stringify(request)}>
                <Link to={transactionsHref(request)}>
                  <Request request={request} />
                </Link>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {(spellings.length > 1 || doubt !== null) && (
        <details className={classes(layout.small, layout.muted)}>
          <summary>
            {spellings.length > 1
              ? `Asked for ${spellings.length} spellings of the address`
              : 'Asked for the address as written'}
            {ends.size > 1 && ', first to it, then from it'}
            {doubt !== null && `. ${doubt}`}
          </summary>
          <ul>
            {spellings.map((spelling) => (
              <li key={spelling}>
                <FullIdentifier text={spelling} grouped={false} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Request({ request }: { request: Filter<'transactions'> }) {
  return <UntrustedText text={requestInWords(request)} />
}
