import type { ReactNode } from 'react'
import { type Decimal, perMille, writeDecimal } from '../contract/decimal.ts'
import { grouped } from '../ui/decimal-text.ts'
import { classes } from '../ui/inline.tsx'
import styles from './chart.module.css'

/** In pixels, as is `stepHeight`. */
export const plotHeight = 200

export function stepHeight({ up, down }: Axis): number {
  return plotHeight / (up + down)
}

/** The axis around a drawing. Below the line, marks have a minus sign only if `signed`. */
export function ChartFrame({
  axis,
  signed = false,
  className,
  children,
}: {
  axis: Axis
  signed?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const marks = stepsOf(axis).map((steps) => ({
    steps,
    text: `${signed && steps < 0 ? '-' : ''}${tickText(axis, Math.abs(steps))}`,
  }))
  return (
    <div className={classes(styles.chart, className)}>
      <div className={styles.ticks} style={{ height: plotHeight }} aria-hidden="true">
        {marks.map(({ steps, text }) => (
          <span key={steps} className={styles.tick} style={{ top: topOf(steps, axis) }}>
            {text}
          </span>
        ))}
        <span className={styles.widest}>
          {marks.reduce((widest, { text }) => (text.length > widest.length ? text : widest), '')}
        </span>
      </div>
      {children}
    </div>
  )
}

export function GridLines({ axis }: { axis: Axis }) {
  return stepsOf(axis).map((steps) => (
    <line
      key={steps}
      x1="0"
      x2="100%"
      y1={topOf(steps, axis)}
      y2={topOf(steps, axis)}
      className={styles.grid}
      data-zero={steps === 0 || undefined}
    />
  ))
}

function stepsOf({ up, down }: Axis): readonly number[] {
  return Array.from({ length: up + down + 1 }, (_, index) => up - index)
}

function topOf(steps: number, axis: Axis): number {
  return (axis.up - steps) * stepHeight(axis)
}

/** How many steps lie above and below the line, and how much one step is. */
export interface Axis {
  readonly step: Decimal
  readonly up: number
  readonly down: number
}

/** An axis with room for both values and at most three steps on a side. Steps of counts are whole numbers. */
export function axisOf(up: Decimal, down: Decimal, isCount: boolean): Axis {
  const scale = Math.max(up.scale, down.scale) + (isCount ? 0 : 2)
  const digits = (one: Decimal) => one.digits * 10n ** BigInt(scale - one.scale)
  const most = digits(up) > digits(down) ? digits(up) : digits(down)
  const step = most > 0n ? roundStep(most) : 10n ** BigInt(scale)
  const steps = (one: Decimal) => Math.max(1, Number((digits(one) + step - 1n) / step))
  return { step: { digits: step, scale }, up: steps(up), down: steps(down) }
}

/** The smallest of 1, 2, 5, 10, 20 and so on of which three reach `most`. */
function roundStep(most: bigint): bigint {
  for (let power = 1n; ; power *= 10n)
    for (const step of [power, 2n * power, 5n * power]) if (3n * step >= most) return step
}

/** In per mille of the side with so many steps. What is more than nothing stays visible. */
export function heightOf(value: string, { step }: Axis, steps: number): number {
  const share = perMille(value, writeDecimal({ ...step, digits: step.digits * BigInt(steps) })) ?? 0
  return value === '0' ? 0 : Math.max(share, least)
}

const least = 8

/** "0.5", "1,500", "20k", "5M"; one unit for the whole axis. */
export function tickText({ step }: Axis, steps: number): string {
  const zeros = /(?:000)*$/.exec(writeDecimal(step))?.[0].length ?? 0
  const thousands = Math.min(zeros / 3, units.length - 1)
  const text = writeDecimal({ ...step, digits: step.digits * BigInt(steps) })
  if (steps === 0 || text.includes('.')) return text
  const integer = thousands === 0 ? text : text.slice(0, -3 * thousands)
  return grouped(integer) + (units[thousands] ?? '')
}

const units = ['', 'k', 'M', 'B', 'T'] as const
