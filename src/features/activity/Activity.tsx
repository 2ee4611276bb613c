import type { HeldBooks } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { dateReasons } from '../../files/about-file.ts'
import { useListView } from '../../list/list-page.ts'
import frame from '../../records/chart.module.css'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { type ActivitySpan, activitySpans, activityView, isSpan, vaultView } from '../../url/lists.ts'
import { FromBooks } from '../../work/BooksNeeded.tsx'
import type { ViewValue } from '../../work/views.ts'
import styles from './Activity.module.css'
import { sideLabel, sides } from './activity.ts'
import { Chart } from './Chart.tsx'

/** A chart of the span in the address; on paper with its figures. */
export default function Activity({ books, vaultId }: { books: HeldBooks; vaultId: string | null }) {
  const { view, patch } = useListView(vaultId === null ? activityView : vaultView)
  const { failure } = books.transactions.days
  const span = isSpan(view.params.span) ? view.params.span : '14d'
  if (failure !== null) return <p className={classes(layout.box, layout.muted)}>{dateReasons(failure, 0)}</p>
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
        <FromBooks view="activity" books={books} input={{ span, vaultId }}>
          {(activity) => <Drawing activity={activity} books={books} />}
        </FromBooks>
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
  books: { transactions, ended },
}: {
  activity: ViewValue<'activity'>
  books: HeldBooks
}) {
  const { span, vaultId, bars, undated, untyped } = activity
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
        , by the {transactions.days.whose === 'utc' ? 'UTC day on which' : 'service’s own day on which'} they
        were recorded. {left.length > 0 && `Not included: ${left.join(', ')}. `}As of <Instant iso={ended} />.{' '}
        {transactions.completeness !== 'complete' && (
          <UntrustedText text={`Partial: ${transactions.doubts.join(' ')}`} />
        )}
      </p>
    </>
  )
}

/** The two colours, with the sum of each. */
function Legend({ bars, vaultId }: Pick<ViewValue<'activity'>, 'bars' | 'vaultId'>) {
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
function Figures({
  bars,
  vaultId,
  caption,
}: Pick<ViewValue<'activity'>, 'bars' | 'vaultId'> & { caption: string }) {
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
