import { type PointerEvent, useId, useState } from 'react'
import { counted } from '../../contract/count-text.ts'
import { type DayNumber, type DayRange, dayLength } from '../../contract/day.ts'
import { writeDecimal } from '../../contract/decimal.ts'
import type { BalanceChart, BalanceSeries } from '../../contract/statement-figures.ts'
import { Amount } from '../../display/amounts.tsx'
import type { Axis } from '../../display/axis.ts'
import frame from '../../display/chart.module.css'
import { ChartFrame, GridLines, stepHeight } from '../../display/charts.tsx'
import { dateLabel } from '../../display/instant.ts'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { axisFor, type DateMark, type DrawnPoint, dateMarks, drawnPoints, placeOf } from './chart-drawing.ts'
import styles from './statements.module.css'

export function BalanceDrawing({ chart: { series, vaults, period, asset } }: { chart: BalanceChart }) {
  const heading = useId()
  if (series === null)
    return (
      <p className={layout.muted}>
        There is no balance to draw: the service gives no readable balance for today.
      </p>
    )
  const together = vaults === 1 ? '' : `, ${counted(vaults, 'vault')} together`
  const title = `Balance at the end of each ${series.unit === 'day' ? 'day' : 'month, and on the last day'}${together}`
  return (
    <section className={layout.stack} aria-labelledby={heading}>
      <h3 id={heading} className={layout.heading}>
        {title}
      </h3>
      <Drawing points={drawnPoints(series)} unit={series.unit} title={title} period={period} asset={asset} />
    </section>
  )
}

/**
 * A line of steps, a day each. Ends of months are dots, since what was between them is not drawn. The chart is one stop of the Tab key, and
 * arrow keys move from point to point.
 */
function Drawing({
  points,
  unit,
  title,
  period,
  asset,
}: Pick<BalanceSeries, 'unit'> & {
  points: readonly DrawnPoint[]
  title: string
  period: DayRange
  asset: string | null
}) {
  const [shown, setShown] = useState<number | null>(null)
  const last = points.length - 1
  const axis = axisFor(points)
  const length = period.last - period.first + 1
  const point = shown === null ? undefined : points[shown]
  const stop = points[shown ?? last]
  const middleOf = ({ day }: DrawnPoint) => (100 * (day - period.first + 0.5)) / length

  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const day = period.first + Math.floor(((event.clientX - left) / width) * length)
    setShown(nearest(points, day))
  }
  return (
    <ChartFrame axis={axis} height={plotHeight} signed className={classes(layout.box, styles.chart)}>
      <div
        className={classes(frame.plot, styles.plot)}
        onPointerDown={follow}
        onPointerMove={follow}
        onPointerLeave={() => setShown(null)}
      >
        <input
          type="range"
          className={styles.slider}
          aria-label={`${title}. Arrow keys move from one to the next.`}
          aria-valuetext={
            stop && `${pointText(stop.day)}: ${writeDecimal(stop.balance)} ${withHiddenNamed(asset ?? '')}`
          }
          min={0}
          max={last}
          value={shown ?? last}
          onChange={(event) => setShown(Number(event.target.value))}
          onFocus={() => setShown(shown ?? last)}
          onBlur={() => setShown(null)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setShown(null)
          }}
        />
        <Line points={points} unit={unit} axis={axis} point={point} length={length} middleOf={middleOf} />
        <Dates period={period} />
        {point && (
          <div
            className={classes(layout.raised, frame.tip, styles.tip)}
            style={besides(middleOf(point))}
            aria-hidden="true"
          >
            <strong>{pointText(point.day)}</strong>
            <Amount value={writeDecimal(point.balance)} asset={asset} />
          </div>
        )}
      </div>
    </ChartFrame>
  )
}

/** In pixels: for a glance above the figures. */
const plotHeight = 120

function Line({
  points,
  unit,
  axis,
  point,
  length,
  middleOf,
}: Pick<BalanceSeries, 'unit'> & {
  points: readonly DrawnPoint[]
  axis: Axis
  point: DrawnPoint | undefined
  length: number
  middleOf: (point: DrawnPoint) => number
}) {
  const height = stepHeight(axis, plotHeight)
  const line = axis.up * height
  const top = ({ balance }: DrawnPoint) => line - placeOf(balance, axis) * height
  return (
    <svg height={plotHeight} className={frame.drawing} aria-hidden="true">
      <GridLines axis={axis} height={plotHeight} />
      {point && (
        <line
          x1={`${middleOf(point)}%`}
          x2={`${middleOf(point)}%`}
          y1="0"
          y2="100%"
          className={styles.cursor}
        />
      )}
      {unit === 'day' && (
        <svg
          viewBox={`0 0 ${length} ${plotHeight}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          width="100%"
          height={plotHeight}
        >
          {/* Its height would be read as an amount. */}
          {axis.from === undefined && (
            <path d={`${stepsThrough(points.map(top))} V${line} H0 Z`} className={styles.area} />
          )}
          <path d={stepsThrough(points.map(top))} className={styles.line} />
        </svg>
      )}
      {(unit === 'day' ? (point ? [point] : []) : points).map((each) => (
        <circle
          key={each.day}
          cx={`${middleOf(each)}%`}
          cy={top(each)}
          r={each === point ? 4 : 3}
          className={styles.dot}
        />
      ))}
    </svg>
  )
}

function Dates({ period }: { period: DayRange }) {
  return (
    <div className={frame.dates} aria-hidden="true">
      {dateMarks(period).map((mark, index) => {
        const [text, year] = markText(mark, index === 0)
        const at = (100 * (mark.day - period.first)) / (period.last - period.first + 1)
        return (
          <span
            key={mark.day}
            // The last one would end behind the chart.
            style={at > 90 ? { right: `${100 - at}%` } : { left: `${at}%` }}
            data-minor={index % 2 === 1 || undefined}
          >
            {text}
            {year !== null && <small>{year}</small>}
          </span>
        )
      })}
    </div>
  )
}

/** A line of steps, each one unit wide. */
function stepsThrough(heights: readonly number[]): string {
  return heights
    .map((height, index) => {
      const y = height.toFixed(1)
      return `${index === 0 ? `M0 ${y}` : `V${y}`} H${index + 1}`
    })
    .join(' ')
}

function nearest(points: readonly DrawnPoint[], day: number): number {
  const distance = (index: number) => Math.abs((points[index]?.day ?? Number.POSITIVE_INFINITY) - day)
  return points.reduce((best, _, index) => (distance(index) < distance(best) ? index : best), 0)
}

/** Opens towards the middle of the chart. */
function besides(percent: number) {
  return percent < 50 ? { '--left': `${percent}%` } : { '--right': `${100 - percent}%` }
}

function pointText(day: DayNumber): string {
  return dateLabel(day * dayLength, 'day')
}

/** The first date and each January have the year under them. */
function markText({ day, as }: DateMark, isFirst: boolean): readonly [text: string, year: string | null] {
  const start = day * dayLength
  const date = new Date(start)
  const year = String(date.getUTCFullYear())
  if (as === 'year') return [year, null]
  const isNewYear = date.getUTCMonth() === 0 && (as === 'month' || date.getUTCDate() <= 14)
  return [dateLabel(start, as === 'day' ? 'shortDay' : 'shortMonth'), isFirst || isNewYear ? year : null]
}
