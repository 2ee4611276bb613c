import ArrowRight from 'lucide-react/icons/arrow-right'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { failureOf } from '../../api/api-error.ts'
import { useTransactions } from '../../api/hooks.ts'
import type { Page } from '../../api/paging.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { classes, VisuallyHidden } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { transactionHref, transactionsHref } from '../../url/hrefs.ts'
import { Party } from '../addresses/Address.tsx'
import { Amount } from '../amounts.tsx'
import { StatusBadge, TypeLabel } from '../badges.tsx'
import { ErrorBanner } from '../errors.tsx'
import { usePreferences } from '../preferences.ts'
import styles from './holdings.module.css'
import { SkeletonList } from './holdings.tsx'

/** A few records under a heading, each a link to its page, with a link to all of them. Fails alone. */
export function RecordList<R>({
  title,
  query,
  all,
  nothing,
  hrefOf,
  children,
}: {
  title: string
  query: Parameters<typeof failureOf>[0] & {
    readonly data: Page<R> | undefined
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  /** The way to the whole list. */
  all: { readonly to: string; readonly label: string }
  /** What is said where there are none. */
  nothing: string
  hrefOf: (record: R) => string | null
  children: (record: R) => ReactNode
}) {
  const heading = useId()
  const failure = failureOf(query)
  // While another filter's answer is on its way, the rows before it would stand under the wrong name.
  const records = query.isPlaceholderData ? undefined : query.data?.records
  return (
    <section
      className={classes(layout.stack, styles.section)}
      aria-labelledby={heading}
      aria-busy={!records && !failure}
    >
      <div className={styles.head}>
        <h2 id={heading} className={styles.heading}>
          {title}
        </h2>
        {/* Rows that are there stay where they are. */}
        {failure && records && <span className={layout.small}>Not refreshed</span>}
        {records && records.length > 0 && (
          <Link to={all.to} className={styles.all}>
            {all.label}
          </Link>
        )}
      </div>
      {failure && !records && <ErrorBanner error={failure} onRetry={() => void query.refetch()} />}
      {records && records.length > 0 && (
        <ol className={layout.rows}>
          {records.map((record, index) => {
            const href = hrefOf(record)
            const content = children(record)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
              <li key={index}>
                {href ? (
                  <Link to={href} className={classes(layout.row, styles.row)}>
                    {content}
                  </Link>
                ) : (
                  <div className={classes(layout.row, styles.row)}>{content}</div>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {records?.length === 0 && <p className={layout.muted}>{nothing}</p>}
      {!records && !failure && <SkeletonList rows={5} isTall />}
    </section>
  )
}

/** The five latest transactions of a filter. */
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
  nothing: string
  /** What the link to all of them is called. */
  all: string
}) {
  const { live } = usePreferences()
  return (
    <RecordList
      title={title}
      query={useTransactions(filter, latest, { live })}
      all={{ to: transactionsHref(filter), label: all }}
      nothing={nothing}
      hrefOf={({ transaction_id: id }) => id && transactionHref(id)}
    >
      {(transaction) => <TransactionLine transaction={transaction} ends={ends} />}
    </RecordList>
  )
}

const latest = { limit: 5, offset: 0 }

function TransactionLine({ transaction, ends }: { transaction: Transaction; ends: string }) {
  return (
    <>
      <span className={classes(layout.row, styles.name)}>
        <TypeLabel type={transaction.transaction_type} />
        <StatusBadge status={transaction.status} />
      </span>
      <span className={styles.amount}>
        <Amount value={transaction.amount} asset={transaction.asset_id} />
      </span>
      <span className={classes(layout.row, layout.small, styles.parties)}>
        {ends === 'source' && 'from '}
        {ends !== 'destination' && <Party transaction={transaction} end="source" />}
        {ends === 'both' && (
          <>
            <ArrowRight size={12} aria-hidden />
            <VisuallyHidden> to </VisuallyHidden>
          </>
        )}
        {ends === 'destination' && 'to '}
        {ends !== 'source' && <Party transaction={transaction} end="destination" />}
      </span>
    </>
  )
}
