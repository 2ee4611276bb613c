import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import styles from './chart.module.css'
import { type Axis, tickText } from './scale.ts'

/** How high every chart is drawn, in pixels. */
export const plotHeight = 200

/** How many pixels a step of an axis is high. */
export function stepHeight({ up, down }: Axis): number {
  return plotHeight / (up + down)
}

/** What stands around every drawing: the marks of its axis. What is below the line has a minus sign only where it is less than nothing. */
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
        {/* As wide as all of them. */}
        <span className={styles.widest}>
          {marks.reduce((widest, { text }) => (text.length > widest.length ? text : widest), '')}
        </span>
      </div>
      {children}
    </div>
  )
}

/** A line across the drawing for every mark. */
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
