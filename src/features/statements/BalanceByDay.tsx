import { useMemo } from 'react'
import { type DayNumber, type DayRange, dayText } from '../../api/dates/day.ts'
import type { SettledHolding } from '../../books/settle.ts'
import { writeDecimal } from '../../contract/decimal.ts'
import { useListView } from '../../list/use-list-view.ts'
import { Amount } from '../../records/Amount.tsx'
import frame from '../../records/chart.module.css'
import { classes } from '../../ui/classes.ts'
import { longestFraction } from '../../ui/decimal-text.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { statementsView } from '../../url/statements.ts'
import { HoldingChart } from './HoldingChart.tsx'
import styles from './holding.module.css'
import { noBalance, seriesTitle, tableTitle } from './holding-words.ts'
import { balanceSeries, changesOf } from './series.ts'

/** The balance of an asset by day, of one vault or of several together, as a chart or as a table. On paper it is both. */
export default function BalanceByDay({
  holdings,
  period,
  today,
  heading: Heading,
}: {
  /** All of the same asset. */
  holdings: readonly SettledHolding[]
  period: DayRange
  /** The day of the latest balances. */
  today: DayNumber
  /** The level that its heading has where it stands. */
  heading: 'h2' | 'h3'
}) {
  const series = useMemo(() => balanceSeries(holdings, period, today), [holdings, period, today])
  const { view, patch } = useListView(statementsView)
  if (series === null) return <p className={styles.note}>{noBalance}</p>
  const isTable = view.params.form === 'table'
  const changes = changesOf(series.points)
  const fractionWidth = longestFraction(changes.map(({ balance }) => writeDecimal(balance)))
  return (
    <section className={styles.part} aria-labelledby="balance-by-day" data-print="flow">
      <div className={styles.head}>
        <Heading id="balance-by-day" className={styles.heading}>
          {seriesTitle(series, holdings.length)}
        </Heading>
        <div data-print="hide">
          <SegmentedControl
            label="Form"
            value={isTable ? 'table' : 'chart'}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            onChange={(form) => patch({ params: { form: form === 'table' ? form : null } })}
          />
        </div>
      </div>
      {!isTable && <HoldingChart series={series} period={period} asset={holdings[0]?.key.asset_id ?? null} />}
      <table className={classes(frame.table, styles.table)} {...(!isTable && { 'data-print': 'only' })}>
        <caption>{tableTitle(series)}</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Balance</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ day, balance }) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              <td>
                <Amount value={writeDecimal(balance)} fractionWidth={fractionWidth} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
