import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { dayText } from '../../api/dates/day.ts'
import type { HeldBooks } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { transactionHref, transactionsHref } from '../../url/hrefs.ts'
import { NoAnswer } from '../../work/BooksNeeded.tsx'
import { useBooksView } from '../../work/use-books.ts'
import type { ReportTone } from '../report/index.ts'
import styles from './overview.module.css'
import type { InDoubt, RecentTrouble, StatusCount } from './recent.ts'

/** One line each: reconciliation, review, what is stuck, what failed. */
export default function BooksSummary({ books }: { books: HeldBooks }) {
  const { data: summary, error, refetch } = useBooksView('summary', books, undefined)
  if (error) return <NoAnswer error={error} onRetry={() => void refetch()} />
  return (
    <section aria-labelledby="assurance" className={layout.stack}>
      <h2 id="assurance" className={layout.heading}>
        Assurance{' '}
        <span className={layout.muted}>
          as of <Instant iso={books.ended} />
        </span>
      </h2>
      <ul className={layout.rows}>
        {(summary?.reports ?? waitingReports).map(({ title, headline, link }) => (
          <li key={title}>
            <Link to={link} className={classes(layout.pressable, styles.line)}>
              <ToneIcon tone={headline?.tone ?? 'neutral'} />
              <strong>{title}</strong>
              <span>{headline?.text ?? <SkeletonText width="60%" />}</span>
            </Link>
          </li>
        ))}
        <InFlight trouble={summary?.trouble} />
        <Failures trouble={summary?.trouble} />
      </ul>
      {summary && summary.doubts.length > 0 && (
        <p className={layout.small}>
          <UntrustedText text={`Partial: ${summary.doubts.join(' ')}`} />
        </p>
      )}
    </section>
  )
}

const waitingReports = [
  { title: 'Reconciliation', headline: null, link: '/reconciliation' },
  { title: 'Whitelist review', headline: null, link: '/review' },
] as const

/** `trouble` is undefined while it is being worked out. */
interface TroubleProps {
  readonly trouble: RecentTrouble | null | undefined
}

function InFlight({ trouble }: TroubleProps) {
  const { stuck = [], oldest, mayBeStuck: inDoubt } = trouble ?? {}
  const isSure = inDoubt?.undated === 0 && inDoubt.unknown === 0
  const since = oldest && dayText(oldest.day)
  return (
    <TroubleLine
      title="In flight"
      tone={stuck.length > 0 ? 'warning' : isSure ? 'good' : 'neutral'}
      trouble={trouble}
    >
      {stuck.length > 0 ? (
        <>
          <Counts counts={stuck} /> for more than 7 days
          {since && (
            <>
              , the oldest since {oldest?.id ? <Link to={transactionHref(oldest.id)}>{since}</Link> : since}
            </>
          )}
          .
        </>
      ) : (
        `${isSure ? 'Nothing' : 'Nothing that is known to be'} in flight for more than 7 days.`
      )}
      {inDoubt && doubtText(inDoubt, 'in flight without a date')}
    </TroubleLine>
  )
}

function Failures({ trouble }: TroubleProps) {
  const { ended = [], endedBefore = [], mayHaveEnded: inDoubt } = trouble ?? {}
  const isSure = inDoubt?.undated === 0 && inDoubt.unknown === 0
  const nothing = isSure
    ? 'Nothing failed or was rejected'
    : 'Nothing is known to have failed or been rejected'
  return (
    <TroubleLine
      title="Failures"
      tone={totalOf(ended) > totalOf(endedBefore) ? 'warning' : 'neutral'}
      trouble={trouble}
    >
      {ended.length > 0 ? <Counts counts={ended} /> : nothing} in the last 7 days,{' '}
      {endedBefore.length > 0 ? <Counts counts={endedBefore} /> : 'nothing'} in the 7 days before.
      {inDoubt && doubtText(inDoubt, 'failed or rejected without a date')}
    </TroubleLine>
  )
}

function TroubleLine({
  title,
  tone,
  trouble,
  children,
}: TroubleProps & { title: string; tone: ReportTone; children: ReactNode }) {
  return (
    <li className={styles.line}>
      <ToneIcon tone={trouble ? tone : 'neutral'} />
      <strong>{title}</strong>
      <span>
        {trouble === undefined ? (
          <SkeletonText width="60%" />
        ) : trouble === null ? (
          'The service gives no dates, so this is not known.'
        ) : (
          children
        )}
      </span>
    </li>
  )
}

/** "12 pending, 20 processing and 10 confirming", each number with its list. */
function Counts({ counts }: { counts: readonly StatusCount[] }) {
  return counts.map(({ status, count, filter }, index) => (
    <Fragment key={status}>
      {index > 0 && (index === counts.length - 1 ? ' and ' : ', ')}
      <Link to={transactionsHref(filter)} className={layout.nowrap}>
        {countText(count)} {status}
      </Link>
    </Fragment>
  ))
}

function totalOf(counts: readonly StatusCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

function doubtText({ undated, unknown }: InDoubt, what: string): string {
  return [
    ...(undated > 0 ? [` ${counted(undated, 'transaction')} ${what}.`] : []),
    ...(unknown > 0 ? [` ${counted(unknown, 'transaction')} of unknown status.`] : []),
  ].join('')
}

function ToneIcon({ tone }: { tone: ReportTone }) {
  if (tone === 'neutral') return <CircleDashed size={16} className={layout.faint} aria-hidden />
  if (tone === 'good') return <CircleCheck size={16} className={layout.good} aria-hidden />
  return <TriangleAlert size={16} className={tone === 'bad' ? layout.bad : layout.warn} aria-hidden />
}
