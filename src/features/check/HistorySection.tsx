import { Fragment, useId } from 'react'
import { Link } from 'react-router-dom'
import { Freshness } from '../../list/Freshness.tsx'
import { ErrorBanner } from '../../records/errors.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import { LazyBoundary } from '../../ui/lazy.tsx'
import { type CheckQuery, transactionsHref } from '../../url/hrefs.ts'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import { useBooks } from '../../work/use-books.ts'
import { AddressHistory } from '../count/index.ts'
import styles from './check.module.css'
import { Section } from './Evidence.tsx'
import type { HistoryLine } from './history.ts'
import type { AddressCheck } from './use-check.ts'
import { historyEnds, otherTransactions, spellingsInWords } from './words.ts'

/** What was sent to it and received from it: how much at sight, as the service says now, and all of it from the books. */
export function HistorySection({ query, check }: { query: CheckQuery; check: AddressCheck }) {
  const { history, spellings, isSame } = check
  const { books } = useBooks()
  const isNever = [...history.sent, ...history.received].every(
    ({ reading, transactions, hasOthers }) => reading === 'read' && transactions.length === 0 && !hasOthers,
  )
  return (
    <Section title="Used before">
      <Freshness asOf={history.asOf} refreshing={history.isFetching} onRefresh={history.refetch} />
      <div className={styles.ends}>
        <End {...historyEnds.sent} lines={history.sent} onRetry={history.refetch} />
        <End {...historyEnds.received} lines={history.received} onRetry={history.refetch} />
      </div>
      <p className={styles.note}>
        {spellingsInWords(spellings.length)}
        {spellings.length > 1 &&
          spellings.map((spelling, index) => (
            <Fragment key={spelling}>
              {index > 0 ? ', ' : ' '}
              <span className={styles.spelling}>
                <UntrustedText text={spelling} />
              </span>
            </Fragment>
          ))}
      </p>
      {(books || !isNever) && (
        <BooksNeeded what="The whole history of this address">
          {(all) => (
            <LazyBoundary>
              <AddressHistory books={all} address={query.address} isSame={isSame} />
            </LazyBoundary>
          )}
        </BooksNeeded>
      )}
    </Section>
  )
}

function End({
  title,
  never,
  lines,
  onRetry,
}: {
  title: string
  never: string
  lines: readonly HistoryLine[]
  onRetry: () => void
}) {
  const id = useId()
  const failure = lines.find((line) => line.failure)?.failure
  const isWaiting = lines.some(({ reading }) => reading === 'waiting')
  const used = lines.filter(({ transactions }) => transactions.length > 0)
  const isWhole = lines.every(({ reading }) => reading === 'read')
  const hasUnread = lines.some(({ hasOthers, hasMore }) => hasOthers && hasMore)
  return (
    <section className={styles.end} aria-labelledby={id} aria-busy={isWaiting}>
      <h3 id={id} className={styles.endTitle}>
        {title}
      </h3>
      {failure && <ErrorBanner error={failure} onRetry={onRetry} />}
      {used.map((line) => (
        <Used key={line.spelling} line={line} several={used.length > 1} />
      ))}
      {used.length === 0 && isWhole && <p>{never}</p>}
      {isWaiting && <SkeletonText width="8rem" />}
      {lines.some(({ hasOthers }) => hasOthers) && (
        <p className={styles.note}>
          {otherTransactions.leftOut}
          {hasUnread && ` ${otherTransactions.unread}`}
        </p>
      )}
    </section>
  )
}

function Used({ line, several }: { line: HistoryLine; several: boolean }) {
  const { filter, spelling, transactions, completed, hasMore } = line
  const count = `${transactions.length}${hasMore ? '+' : ''}`
  return (
    <div className={styles.used}>
      <p>
        <Link to={transactionsHref(filter)}>
          {count} {count === '1' ? 'transaction' : 'transactions'}
        </Link>
        {completed < transactions.length && `, ${completed}${hasMore ? '+' : ''} completed`}
        {several && (
          <>
            {' spelled '}
            <span className={styles.spelling}>
              <UntrustedText text={spelling} />
            </span>
          </>
        )}
      </p>
    </div>
  )
}
