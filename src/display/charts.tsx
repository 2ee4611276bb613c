import type { ReactNode } from 'react'
import { classes } from '../ui/inline.tsx'
import { type Axis, tickText } from './axis.ts'
import styles from './chart.module.css'

export function stepHeight({ up, down }: Axis, height: number): number {
  return height / (up + down)
}

/** The axis around a drawing. Below the line, marks have a minus sign only if `signed`. */
export function ChartFrame({
  axis,
  height,
  signed = false,
  className,
  children,
}: {
  axis: Axis
  /** In pixels. */
  height: number
  signed?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const marks = stepsOf(axis).map((steps) => ({
    steps,
    text: `${signed && steps < 0 ? '-' : ''}${tickText(axis, Math.abs(steps) + (axis.from ?? 0))}`,
  }))
  return (
    <div className={classes(styles.chart, className)}>
      <div className={styles.ticks} style={{ height }} aria-hidden="true">
        {marks.map(({ steps, text }) => (
          <span key={steps} className={styles.tick} style={{ top: topOf(steps, axis, height) }}>
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

export function GridLines({ axis, height }: { axis: Axis; height: number }) {
  return stepsOf(axis).map((steps) => (
    <line
      key={steps}
      x1="0"
      x2="100%"
      y1={topOf(steps, axis, height)}
      y2={topOf(steps, axis, height)}
      className={styles.grid}
      data-zero={(steps === 0 && !axis.from) || undefined}
    />
  ))
}

function stepsOf({ up, down }: Axis): readonly number[] {
  return Array.from({ length: up + down + 1 }, (_, index) => up - index)
}

function topOf(steps: number, axis: Axis, height: number): number {
  return (axis.up - steps) * stepHeight(axis, height)
}
