import Sigma from 'lucide-react/icons/sigma'
import { useState } from 'react'
import { useLastTransactionsPage, usePrefetchTransactions, useTransactions } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { FindField } from '../../list/find/FindField.tsx'
import { hiddenRemark } from '../../list/find/pasted.ts'
import type { SearchAction, SearchResult } from '../../list/find/search.ts'
import { ListBody } from '../../list/ListBody.tsx'
import { ListHead } from '../../list/ListHead.tsx'
import { ListRecord } from '../../list/ListRecord.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import { useDates } from '../../list/use-dates.ts'
import { type ListController, useList } from '../../list/use-list.ts'
import type { UseListView } from '../../list/use-list-view.ts'
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
import { useStableCallback } from '../../ui/hooks.ts'
import { announce } from '../../ui/inline.tsx'
import { LazyBoundary } from '../../ui/lazy.tsx'
import { transactionsList, transactionsView } from '../../url/lists.ts'
import { Tally } from '../count/index.ts'
import { ExportButton } from '../export/index.ts'
import { commonTimestamp, transactionColumns, undatedColumns } from './columns.tsx'
import { transactionFilterGroups } from './filter-groups.tsx'
import styles from './TransactionsPage.module.css'
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
        find={<FindTransactions {...list} />}
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

/** Finds anything: sets the filter that a text means, or opens the transaction; and says how it was found. */
function FindTransactions({ view, patch }: Pick<UseListView<Name, 'tx'>, 'view' | 'patch'>) {
  const [found, setFound] = useState<{ action: SearchAction; remark: string } | null>(null)
  const find = useStableCallback(({ action, note }: SearchResult, hidden: readonly string[]) => {
    const remark = [
      ...(action.kind === 'open' ? [`${note}.`] : []),
      ...(hidden.length > 0 ? [hiddenRemark(hidden)] : []),
    ].join(' ')
    setFound({ action, remark })
    if (remark !== '') announce(remark)
    if (action.kind === 'open') patch({ params: { tx: action.transactionId } })
    if (action.kind === 'filter') patch({ filter: { ...(action.alone ? noFilter : {}), ...action.filter } })
  })
  return (
    <>
      <FindField onFind={find} />
      {found && found.remark !== '' && isInEffect(found.action) && (
        <p className={styles.remark} data-print="hide">
          {found.remark}
        </p>
      )}
    </>
  )

  function isInEffect(action: SearchAction): boolean {
    if (action.kind === 'open') return view.params.tx === action.transactionId
    if (action.kind !== 'filter') return false
    return transactionsView.filters.every(
      (name) => action.filter[name] === undefined || action.filter[name] === view.filter[name],
    )
  }
}

const noFilter = Object.fromEntries(transactionsView.filters.map((name) => [name, null]))
