import ArrowRight from 'lucide-react/icons/arrow-right'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { failureOf } from '../../api/api-error.ts'
import { useTransactions } from '../../api/hooks.ts'
import type { Page } from '../../api/paging.ts'
import type { Transaction } from '../../api/records.ts'
import { looseSpelling } from '../../api/spelling.ts'
import { counted } from '../../contract/count-text.ts'
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
  isOther = () => false,
  children,
}: {
  title: string
  query: Parameters<typeof failureOf>[0] & {
    readonly data: Page<R> | undefined
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  all: { readonly to: string; readonly label: string }
  /** Shown instead of an empty list. */
  nothing: string
  hrefOf: (record: R) => string | null
  /** Whether the service sent this record though it was asked for others. It is left out. */
  isOther?: (record: R) => boolean
  children: (record: R) => ReactNode
}) {
  const heading = useId()
  const failure = failureOf(query)
  // Rows of the filter before this one would have the wrong title.
  const sent = query.isPlaceholderData ? undefined : query.data?.records
  const records = sent?.filter((record) => !isOther(record))
  const others = (sent?.length ?? 0) - (records?.length ?? 0)
  return (
    <section className={layout.stack} aria-labelledby={heading} aria-busy={!records && !failure}>
      <div className={classes(layout.row, layout.apart)}>
        <h2 id={heading}>{title}</h2>
        {failure && records && <span className={layout.small}>Not refreshed</span>}
        {sent && sent.length > 0 && (
          <Link to={all.to} className={layout.muted}>
            {all.label}
          </Link>
        )}
      </div>
      {failure && !records && <ErrorBanner error={failure} onRetry={() => void query.refetch()} />}
      {records && records.length > 0 && (
        <ol className={layout.rows}>
          {records.map((record, index) => {
            const href = hrefOf(record)
            const look = {
              className: classes(layout.row, href && layout.pressable, styles.row),
              children: children(record),
            }
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
              <li key={index}>{href ? <Link to={href} {...look} /> : <div {...look} />}</li>
            )
          })}
        </ol>
      )}
      {sent?.length === 0 && <p className={layout.muted}>{nothing}</p>}
      {others > 0 && (
        <p className={layout.muted}>
          The service sent {counted(others, 'record that does', 'records that do')} not match.{' '}
          {others === 1 ? 'It is' : 'They are'} left out.
        </p>
      )}
      {!records && !failure && <SkeletonList rows={5} isTall />}
    </section>
  )
}

export function LatestTransactions({
  title,
  filter,
  ends,
  nothing,
  all,
}: {
  title: string
  filter: Filter<'transactions'>
  /** Which ends to name. Of a vault's own movements only the other end says something. */
  ends: 'both' | 'source' | 'destination'
  nothing: string
  /** The label of the link to all of them. */
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
      isOther={(transaction) => isOther(transaction, filter)}
    >
      {(transaction) => <TransactionLine transaction={transaction} ends={ends} />}
    </RecordList>
  )
}

const latest = { limit: 5, offset: 0 }

/** Whether a transaction names another vault, whitelist, asset or network than was asked for. */
function isOther(
  { source, destination, ...transaction }: Transaction,
  filter: Filter<'transactions'>,
): boolean {
  const asked = [
    [filter.source_id, source.source_id],
    [filter.destination_id, destination.destination_id],
    [filter.asset_id, transaction.asset_id],
    [filter.network_id, transaction.network_id],
  ]
  return asked.some(([value, sent]) => value && sent && looseSpelling(value) !== looseSpelling(sent))
}

function TransactionLine({ transaction, ends }: { transaction: Transaction; ends: string }) {
  return (
    <>
      <span className={classes(layout.row, styles.name)}>
        <TypeLabel type={transaction.transaction_type} />
        <StatusBadge status={transaction.status} />
      </span>
      <span className={layout.end}>
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
