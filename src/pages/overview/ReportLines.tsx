import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { useFigure } from '../../api/reports.ts'
import { useRevision } from '../../api/revision.ts'
import type { ReportHeadline, ReportTone } from '../../contract/report.ts'
import { ErrorBanner } from '../../display/errors.tsx'
import { dueText, useDuePack } from '../../kits/packs/made-periods.ts'
import { SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import type { PagePath } from '../../url/pages.ts'
import styles from './overview.module.css'

/** How it stands: findings, differences, and the pack that is due, in a line each. */
export function ReportLines() {
  const due = useDuePack()
  const isReadOnce = useRevision()?.completeness === 'read-once'
  return (
    <section aria-labelledby="standing" className={layout.stack}>
      <h2 id="standing" className={layout.heading}>
        Review and reports{' '}
        {isReadOnce && <span className={layout.muted}>of one reading, until a second agrees</span>}
      </h2>
      <ul className={layout.rows}>
        <Headline title="Whitelist review" name="whitelist-review" to="/review" isReadOnce={isReadOnce} />
        <Headline title="Reconciliation" name="reconciliation" to="/reconciliation" isReadOnce={isReadOnce} />
        {due && (
          <Line title="Audit pack" to={packsPath} icon={<CalendarClock size={16} aria-hidden />}>
            {dueText(due)}
          </Line>
        )}
      </ul>
    </section>
  )
}

const packsPath: PagePath = '/packs'

function Headline({
  title,
  name,
  to,
  isReadOnce,
}: {
  title: string
  name: 'whitelist-review' | 'reconciliation'
  to: PagePath
  /** Which is said above the lines. */
  isReadOnce: boolean
}) {
  const query = useFigure<ReportHeadline>(`${name}-headline`, '', ({ headline }) => headline !== undefined)
  const data = query.data && 'headline' in query.data ? query.data : null
  const failure = failureOf(query)
  return (
    <Line title={title} to={to} icon={data && <ToneIcon tone={data.headline.tone} />}>
      {data ? (
        // Another text is another element, which moves none.
        <span key={data.headline.text}>
          {data.headline.text}
          {/* The report says why. */}
          {data.isPartial && !isReadOnce && <span className={layout.quiet}> Partial.</span>}
        </span>
      ) : failure && !needsAllRecords(failure) ? (
        <ErrorBanner error={failure} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonText width="60%" />
      )}
    </Line>
  )
}

function Line({
  title,
  to,
  icon,
  children,
}: {
  title: string
  to: PagePath
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <li className={styles.line}>
      <span className={styles.icon}>{icon}</span>
      <Link to={to} className={layout.strong}>
        {title}
      </Link>
      <span>{children}</span>
    </li>
  )
}

function ToneIcon({ tone }: { tone: ReportTone }) {
  if (tone === 'neutral') return <Info size={16} className={layout.faint} aria-hidden />
  if (tone === 'good') return <CircleCheck size={16} className={layout.good} aria-hidden />
  return <TriangleAlert size={16} className={tone === 'bad' ? layout.bad : layout.warn} aria-hidden />
}
