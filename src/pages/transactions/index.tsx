import { useLastTransactionsPage, usePrefetchTransactions, useTransactions } from '../../api/hooks.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import { transactionsList } from '../../url/lists.ts'
import { CountAll } from './CountAll.tsx'
import { commonTimestamp, transactionColumns } from './columns.tsx'
import { FindTransactions } from './FindTransactions.tsx'
import { transactionFilterGroups } from './filter-groups.tsx'
import { transactionIdentity } from './identity.ts'
import { TransactionDrawer } from './TransactionDrawer.tsx'
import { changeInWords, statusInWords, transactionInWords } from './transaction-in-words.ts'

/** `/transactions`: the history of asset movements, newest first, with the open one beside it. */
export default function TransactionsPage() {
  return (
    <ListPage
      list={transactionsList}
      useRead={useTransactions}
      usePrefetch={usePrefetchTransactions}
      useLastPage={useLastTransactionsPage}
      identity={transactionIdentity}
      groups={transactionFilterGroups}
      columns={transactionColumns}
      opens={(row) => (row.transaction_id ? { extra: { tx: row.transaction_id } } : null)}
      rowLabel={(row) => `${transactionInWords(row)}, ${statusInWords(row)}`}
      changeInWords={changeInWords}
      retrievedAt={(rows) => commonTimestamp(rows) ?? null}
      openId={(view) => view.extra.tx ?? null}
      Beside={TransactionDrawer}
      Find={FindTransactions}
      Under={CountAll}
    />
  )
}
