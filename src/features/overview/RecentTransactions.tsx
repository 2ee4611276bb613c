import { Link } from 'react-router-dom'
import type { HeldBooks } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { openStatuses, type TransactionStatus } from '../../contract/enumerations.ts'
import { StatusBadge } from '../../records/badges.tsx'
import { Instant } from '../../records/text.tsx'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { transactionsHref } from '../../url/hrefs.ts'
import { NoAnswer } from '../../work/BooksNeeded.tsx'
import { useBooksView } from '../../work/use-books.ts'
import styles from './overview.module.css'
import { type RecentCounts, type StatusCount, shownStatuses } from './recent.ts'

/** What is in flight and how much of it is old, and what failed or was rejected in the last seven days. */
export function RecentTransactions({ books }: { books: HeldBooks | null }) {
  return (
    <section aria-labelledby="transactions" className={layout.stack}>
      <h2 id="transactions" className={layout.heading}>
        Transactions{' '}
        {books && (
          <span className={layout.muted}>
            as of <Instant iso={books.ended} timeOnly />
          </span>
        )}
      </h2>
      {books ? <Recent books={books} /> : <Lines recent={undefined} />}
    </section>
  )
}

/** What is in flight first: the dates take a while to find. */
function Recent({ books }: { books: HeldBooks }) {
  const first = useBooksView('recent', books, { isDated: false })
  const dated = useBooksView('recent', books, { isDated: true })
  const failed = [first, dated].find(({ isError }) => isError)
  return (
    <>
      {failed?.error && <NoAnswer error={failed.error} onRetry={() => void failed.refetch()} />}
      <Lines recent={dated.data ?? first.data} />
    </>
  )
}

function Lines({ recent }: { recent: RecentCounts | undefined }) {
  return (
    <>
      <ul className={layout.rows}>
        {shownStatuses.map((status) => (
          <Line
            key={status}
            status={status}
            dates={recent?.dates ?? 'unread'}
            count={recent?.counts.find((one) => one.status === status)}
          />
        ))}
      </ul>
      {recent && recent.unknown > 0 && (
        <p className={layout.small}>{counted(recent.unknown, 'transaction')} of unknown status.</p>
      )}
    </>
  )
}

interface LineProps {
  readonly status: TransactionStatus
  readonly dates: RecentCounts['dates']
  /** Undefined until the books are there. */
  readonly count: StatusCount | undefined
}

function Line({ status, dates, count }: LineProps) {
  const { recent } = count ?? {}
  const content = (
    <>
      <span className={classes(layout.heading, layout.end)}>
        {recent ? countText(recent.count) : dates === 'unread' ? <SkeletonText width="1.5rem" /> : '–'}
      </span>
      <StatusBadge status={status} />
    </>
  )
  return (
    <li className={classes(layout.row, styles.status)}>
      {recent ? (
        <Link to={transactionsHref(recent.filter)} className={classes(layout.pressable, styles.count)}>
          {content}
        </Link>
      ) : (
        <span className={styles.count}>{content}</span>
      )}
      <p className={layout.small}>
        {dates === 'none' ? (
          'The service gives no dates'
        ) : count?.earlier ? (
          <Dated {...count} earlier={count.earlier} />
        ) : (
          <SkeletonText width="9rem" />
        )}
      </p>
    </li>
  )
}

/** "3 older than 7 days", "Last 7 days, 2 in the 7 days before", and what may be missing there. */
function Dated({
  status,
  undated,
  earlier: { count, filter },
}: Pick<StatusCount, 'status' | 'undated'> & { earlier: NonNullable<StatusCount['earlier']> }) {
  const isOpen = openStatuses.some((one) => one === status)
  const when = isOpen ? 'older than 7 days' : 'in the 7 days before'
  const none = `${isOpen ? 'None' : 'none'}${undated > 0 ? ' known to be' : ''}`
  return (
    <>
      {!isOpen && 'Last 7 days, '}
      {count > 0 ? (
        <Link to={transactionsHref(filter)}>
          {countText(count)} {when}
        </Link>
      ) : (
        `${none} ${when}`
      )}
      {undated > 0 && `, ${countText(undated)} without a date`}
    </>
  )
}
