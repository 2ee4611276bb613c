import { useFigure } from '../../api/reports.ts'
import {
  type ActivityFigures,
  type ActivitySpan,
  activitySides,
  activitySpans,
} from '../../contract/activity.ts'
import { counted, countText } from '../../contract/count-text.ts'
import frame from '../../display/chart.module.css'
import { Instant, UntrustedText } from '../../display/text.tsx'
import { FromRecords } from '../../list/FromRecords.tsx'
import { usePageState } from '../../list/list-link.ts'
import { SegmentedControl } from '../../ui/fields.tsx'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { isSpan, overviewCodec, vaultCodec } from '../../url/lists.ts'
import { NoReport } from '../report/FromReport.tsx'
import styles from './Activity.module.css'
import { Chart, sideLabel } from './Chart.tsx'

/** A chart of the span in the address; on paper with its figures. */
export default function Activity({ vaultId }: { vaultId: string | null }) {
  const { view, patch } = usePageState(vaultId === null ? overviewCodec : vaultCodec)
  const span = isSpan(view.params.span) ? view.params.span : '14d'
  const query = useFigure<ActivityFigures>(
    'activity',
    `?${new URLSearchParams({ span, ...(vaultId !== null && { vault: vaultId }) })}`,
    ({ bars }) => Array.isArray(bars),
  )
  return (
    <>
      <div data-print="hide">
        <SegmentedControl
          label="Span"
          value={span}
          options={activitySpans.map((value) => ({ value, label: spanLabels[value] }))}
          onChange={(chosen) => patch({ params: { span: chosen === '14d' ? null : chosen } })}
        />
      </div>
      <div className={classes(layout.box, layout.parts)}>
        <FromRecords
          query={query}
          what={vaultId === null ? 'This summary' : 'Activity over time'}
          waiting={<SkeletonText width="40%" />}
        >
          {(activity) =>
            'refusal' in activity ? (
              <NoReport refusal={activity.refusal} />
            ) : (
              <Drawing activity={activity} span={span} vaultId={vaultId} />
            )
          }
        </FromRecords>
      </div>
    </>
  )
}

const spanLabels: Readonly<Record<ActivitySpan, string>> = {
  '14d': '14 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
}

function Drawing({
  activity,
  span,
  vaultId,
}: {
  activity: ActivityFigures
  span: ActivitySpan
  vaultId: string | null
}) {
  const { bars, undated, untyped, whose, as_of, doubts } = activity
  const caption = `Activity, last ${spanLabels[span]}`
  const left = [
    undated > 0 && `${counted(undated, 'transaction')} without a date`,
    untyped > 0 && `${counted(untyped, 'transaction')} of unknown type`,
  ].filter(Boolean)
  return (
    <>
      <Legend bars={bars} vaultId={vaultId} />
      <Chart bars={bars} vaultId={vaultId} label={caption} />
      <Figures bars={bars} vaultId={vaultId} caption={caption} />
      <p className={layout.small}>
        {vaultId === null
          ? 'Deposits and withdrawals of all statuses'
          : 'Transactions of all types and statuses'}
        , by {whose === 'utc' ? 'UTC day' : 'the service’s own day'} recorded.{' '}
        {left.length > 0 && `Not included: ${left.join(', ')}. `}As of <Instant iso={as_of} />.{' '}
        {doubts.length > 0 && <UntrustedText text={`Partial: ${doubts.join(' ')}`} />}
      </p>
    </>
  )
}

interface BarsOfVault extends Pick<ActivityFigures, 'bars'> {
  readonly vaultId: string | null
}

/** The two colours, with the sum of each. */
function Legend({ bars, vaultId }: BarsOfVault) {
  return (
    <ul className={classes(layout.row, styles.legend)}>
      {activitySides.map((side) => (
        <li key={side} className={styles.total}>
          <span className={classes(layout.row, layout.muted, styles.side)}>
            <svg className={styles.swatch} data-side={side} viewBox="0 0 10 10" aria-hidden="true">
              <path d={side === 'in' ? 'M5 1 9 9H1Z' : 'M5 9 1 1H9Z'} />
            </svg>
            {sideLabel(side, vaultId)}
          </span>
          <strong>{countText(bars.reduce((sum, bar) => sum + bar[side].count, 0))}</strong>
        </li>
      ))}
    </ul>
  )
}

/** On paper, newest first. */
function Figures({ bars, vaultId, caption }: BarsOfVault & { caption: string }) {
  return (
    <table className={classes(frame.table, styles.table)} data-print="only">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{bars[0]?.period.unit === 'month' ? 'Month' : 'Day'}</th>
          {activitySides.map((side) => (
            <th key={side} scope="col">
              {sideLabel(side, vaultId)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map((bar) => (
          <tr key={bar.period.name}>
            <th scope="row">{bar.period.name}</th>
            {activitySides.map((side) => (
              <td key={side}>
                <Link to={bar[side].href}>{countText(bar[side].count)}</Link>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
