import { useLastTransactionsPage, usePrefetchTransactions, useTransactions } from '../../api/hooks.ts'
import { ListBody } from '../../list/ListBody.tsx'
import { ListHead } from '../../list/ListHead.tsx'
import { ListRecord } from '../../list/ListRecord.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import { useList } from '../../list/use-list.ts'
import { transactionsList } from '../../url/lists.ts'
import { ExportButton } from '../export/index.ts'
import { CountAll } from './CountAll.tsx'
import { commonTimestamp, transactionColumns } from './columns.tsx'
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
  const list = useList({
    list: transactionsList,
    useRead: useTransactions,
    usePrefetch: usePrefetchTransactions,
    identity: transactionIdentity,
    groups: transactionFilterGroups,
    columns: transactionColumns,
    opens: ({ transaction_id: tx }) => (tx ? { params: { tx } } : null),
    openId: (view) => view.params.tx ?? null,
    rowLabel: (row) => `${transactionInWords(row)}, ${statusInWords(row)}`,
    changeInWords,
    retrievedAt: (rows) => commonTimestamp(rows) ?? null,
  })
  return (
    <>
      <ListHead list={list} actions={<ExportButton list={list} />} find={<FindTransactions {...list} />} />
      <ListBody list={list}>
        <ListRows list={list} useLastPage={useLastTransactionsPage} />
        {(list.pageLength > 0 || (!list.page.latest && !list.error)) && <CountAll filter={list.filter} />}
      </ListBody>
      <ListRecord list={list} load={loadDrawer} />
    </>
  )
}
