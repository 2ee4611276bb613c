import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { useFigure } from '../../api/reports.ts'
import type { ApiError } from '../../contract/api-error.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { ReportName } from '../../contract/file-names.ts'
import type { ReportHeadline, ReportTone } from '../../contract/report.ts'
import { ErrorBanner } from '../../records/errors.tsx'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { inFlightHref, transactionsHref } from '../../url/hrefs.ts'
import type { PagePath } from '../../url/pages.ts'
import { dueText, useDuePack } from '../pack/made-packs.ts'
import styles from './overview.module.css'
import { failedInWeek, type ListedCount, type RecentCounts, useRecentCounts } from './use-recent.ts'

/** What needs a look, each once: what is in flight by age, what failed, differences, findings, and the pack that is due. */
export function Attention() {
  const recent = useRecentCounts()
  const { counts, ages, failed, failure } = recent
  const reports = [useReportHeadline('whitelist-review'), useReportHeadline('reconciliation')]
  const failedReport = reports.find(({ failure }) => failure !== null && !needsAllRecords(failure))
  const due = useDuePack()
  const [oldest] = ages ?? []
  const unknown = counts?.unknown ?? 0
  return (
    <section aria-labelledby="attention" className={layout.stack}>
      <h2 id="attention" className={layout.heading}>
        Needs a look {/* The reports say why. */}
        <span className={layout.muted}>{reports.some(({ data }) => data?.isPartial) && 'partial'}</span>
      </h2>
      <ul className={layout.rows}>
        <Line
          title="In flight"
          to={inFlightHref}
          count={counts ? (counts.open ?? 0) : undefined}
          tone={oldest && oldest.count > 0 ? 'warning' : 'neutral'}
        >
          <Ages {...recent} />
        </Line>
        <Line
          title="Failed or rejected"
          to={transactionsHref(failed?.week.filter ?? failedOfAll)}
          {...failedInWeek(recent)}
        >
          <Failed {...recent} />
        </Line>
        {reportLinks.map(({ title, link }, index) => {
          const { data, failure: missing = null } = reports[index] ?? {}
          return (
            <Line key={title} title={title} to={link} tone={data?.headline.tone ?? 'neutral'}>
              {data?.headline.text ??
                (missing ? <NotKnown failure={missing}>Not made</NotKnown> : <SkeletonText width="60%" />)}
            </Line>
          )
        })}
        {due && (
          <Line title="Audit pack" to={packsPath} tone="neutral">
            {dueText(due)}
          </Line>
        )}
      </ul>
      {unknown > 0 && <p className={layout.small}>{counted(unknown, 'transaction')} of unknown status.</p>}
      {failure && !needsAllRecords(failure) && <ErrorBanner error={failure} onRetry={recent.retry} />}
      {failedReport?.failure && <ErrorBanner error={failedReport.failure} onRetry={failedReport.retry} />}
    </section>
  )
}

function useReportHeadline(name: ReportName) {
  const query = useFigure<ReportHeadline>(`${name}-headline`, '', ({ headline }) => headline !== undefined)
  const data = query.data && 'headline' in query.data ? query.data : null
  return { data, failure: failureOf(query), retry: () => void query.refetch() }
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
      <span>{children}</span>
    </li>
  )
}

function ToneIcon({ tone }: { tone: ReportTone }) {
  if (tone === 'neutral') return <CircleDashed size={16} className={layout.faint} aria-hidden />
  if (tone === 'good') return <CircleCheck size={16} className={layout.good} aria-hidden />
  return <TriangleAlert size={16} className={tone === 'bad' ? layout.bad : layout.warn} aria-hidden />
}

/** "3 aged over 7 days, 4 aged 1 to 7 days, 5 from today". */
function Ages({ dates, counts, ages, failure }: RecentCounts) {
  if (failure) return <NotKnown failure={failure}>Not counted</NotKnown>
  if (counts && !counts.open) return 'The service lists none'
  if (dates === 'none') return 'The service gives no dates'
  if (!ages) return <SkeletonText width="60%" />
  const parts = ages.flatMap((age, index) => (age.count > 0 ? { age, words: ageWords[index] ?? '' } : []))
  return (
    <>
      {parts.map(({ age, words }, index) => (
        <span key={words}>
          {index > 0 && ', '}
          <Counted {...age}>{words}</Counted>
        </span>
      ))}
      <Undated dates={dates} counts={ages} isFirst={parts.length === 0} />
    </>
  )
}

const ageWords = ['aged over 7 days', 'aged 1 to 7 days', 'from today'] as const

function Failed({ dates, failed, failure }: RecentCounts) {
  if (failure) return <NotKnown failure={failure}>Not counted</NotKnown>
  if (dates === 'none') return 'The service gives no dates'
  if (!failed) return <SkeletonText width="60%" />
  return (
    <>
      Last 7 days (<Counted {...failed.weekBefore}>the week before</Counted>)
      <Undated dates={dates} counts={[failed.week, failed.weekBefore]} />
    </>
  )
}

/** Every period counts the transactions without any date, so the largest of these counts is a lower bound and no sum. */
function Undated({
  dates,
  counts,
  isFirst = false,
}: {
  dates: RecentCounts['dates']
  counts: readonly ListedCount[]
  isFirst?: boolean
}) {
  const undecided = Math.max(...counts.map((one) => one.undecided))
  if (undecided === 0) return null
  const comma = isFirst ? '' : ', '
  return `${comma}${countText(undecided)} ${dates === 'awaited' ? 'whose date is being looked for' : 'without a date'}`
}

function NotKnown({ failure, children }: { failure: ApiError; children: string }) {
  return needsAllRecords(failure) ? (
    <span className={layout.muted}>All records of the account are still being read</span>
  ) : (
    children
  )
}

function Counted({ count, filter, children }: Omit<ListedCount, 'undecided'> & { children: string }) {
  if (count === 0) return `none ${children}`
  return (
    <Link to={transactionsHref(filter)}>
      {countText(count)} {children}
    </Link>
  )
}
