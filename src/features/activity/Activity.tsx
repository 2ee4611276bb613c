import { useFigure } from '../../api/reports.ts'
import {
  type ActivityFigure,
  type ActivitySpan,
  activitySpans,
  isSpan,
  sides,
} from '../../contract/activity-figure.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { FromRecords } from '../../list/FromRecords.tsx'
import { useListView } from '../../list/list-page.ts'
import frame from '../../records/chart.module.css'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { activityView, vaultView } from '../../url/lists.ts'
import styles from './Activity.module.css'
import { Chart, sideLabel } from './Chart.tsx'

/** A chart of the span in the address; on paper with its figures. */
export default function Activity({ vaultId }: { vaultId: string | null }) {
  const { view, patch } = useListView(vaultId === null ? activityView : vaultView)
  const span = isSpan(view.params.span) ? view.params.span : '14d'
  const asked = new URLSearchParams({ span, ...(vaultId !== null && { vault_id: vaultId }) })
  const query = useFigure<ActivityFigure>('activity', `?${asked}`, ({ bars }) => Array.isArray(bars))
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
          {(answer) =>
            'refusal' in answer ? (
              <p className={layout.muted}>{answer.refusal.text}</p>
            ) : (
              <Drawing activity={answer} />
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

function Drawing({ activity }: { activity: ActivityFigure }) {
  const { span, vaultId, bars, undated, untyped, whose, as_of, doubts } = activity
  const caption = `Activity, last ${spanLabels[span]}`
  const left = [
    undated > 0 && `${counted(undated, 'transaction')} without a date`,
    untyped > 0 && `${counted(untyped, 'transaction')} of unknown type`,
  ].filter(Boolean)
  return (
    <>
      <Legend {...activity} />
      <Chart bars={bars} vaultId={vaultId} label={caption} />
      <Figures {...activity} caption={caption} />
      <p className={layout.small}>
        {vaultId === null
          ? 'Deposits and withdrawals of every status'
          : 'Transactions of every type and status'}
        , by the {whose === 'utc' ? 'UTC day on which' : 'service’s own day on which'} they were recorded.{' '}
        {left.length > 0 && `Not included: ${left.join(', ')}. `}As of <Instant iso={as_of} />.{' '}
        {doubts.length > 0 && <UntrustedText text={`Partial: ${doubts.join(' ')}`} />}
      </p>
    </>
  )
}

/** The two colours, with the sum of each. */
function Legend({ bars, vaultId }: Pick<ActivityFigure, 'bars' | 'vaultId'>) {
  return (
    <ul className={classes(layout.row, styles.legend)}>
      {sides.map((side) => (
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
function Figures({ bars, vaultId, caption }: Pick<ActivityFigure, 'bars' | 'vaultId'> & { caption: string }) {
  return (
    <table className={classes(frame.table, styles.table)} data-print="only">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{bars[0]?.period.unit === 'month' ? 'Month' : 'Day'}</th>
          {sides.map((side) => (
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
            {sides.map((side) => (
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
