import { useLastTransactionsPage, usePrefetchTransactions, useTransactions } from '../../api/hooks.ts'
import { ListBody } from '../../list/ListBody.tsx'
import { ListHead } from '../../list/ListHead.tsx'
import { ListRecord } from '../../list/ListRecord.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import { useList } from '../../list/use-list.ts'
import {
  recordedDay,
  useDatedCount,
  useDatesStatus,
  useDayBorders,
  useSearchesEnded,
} from '../../records/dates/dates-store.ts'
import { useDates } from '../../records/dates/use-dates.ts'
import { datesInWords } from '../../records/dates/words.ts'
import { usePreferences } from '../../records/preferences.ts'
import { transactionsList } from '../../url/lists.ts'
import { ExportButton } from '../export/index.ts'
import { CountAll } from './CountAll.tsx'
import { commonTimestamp, transactionColumns, undatedColumns } from './columns.tsx'
import { FindTransactions } from './FindTransactions.tsx'
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
  const isPlain = !list.sorting.current && Object.keys(filter).every((name) => dateFilters.has(name))
  const borders = useDayBorders(isDated && isPlain ? list.rows : none)
  const status = useDatesStatus()
  return (
    <>
      <ListHead
        list={list}
        note={isDated && status !== null ? datesInWords[status] : null}
        actions={<ExportButton list={list} />}
        find={<FindTransactions {...list} />}
      />
      <ListBody list={list}>
        <ListRows
          list={list}
          useLastPage={useLastTransactionsPage}
          dividedIds={borders}
          version={useDatedCount(isDated ? list.rows : none)}
        />
        {(list.pageLength > 0 || (!list.page.latest && !list.error)) && <CountAll filter={list.filter} />}
      </ListBody>
      <ListRecord list={list} load={loadDrawer} />
    </>
  )
}

const none: readonly never[] = []

const dateFilters: ReadonlySet<string> = new Set(['start_date', 'end_date'])
