import type { ReactNode } from 'react'
import { classes } from '../ui/inline.tsx'
import { type Axis, tickText } from './axis.ts'
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
