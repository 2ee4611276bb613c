import { useParams } from 'react-router-dom'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { plainView } from '../../url/lists.ts'
import styles from './TransactionDetails.module.css'
import { OneTransaction } from './TransactionDetails.tsx'

/** `/transactions/:id` */
export default function TransactionPage() {
  const { id = '' } = useParams()
  const toList = <ButtonLink to={transactionsHref()}>All transactions</ButtonLink>
  return (
    <>
      <PageHeader title="Transaction" actions={toList} />
      <div className={styles.page}>
        <LinkNotice codec={plainView} />
        <OneTransaction id={id} />
      </div>
    </>
  )
}
