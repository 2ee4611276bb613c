import { useParams } from 'react-router-dom'
import { ButtonLink } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { OneTransaction } from './OneTransaction.tsx'
import styles from './TransactionPage.module.css'

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
