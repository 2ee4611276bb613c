import { useLastTransactionsPage, usePrefetchTransactions, useTransactions } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import { recordIdentity } from '../../components/list/record-identity.ts'
import { transactionsView } from '../../url/pages.ts'
import { CountAll } from './CountAll.tsx'
import { commonTimestamp, transactionColumns } from './columns.tsx'
import { FindTransactions } from './FindTransactions.tsx'
import { transactionFilterGroups } from './filter-groups.tsx'
import { TransactionDrawer } from './TransactionDrawer.tsx'

const identity = recordIdentity<Transaction>((row) => row.transaction_id)

/** `/transactions`: the history of asset movements, newest first, with the open one beside it. */
export default function TransactionsPage() {
  return (
    <ListPage
      title="Transactions"
      noun="transactions"
      codec={transactionsView}
      useRead={useTransactions}
      usePrefetch={usePrefetchTransactions}
      useLastPage={useLastTransactionsPage}
      identity={identity}
      exported={(filter) => ({ list: 'transactions', filter })}
      groups={transactionFilterGroups}
      columns={transactionColumns}
      opens={(row) => (row.transaction_id ? { extra: { tx: row.transaction_id } } : null)}
      rowLabel={(row) =>
        `${row.transaction_type ?? 'Transaction'} ${row.amount ?? ''} ${row.asset_id ?? ''}, ${row.status ?? ''}`
      }
      retrievedAt={(rows) => commonTimestamp(rows) ?? null}
      openId={(view) => view.extra.tx ?? null}
      Beside={TransactionDrawer}
      Find={FindTransactions}
      Under={CountAll}
    />
  )
}
