import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { dayText } from '../../api/dates/day.ts'
import type { Books } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { painted } from '../../ui/lazy.tsx'
import { transactionHref, transactionsHref } from '../../url/hrefs.ts'
import { reconciliationReport } from '../reconciliation/index.ts'
import type { ReportTone } from '../report/index.ts'
import { reviewReport } from '../review/index.ts'
import styles from './overview.module.css'
import { type RecentTrouble, recentTrouble } from './recent.ts'

/** One line each: reconciliation, review, what is stuck, what failed. */
export default function BooksSummary({ books }: { books: Books }) {
  const summary = useSummary(books)
  return (
    <section aria-labelledby="assurance" className={layout.stack}>
      <h2 id="assurance" className={layout.heading}>
        Assurance{' '}
        <span className={layout.muted}>
          as of <Instant iso={books.ended} />
        </span>
      </h2>
      <ul className={layout.rows}>
        {(summary?.lines ?? waiting).map(({ title, text, tone, to }) => (
          <li key={title}>
            <Link to={to} className={classes(layout.pressable, styles.line)}>
              <ToneIcon tone={tone} />
              <strong>{title}</strong>
              <span>{text === null ? <SkeletonText width="60%" /> : text}</span>
            </Link>
          </li>
        ))}
      </ul>
      {summary && summary.doubts.length > 0 && (
        <p className={layout.small}>
          <UntrustedText text={`Partial: ${summary.doubts.join(' ')}`} />
        </p>
      )}
    </section>
  )
}

interface SummaryLine {
  readonly title: string
  /** Null while it is being worked out. */
  readonly text: string | null
  readonly tone: ReportTone
  readonly to: string
}

interface Summary {
  readonly lines: readonly SummaryLine[]
  readonly doubts: readonly string[]
}

const waiting = [
  ['Reconciliation', '/reconciliation'],
  ['Whitelist review', '/review'],
  ['In flight', '/transactions'],
  ['Failures', '/transactions'],
].map(([title = '', to = '']): SummaryLine => ({ title, text: null, tone: 'neutral', to }))

const summaries = new WeakMap<Books, Summary>()

/** Made once for each books, and after the page is painted, because a review of many transactions takes a while. */
function useSummary(books: Books): Summary | null {
  const [, setMadeFor] = useState<Books | null>(null)
  useEffect(() => {
    void painted().then(() => {
      if (!summaries.has(books)) summaries.set(books, summaryOf(books))
      setMadeFor(books)
    })
  }, [books])
  return summaries.get(books) ?? null
}

function summaryOf(books: Books): Summary {
  const reports = [reconciliationReport(books), reviewReport(books)]
  return {
    lines: [
      ...reports.map(({ title, headline, link }) => ({ title, ...headline, to: link })),
      ...troubleLines(recentTrouble(books)),
    ],
    doubts: [...new Set(reports.flatMap(({ basis }) => basis.doubts))],
  }
}

function troubleLines(trouble: RecentTrouble | null): readonly SummaryLine[] {
  const [inFlight, failures] = ['In flight', 'Failures']
  if (trouble === null) {
    const text = 'The service gives no dates, so this is not known.'
    return [inFlight, failures].map((title) => ({ title, text, tone: 'neutral', to: transactionsHref() }))
  }
  const { stuck, oldest, undated, ended, endedBefore, endedUndated, unknown, week } = trouble
  const among = (count: number, what: string) =>
    count > 0 ? ` ${counted(count, 'transaction')} ${what}.` : ''
  const ofUnknown = among(unknown, 'of unknown status')
  const without = among(undated, 'in flight without a date') + ofUnknown
  const isSure = undated + unknown === 0
  return [
    {
      title: inFlight,
      text: oldest
        ? `${counted(stuck, 'transaction')} in flight for more than 7 days, the oldest since ${dayText(oldest.day)}.${without}`
        : `${isSure ? 'Nothing' : 'Nothing that is known to be'} in flight for more than 7 days.${without}`,
      tone: oldest ? 'warning' : isSure ? 'good' : 'neutral',
      to: oldest?.id ? transactionHref(oldest.id) : transactionsHref({ status: 'pending' }),
    },
    {
      title: failures,
      text: `${countText(ended)} failed or rejected in the last 7 days, ${countText(endedBefore)} in the 7 days before.${among(endedUndated, 'without a date')}${ofUnknown}`,
      tone: ended > endedBefore ? 'warning' : 'neutral',
      to: transactionsHref({ ...week, status: 'failed' }),
    },
  ]
}

function ToneIcon({ tone }: { tone: ReportTone }) {
  if (tone === 'neutral') return <CircleDashed size={16} className={layout.faint} aria-hidden />
  if (tone === 'good') return <CircleCheck size={16} className={layout.good} aria-hidden />
  return <TriangleAlert size={16} className={tone === 'bad' ? layout.bad : layout.warn} aria-hidden />
}
