import { useParams } from 'react-router-dom'
import { ButtonLink } from '../../ui/buttons.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import styles from './TransactionDetails.module.css'
import { OneTransaction } from './TransactionDetails.tsx'

/** `/transactions/:id`: one transaction on a page of its own, opened from anywhere. */
export default function TransactionPage() {
  const { id = '' } = useParams()
  return (
    <>
      <PageHeader
        title="Transaction"
        actions={<ButtonLink to={transactionsHref()}>All transactions</ButtonLink>}
      />
      <div className={styles.page}>
        <OneTransaction id={id} />
      </div>
    </>
  )
}
