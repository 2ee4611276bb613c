import { type KeyboardEvent, useRef, useState } from 'react'
import {
  type ActivityPeriod,
  type ActivitySide,
  activitySides,
  type BarPair,
} from '../../contract/activity.ts'
import { countText } from '../../contract/count-text.ts'
import { dayLength } from '../../contract/day.ts'
import { readDecimal, zero } from '../../contract/decimal.ts'
import { type Axis, axisOf, heightOf } from '../../display/axis.ts'
import frame from '../../display/chart.module.css'
import { ChartFrame, GridLines, stepHeight } from '../../display/charts.tsx'
import { dateLabel } from '../../display/instant.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import styles from './Activity.module.css'

interface Bars {
  readonly bars: readonly BarPair[]
  readonly vaultId: string | null
}

/** In pixels. */
const plotHeight = 200

/** Bars go up for what came in, down for what went out. Each links to its list. The chart is one tab stop; arrow keys move inside it. */
export function Chart({ bars, vaultId, label }: Bars & { label: string }) {
  const plot = useRef<SVGSVGElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const [stop, setStop] = useState<Stop | null>(null)
  const last = bars.length - 1
  const current = stop && stop.index <= last ? stop : { index: last, side: 'in' as const }
  const largest = (side: ActivitySide) =>
    readDecimal(String(Math.max(0, ...bars.map((bar) => bar[side].count)))) ?? zero
  const axis = axisOf(largest('in'), largest('out'), true)
  const unit = stepHeight(axis, plotHeight)
  const line = axis.up * unit
  const shown = pointed === null ? undefined : bars[pointed]

  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && pointed !== null) {
      event.preventDefault()
      return setPointed(null)
    }
    const next = nextOf(event.key, current, last)
    if (!next) return
    event.preventDefault()
    plot.current?.querySelector<SVGAElement>(`[data-bar="${next.index} ${next.side}"]`)?.focus()
  }
  return (
    <ChartFrame axis={axis} height={plotHeight}>
      <div className={frame.plot} onPointerLeave={() => setPointed(null)}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold a drawing */}
        <svg
          ref={plot}
          role="group"
          aria-label={`${label}. Arrow keys move between bars.`}
          height={plotHeight}
          className={classes(frame.drawing, styles.bars)}
          onKeyDown={move}
          onBlur={() => setPointed(null)}
        >
          <GridLines axis={axis} height={plotHeight} />
          {bars.map((pair, index) =>
            activitySides.map((side) => (
              <BarLink
                key={`${pair.period.name} ${side}`}
                pair={pair}
                side={side}
                label={sideLabel(side, vaultId)}
                place={{ index, of: bars.length, line, axis, unit }}
                isStop={current.index === index && current.side === side}
                isPointed={pointed === index}
                onPoint={() => setPointed(index)}
                onFocus={() => {
                  setStop({ index, side })
                  setPointed(index)
                }}
              />
            )),
          )}
        </svg>
        <Dates bars={bars} />
        {shown && pointed !== null && <Tip pair={shown} vaultId={vaultId} index={pointed} of={bars.length} />}
      </div>
    </ChartFrame>
  )
}

interface Place {
  readonly index: number
  readonly of: number
  /** Where zero is. In pixels, as is `unit`, a step of the axis. */
  readonly line: number
  readonly unit: number
  readonly axis: Axis
}

function BarLink({
  pair: { period, ...bars },
  side,
  label,
  place: { index, of, line, axis, unit },
  isStop,
  isPointed,
  onPoint,
  onFocus,
}: {
  pair: BarPair
  side: ActivitySide
  label: string
  place: Place
  isStop: boolean
  isPointed: boolean
  onPoint: () => void
  onFocus: () => void
}) {
  const { count, href } = bars[side]
  const steps = side === 'in' ? axis.up : axis.down
  const room = steps * unit
  const height = (room * heightOf(String(count), axis, steps)) / 1000
  const band = 100 / of
  const isUp = side === 'in'
  return (
    <Link
      to={href}
      tabIndex={isStop ? 0 : -1}
      data-bar={`${index} ${side}`}
      className={styles.bar}
      aria-label={`${periodTitle(period)}: ${label} ${count}`}
      onPointerEnter={onPoint}
      onFocus={onFocus}
    >
      <rect
        x={`${index * band}%`}
        y={isUp ? 0 : line}
        width={`${band}%`}
        height={room}
        className={styles.hit}
        data-pointed={isPointed || undefined}
      />
      {height > 0 && (
        <rect
          x={`${(index + 0.15) * band}%`}
          y={isUp ? line - height : line}
          width={`${0.7 * band}%`}
          height={height}
          rx={of <= 31 ? 1.5 : 0}
          className={styles.value}
          data-side={side}
        />
      )}
    </Link>
  )
}

function Dates({ bars }: Pick<Bars, 'bars'>) {
  const every = bars.length > 31 ? 14 : bars.length > 12 ? 7 : 1
  return (
    <div className={classes(frame.dates, styles.dates)} aria-hidden="true">
      {bars.map(({ period: { unit, name, range } }, index) => {
        const back = bars.length - 1 - index
        if (back % every !== 0) return null
        const start = range.first * dayLength
        return (
          <span
            key={name}
            {...(every > 1 && back === 0
              ? { 'data-last': true }
              : { style: { left: `${(100 * (index + 0.5)) / bars.length}%` } })}
            data-minor={(every !== 7 && (back / every) % 2 === 1) || undefined}
          >
            {dateLabel(start, unit === 'day' ? 'shortDay' : 'shortMonth')}
            {unit === 'month' && (index === 0 || name.endsWith('-01')) && <small>{name.slice(0, 4)}</small>}
          </span>
        )
      })}
    </div>
  )
}

/** On the side of the bars with more room. */
function Tip({
  pair,
  vaultId,
  index,
  of,
}: Pick<Bars, 'vaultId'> & { pair: BarPair; index: number; of: number }) {
  const isLeft = index < of / 2
  const place = isLeft
    ? { '--left': `${(100 * (index + 1)) / of}%` }
    : { '--right': `${100 - (100 * index) / of}%` }
  return (
    <div className={classes(layout.raised, frame.tip, styles.tip)} style={place} aria-hidden="true">
      <strong>{periodTitle(pair.period)}</strong>
      {activitySides.map((side) => (
        <span key={side} className={styles.tipLine}>
          <span>{sideLabel(side, vaultId)}</span>
          <span>{countText(pair[side].count)}</span>
        </span>
      ))}
    </div>
  )
}

/** "Wed 18 Nov 2026", "November 2026". */
function periodTitle({ unit, range }: ActivityPeriod): string {
  return dateLabel(range.first * dayLength, unit)
}

interface Stop {
  readonly index: number
  readonly side: ActivitySide
}

function nextOf(key: string, { index, side }: Stop, last: number): Stop | undefined {
  const next: Readonly<Record<string, Stop>> = {
    ArrowLeft: { index: Math.max(0, index - 1), side },
    ArrowRight: { index: Math.min(last, index + 1), side },
    ArrowUp: { index, side: 'in' },
    ArrowDown: { index, side: 'out' },
    Home: { index: 0, side },
    End: { index: last, side },
  }
  return next[key]
}

/** "Deposits" of all vaults, "In" of one. */
export function sideLabel(side: ActivitySide, vaultId: string | null): string {
  if (vaultId === null) return side === 'in' ? 'Deposits' : 'Withdrawals'
  return side === 'in' ? 'In' : 'Out'
}
