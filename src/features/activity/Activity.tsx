import { useMemo, useRef } from 'react'
import { dayOf } from '../../api/dates/day.ts'
import { InvalidParameters } from '../../list/InvalidParameters.tsx'
import { useListView } from '../../list/use-list-view.ts'
import { usePreferences } from '../../records/preferences.ts'
import { activityView, isSpan } from '../../url/activity.ts'
import styles from './Activity.module.css'
import { ActivityTable } from './ActivityTable.tsx'
import { barsOf, type Choice, unreadableIn } from './bars.ts'
import { Chart } from './Chart.tsx'
import { Controls } from './Controls.tsx'
import { type Asset, assetsMet, type Whose } from './figures.ts'
import { Legend } from './Legend.tsx'
import { periodsOf } from './periods.ts'
import { Reading } from './Reading.tsx'
import { useActivity } from './use-activity.ts'
import { useSeen } from './use-seen.ts'
import { basisText, spanLabels, troubles, unreadableText } from './words.ts'

/** Activity over time, of one vault or of all: a chart of what came in and went out, and the same as a table. */
export default function Activity({
  whose,
  pageReadAt,
}: {
  whose: Whose
  /** When the page's own records were read, in milliseconds: they come first, and the period that goes on is read again with them. */
  pageReadAt: number
}) {
  const section = useRef<HTMLElement>(null)
  const seen = useSeen(section)
  const { dates } = usePreferences()
  const { view, patch } = useListView(activityView)
  const span = isSpan(view.params.span) ? view.params.span : '30d'
  const today = dayOf(pageReadAt, 'utc')
  const periods = useMemo(() => periodsOf(span, today), [span, today])
  const activity = useActivity(whose, periods, { today, pageReadAt, wanted: seen && dates })
  const { figures } = activity
  const trouble = dates ? activity.trouble : 'off'
  const { asset_id, network_id } = view.filter
  const met = assetsMet(figures.filter((figure) => figure !== undefined))
  const isAsked = (one: Asset) =>
    one.asset_id === asset_id && (network_id === undefined || one.network_id === network_id)
  const asset = asset_id ? (met.find(isAsked) ?? { asset_id, network_id: network_id ?? null }) : null
  const choice: Choice = { whose, asset, isAmount: asset !== null && view.params.measure === 'amount' }
  const bars = barsOf(periods, activity, choice)
  const caption = `Activity, last ${spanLabels[span]}`
  const isTable = view.params.show === 'table'
  const unreadable = unreadableIn(bars.flatMap((bar) => [bar.in, bar.out]))
  return (
    <section ref={section} className={styles.activity} aria-labelledby="activity">
      <div className={styles.head}>
        <h2 id="activity" className={styles.heading}>
          Activity
        </h2>
        {!trouble && <Controls span={span} asset={asset} met={met} view={view} patch={patch} />}
      </div>
      <InvalidParameters invalid={view.invalid} onRemove={() => patch({ invalid: [] })} />
      {trouble ? (
        <p className={styles.trouble}>{troubles[trouble]}</p>
      ) : (
        <div className={styles.box}>
          <Legend bars={bars} choice={choice} />
          {!isTable && <Chart bars={bars} choice={choice} label={caption} />}
          <ActivityTable bars={bars} choice={choice} caption={caption} onlyOnPaper={!isTable} />
          <p className={styles.note}>
            {basisText(choice)} {unreadable > 0 && unreadableText(unreadable)}{' '}
            <Reading activity={activity} periods={periods} />
          </p>
        </div>
      )}
    </section>
  )
}
