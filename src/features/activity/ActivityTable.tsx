import { Link } from 'react-router-dom'
import frame from '../../records/chart.module.css'
import { classes } from '../../ui/classes.ts'
import { longestFraction } from '../../ui/decimal-text.ts'
import styles from './Activity.module.css'
import { BarValue } from './BarValue.tsx'
import { type Bar, type Choice, textsOf } from './bars.ts'
import { type Side, sides } from './figures.ts'
import { sideLabel } from './words.ts'

/** The figures of the chart as a table, the latest first; on paper in any case. */
export function ActivityTable({
  bars,
  choice,
  caption,
  onlyOnPaper,
}: {
  bars: readonly Readonly<Record<Side, Bar>>[]
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
