import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import type { HeldBooks } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { inFlightHref, transactionsHref } from '../../url/hrefs.ts'
import type { PagePath } from '../../url/pages.ts'
import { NoAnswer } from '../../work/BooksNeeded.tsx'
import { useBooksView } from '../../work/work.ts'
import { dueText, useDuePack } from '../pack/made-packs.ts'
import type { ReportTone } from '../report/report.ts'
import { useAccepted } from '../review/accepted-findings.ts'
import type { ListedCount, RecentCounts } from './attention.ts'
import styles from './overview.module.css'

/** What needs a look, each once: what is in flight by age, what failed, differences, findings, and the pack that is due. */
export function Attention({ books }: { books: HeldBooks | null }) {
  // Open transactions first: dates take a while to find.
  const first = useBooksView('recent', books, { isDated: false })
  const dated = useBooksView('recent', books, { isDated: true })
  const summary = useBooksView('summary', books, useAccepted().accepted)
  const due = useDuePack()
  const failure = [first, dated, summary].find(({ isError }) => isError)
  const recent = dated.data ?? first.data
  const [oldest] = recent?.ages ?? []
  const failed = recent?.failed?.week
  return (
    <section aria-labelledby="attention" className={layout.stack}>
      <h2 id="attention" className={layout.heading}>
        Needs a look {/* The reports say why. */}
        <span className={layout.muted}>{summary.data?.isPartial && 'partial'}</span>
      </h2>
      <ul className={layout.rows}>
        <Line
          title="In flight"
          to={inFlightHref}
          count={recent?.inFlight.count}
          tone={oldest && oldest.count > 0 ? 'warning' : 'neutral'}
        >
          {recent && <Ages {...recent} />}
        </Line>
        <Line
          title="Failed or rejected"
          to={transactionsHref(failed?.filter ?? failedOfAll)}
          count={failed?.count}
          tone={!failed ? 'neutral' : failed.count > 0 ? 'warning' : 'good'}
        >
          {recent && <Failed {...recent} />}
        </Line>
        {reportLinks.map(({ title, link }) => {
          const headline = summary.data?.reports.find((one) => one.title === title)?.headline
          return (
            <Line key={title} title={title} to={link} tone={headline?.tone ?? 'neutral'}>
              {headline?.text}
            </Line>
          )
        })}
        {due && (
          <Line title="Audit pack" to={packsPath} tone="neutral">
            {dueText(due)}
          </Line>
        )}
      </ul>
      {recent && recent.unknown > 0 && (
        <p className={layout.small}>{counted(recent.unknown, 'transaction')} of unknown status.</p>
      )}
      {failure?.error && <NoAnswer error={failure.error} onRetry={() => void failure.refetch()} />}
    </section>
  )
}

/** Until the days are known. */
const failedOfAll = { status: ['failed', 'rejected'] } as const

const packsPath: PagePath = '/packs'

const reportLinks = [
  { title: 'Whitelist review', link: '/review' },
  { title: 'Reconciliation', link: '/reconciliation' },
] as const

function Line({
  title,
  to,
  count,
  tone,
  children,
}: {
  title: string
  to: string
  /** How many of what the title names. */
  count?: number | undefined
  tone: ReportTone
  children: ReactNode
}) {
  return (
    <li className={styles.line}>
      <ToneIcon tone={tone} />
      <Link to={to} className={styles.title}>
        {count !== undefined && `${countText(count)} `}
        {count === undefined ? title : title.toLowerCase()}
      </Link>
      <span>{children ?? <SkeletonText width="60%" />}</span>
    </li>
  )
}

function ToneIcon({ tone }: { tone: ReportTone }) {
  if (tone === 'neutral') return <CircleDashed size={16} className={layout.faint} aria-hidden />
  if (tone === 'good') return <CircleCheck size={16} className={layout.good} aria-hidden />
  return <TriangleAlert size={16} className={tone === 'bad' ? layout.bad : layout.warn} aria-hidden />
}

/** "3 aged over 7 days, 4 aged 1 to 7 days, 5 from today". */
function Ages({ dates, inFlight, ages, undated }: RecentCounts) {
  if (inFlight.count === 0) return 'The service lists none'
  if (dates === 'none') return 'The service gives no dates'
  if (dates === 'unread') return <SkeletonText width="60%" />
  const parts = ages.flatMap((age, index) => (age.count > 0 ? { age, words: ageWords[index] ?? '' } : []))
  return (
    <>
      {parts.map(({ age, words }, index) => (
        <span key={words}>
          {index > 0 && ', '}
          <Counted {...age}>{words}</Counted>
        </span>
      ))}
      {undated.inFlight > 0 && `${parts.length > 0 ? ', ' : ''}${countText(undated.inFlight)} without a date`}
    </>
  )
}

const ageWords = ['aged over 7 days', 'aged 1 to 7 days', 'from today'] as const

function Failed({ dates, failed, undated }: RecentCounts) {
  if (dates === 'none') return 'The service gives no dates'
  if (failed === null) return <SkeletonText width="60%" />
  return (
    <>
      In the last 7 days, compared with <Counted {...failed.weekBefore}>in the 7 days before</Counted>
      {undated.failed > 0 && `, ${countText(undated.failed)} without a date`}
    </>
  )
}

function Counted({ count, filter, children }: ListedCount & { children: string }) {
  if (count === 0) return `none ${children}`
  return (
    <Link to={transactionsHref(filter)}>
      {countText(count)} {children}
    </Link>
  )
}
