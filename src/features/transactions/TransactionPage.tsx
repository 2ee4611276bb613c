import { useParams } from 'react-router-dom'
import { ButtonLink } from '../../ui/buttons.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { OneTransaction } from './OneTransaction.tsx'
import styles from './TransactionPage.module.css'
import { oneTransaction } from './words.ts'

/** `/transactions/:id`: one transaction on a page of its own, opened from anywhere. */
export default function TransactionPage() {
  const { id = '' } = useParams()
  return (
    <>
      <PageHeader
        title={oneTransaction.title}
        actions={<ButtonLink to={transactionsHref()}>{oneTransaction.all}</ButtonLink>}
      />
      <div className={styles.page}>
        <OneTransaction id={id} />
      </div>
    </>
  )
}
