import { useParams } from 'react-router-dom'
import { FewTransactions } from '../../list/FewTransactions.tsx'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { useListView } from '../../list/list-page.ts'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { counterpartyView } from '../../url/hrefs.ts'

/** `/counterparties/:id`: one party, and what went to it and came from it. */
export default function CounterpartyPage() {
  const { id: segment = '' } = useParams()
  const { params } = useListView(counterpartyView).view
  const id = params.id ?? segment
  return (
    <>
      <PageHeader title={withHiddenNamed(id)} />
      <PageBody>
        <LinkNotice codec={counterpartyView} />
        <FewTransactions
          title="Transactions"
          filter={{ address: id }}
          ends="both"
          nothing="No transactions with this counterparty."
          all="All transactions with it"
        />
      </PageBody>
    </>
  )
}
