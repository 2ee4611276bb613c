import { memo, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { dayOf } from '../../api/dates/day.ts'
import { InvalidParameters } from '../../list/InvalidParameters.tsx'
import { useListView } from '../../list/use-list-view.ts'
import frame from '../../records/chart.module.css'
import { usePreferences } from '../../records/preferences.ts'
import { classes } from '../../ui/classes.ts'
import { longestFraction } from '../../ui/decimal-text.ts'
import { activityView, isSpan } from '../../url/activity.ts'
import styles from './Activity.module.css'
import { BarValue } from './BarValue.tsx'
import { type Bar, barsOf, type Choice, type Pair, textsOf, unreadableIn } from './bars.ts'
import { Chart } from './Chart.tsx'
import { Controls } from './Controls.tsx'
import { type Asset, assetsMet, sides, sumOf, type Whose } from './figures.ts'
import { periodsOf } from './periods.ts'
import { Reading } from './Reading.tsx'
import { useActivity } from './use-activity.ts'
import { basisText, sideLabel, spanLabels, troubles, unreadableText } from './words.ts'

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
  const activity = useActivity(whose, periods, { pageReadAt, wanted: seen && dates })
  const { figures, formOfLinks, isReading } = activity
  const trouble = dates ? activity.trouble : 'off'
  const { asset_id, network_id } = view.filter
  const met = useMemo(() => assetsMet(figures.filter((figure) => figure !== undefined)), [figures])
  const asset = useMemo(() => assetAsked(met, asset_id, network_id), [met, asset_id, network_id])
  const isAmount = asset !== null && view.params.measure === 'amount'
  const isTable = view.params.show === 'table'
  const figured = useMemo(() => {
    const choice: Choice = { whose, asset, isAmount }
    const bars = barsOf(periods, { figures, formOfLinks, isReading }, choice)
    return { bars, choice, caption: `Activity, last ${spanLabels[span]}`, isTable }
  }, [whose, asset, isAmount, periods, figures, formOfLinks, isReading, span, isTable])
  // Answers come one upon the other, and each changes the axis: what they say is drawn in slices, and not once for each of them.
  const shown = useDeferredValue(figured)
  const unreadable = unreadableIn(figured.bars.flatMap((bar) => [bar.in, bar.out]))
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
          <Figures figured={shown} />
          <p className={styles.note}>
            {basisText(figured.choice, activity.days)} {unreadable > 0 && unreadableText(unreadable)}{' '}
            <Reading activity={activity} periods={periods} />
          </p>
        </div>
      )}
    </section>
  )
}

/** The asset of the filter: with the name that was met, or as the filter has it. */
function assetAsked(
  met: readonly Asset[],
  asset_id: string | undefined,
  network_id: string | undefined,
): Asset | null {
  if (!asset_id) return null
  const isAsked = (one: Asset) =>
    one.asset_id === asset_id && (network_id === undefined || one.network_id === network_id)
  return met.find(isAsked) ?? { asset_id, network_id: network_id ?? null }
}

const Figures = memo(function Figures({
  figured: { bars, choice, caption, isTable },
}: {
  figured: {
    readonly bars: readonly Pair[]
    readonly choice: Choice
    readonly caption: string
    readonly isTable: boolean
  }
}) {
  return (
    <>
      <Legend bars={bars} choice={choice} />
      {!isTable && <Chart bars={bars} choice={choice} label={caption} />}
      <ActivityTable bars={bars} choice={choice} caption={caption} onlyOnPaper={!isTable} />
    </>
  )
})

/** What the two colours stand for, with the sum of each once every period is read. */
function Legend({ bars, choice }: { bars: readonly Pair[]; choice: Choice }) {
  return (
    <ul className={styles.legend}>
      {sides.map((side) => {
        const own = bars.map((bar) => bar[side])
        const isPending = own.some((bar) => bar.isPending)
        return (
          <li key={side} className={styles.total}>
            <span className={styles.side}>
              <svg className={styles.swatch} data-side={side} viewBox="0 0 10 10" aria-hidden="true">
                <path d={side === 'in' ? 'M5 1 9 9H1Z' : 'M5 9 1 1H9Z'} />
              </svg>
              {sideLabel(choice, side)}
            </span>
            <strong>
              <BarValue
                bar={{
                  value: isPending
                    ? null
                    : { text: sumOf(textsOf(bars, side)), unreadable: unreadableIn(own) },
                  isPending,
                  isPart: own.some(({ value, isPart }) => isPart || value === null),
                }}
                isAmount={choice.isAmount}
              />
            </strong>
          </li>
        )
      })}
    </ul>
  )
}

/** Whether an element has come into view, or nearly so. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current || seen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '100px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, seen])
  return seen
}

/** The figures of the chart as a table, the latest first; on paper in any case. */
function ActivityTable({
  bars,
  choice,
  caption,
  onlyOnPaper,
}: {
  bars: readonly Pair[]
  choice: Choice
  caption: string
  onlyOnPaper: boolean
}) {
  const fraction = longestFraction(sides.flatMap((side) => textsOf(bars, side)))
  return (
    <div className={styles.scroll} {...(onlyOnPaper && { 'data-print': 'only' })}>
      <table className={classes(frame.table, styles.table)}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{bars[0]?.in.period.unit === 'month' ? 'Month' : 'Day'}</th>
            {sides.map((side) => (
              <th key={side} scope="col">
                {sideLabel(choice, side)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((bar) => (
            <tr key={bar.in.period.name}>
              <th scope="row">{bar.in.period.name}</th>
              {sides.map((side) => (
                <td key={side} data-doubtful={isDoubtful(bar[side]) || undefined}>
                  <Link to={bar[side].href}>
                    <BarValue bar={bar[side]} isAmount={choice.isAmount} fractionWidth={fraction} />
                  </Link>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function isDoubtful({ value, isPending, isPart }: Bar): boolean {
  return isPart || (value === null && !isPending)
}
