import Sigma from 'lucide-react/icons/sigma'
import { useState } from 'react'
import { useLastTransactionsPage, usePrefetchTransactions, useTransactions } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { ListBody } from '../../list/ListBody.tsx'
import { ListHead } from '../../list/ListHead.tsx'
import { ListRecord } from '../../list/ListRecord.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import { useDates } from '../../list/use-dates.ts'
import { type ListController, useList } from '../../list/use-list.ts'
import {
  recordedDay,
  useDatedCount,
  useDatesStatus,
  useDayBorders,
  useSearchesEnded,
} from '../../records/dates/dates-store.ts'
import { datesInWords } from '../../records/dates/words.ts'
import { usePreferences } from '../../records/preferences.ts'
import { Button } from '../../ui/buttons.tsx'
import { LazyBoundary } from '../../ui/lazy.tsx'
import { transactionsList } from '../../url/lists.ts'
import { Tally } from '../count/index.ts'
import { ExportButton } from '../export/index.ts'
import { Finder } from '../search/index.ts'
import { commonTimestamp, transactionColumns, undatedColumns } from './columns.tsx'
import { transactionFilterGroups } from './filter-groups.tsx'
import {
  changeInWords,
  statusInWords,
  transactionIdentity,
  transactionInWords,
} from './transaction-in-words.ts'

const loadDrawer = () => import('./TransactionDrawer.tsx')

/** `/transactions`: the history of asset movements, newest first, with the open one beside it. */
export default function TransactionsPage() {
  const { dates } = usePreferences()
  const list = useList({
    list: transactionsList,
    useRead: useTransactions,
    usePrefetch: usePrefetchTransactions,
    identity: transactionIdentity,
    groups: transactionFilterGroups,
    columns: dates ? transactionColumns : undatedColumns,
    version: useSearchesEnded(),
    opens: ({ transaction_id: tx }) => (tx ? { params: { tx } } : null),
    openId: (view) => view.params.tx ?? null,
    rowLabel: (row) =>
      [transactionInWords(row), statusInWords(row), recordedDay(row.transaction_id) ?? []].flat().join(', '),
    changeInWords,
    retrievedAt: (rows) => commonTimestamp(rows) ?? null,
  })
  const { page, filter, columns: shown } = list
  const isDated = shown.some(({ id }) => id === 'recorded_on')
  useDates({
    rows: page.outdated ? none : page.rows,
    filter,
    reading: page.latest?.receivedAt,
    wanted: isDated,
  })
  const status = useDatesStatus()
  const isFilteredByDate = filter.start_date !== undefined || filter.end_date !== undefined
  return (
    <>
      <ListHead
        list={list}
        note={isDated && status !== null ? datesInWords(status, isFilteredByDate) : null}
        actions={<ExportButton list={list} />}
        find={<Finder />}
      />
      <ListBody list={list}>
        <DatedRows list={list} isDated={isDated} />
        {(list.pageLength > 0 || (!list.page.latest && !list.error)) && <CountAll filter={list.filter} />}
      </ListBody>
      <ListRecord list={list} load={loadDrawer} />
    </>
  )
}

/** The rows, drawn again alone whenever one more has a date. */
function DatedRows<X extends string>({
  list,
  isDated,
}: {
  list: ListController<Transaction, Name, X>
  isDated: boolean
}) {
  const { rows, filter, sorting } = list
  const isPlain = !sorting.current && Object.keys(filter).every((name) => dateFilters.has(name))
  return (
    <ListRows
      list={list}
      useLastPage={useLastTransactionsPage}
      dividedIds={useDayBorders(isDated && isPlain ? rows : none)}
      version={useDatedCount(isDated ? rows : none)}
    />
  )
}

const none: readonly never[] = []

const dateFilters: ReadonlySet<string> = new Set(['start_date', 'end_date'])

/** Counts and totals everything that the filters match, under the list, when asked. */
function CountAll({ filter }: { filter: Filter<'transactions'> }) {
  const [asked, setAsked] = useState(false)
  const label = 'Count and total all that match'
  const button = (
    <div data-print="hide">
      <Button small icon={<Sigma aria-hidden />} busy={asked} onClick={() => setAsked(true)}>
        {label}
      </Button>
    </div>
  )
  if (!asked) return button
  return (
    <LazyBoundary fallback={button}>
      <Tally filter={filter} button={label} startsAtOnce />
    </LazyBoundary>
  )
}

type Name = keyof Filter<'transactions'>
