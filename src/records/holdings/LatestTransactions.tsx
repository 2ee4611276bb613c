import ArrowRight from 'lucide-react/icons/arrow-right'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { failureOf } from '../../api/api-error.ts'
import { useTransactions } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { SkeletonText, VisuallyHidden } from '../../ui/inline.tsx'
import { transactionHref, transactionsHref } from '../../url/hrefs.ts'
import { Party } from '../addresses/Address.tsx'
import { Amount } from '../amounts.tsx'
import { StatusBadge, TypeLabel } from '../badges.tsx'
import { ErrorBanner } from '../errors.tsx'
import { usePreferences } from '../preferences.ts'
import styles from './LatestTransactions.module.css'
import list from './record-list.module.css'

/** The five latest transactions of a filter, each a link to it, and the way to all of them. Fails alone. */
export function LatestTransactions({
  title,
  filter,
  ends,
  nothing,
  all,
}: {
  title: string
  filter: Filter<'transactions'>
  /** Which ends are worth naming: of a vault's own movements the other one. */
  ends: 'both' | 'source' | 'destination'
  /** What is said where there is none. */
  nothing: string
  /** What the link to the whole list is called. */
  all: string
}) {
  const { live } = usePreferences()
  const heading = useId()
  const query = useTransactions(filter, latest, { live })
  const failure = failureOf(query)
  // While another filter's answer is on its way, its predecessor's rows would stand under the wrong name.
  const records = query.isPlaceholderData ? undefined : query.data?.records
  return (
    <section className={list.section} aria-labelledby={heading} aria-busy={!records && !failure}>
      <div className={list.head}>
        <h2 id={heading} className={list.heading}>
          {title}
        </h2>
        {records && records.length > 0 && (
          <Link to={transactionsHref(filter)} className={list.all}>
            {all}
          </Link>
        )}
      </div>
      {failure && <ErrorBanner error={failure} onRetry={() => void query.refetch()} />}
      {records && records.length > 0 && (
        <ol className={list.list}>
          {records.map((transaction, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
            <li key={index}>
              <OneOfThem transaction={transaction} ends={ends} />
            </li>
          ))}
        </ol>
      )}
      {records?.length === 0 && <p className={list.nothing}>{nothing}</p>}
      {!records && !failure && <SkeletonText width="70%" />}
    </section>
  )
}

const latest = { limit: 5, offset: 0 }

function OneOfThem({ transaction, ends }: { transaction: Transaction; ends: string }) {
  const { transaction_id: id } = transaction
  const content = (
    <>
      <span className={styles.type}>
        <TypeLabel type={transaction.transaction_type} />
      </span>
      <span>
        <StatusBadge status={transaction.status} />
      </span>
      <span className={list.amount}>
        <Amount value={transaction.amount} asset={transaction.asset_id} />
      </span>
      <span className={styles.parties}>
        {ends !== 'destination' && (
          <>
            {ends === 'source' && 'from '}
            <Party transaction={transaction} end="source" />
          </>
        )}
        {ends === 'both' && (
          <>
            <ArrowRight size={12} aria-hidden />
            <VisuallyHidden> to </VisuallyHidden>
          </>
        )}
        {ends !== 'source' && (
          <>
            {ends === 'destination' && 'to '}
            <Party transaction={transaction} end="destination" />
          </>
        )}
      </span>
    </>
  )
  return id ? (
    <Link to={transactionHref(id)} className={list.row}>
      {content}
    </Link>
  ) : (
    <div className={list.row}>{content}</div>
  )
}
