import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { HeldBooks } from '../../books/books.ts'
import { dateReasons } from '../../files/about-list.ts'
import { type UseListView, useListView } from '../../list/use-list-view.ts'
import frame from '../../records/chart.module.css'
import { Instant, UntrustedText } from '../../records/text.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { SegmentedControl } from '../../ui/fields.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { type ActivitySpan, activitySpans, activityView, isSpan, vaultView } from '../../url/lists.ts'
import { FromBooks } from '../../work/BooksNeeded.tsx'
import { useBooksView } from '../../work/use-books.ts'
import type { ViewValue } from '../../work/views.ts'
import styles from './Activity.module.css'
import { type ActivityAsset, assetKey, type BarPair, type Choice, sideSum, sides } from './activity.ts'
import { Chart } from './Chart.tsx'
import { activityAssetLabel, BarValue, basisText, missingText, sideLabel, spanLabels } from './words.tsx'

type View = UseListView<'asset_id' | 'network_id', 'span' | 'measure' | 'show'>

/** A chart of what the address asks for, or its table. */
export default function Activity({
  books,
  heading,
  whose,
}: {
  books: HeldBooks
  /** Stands beside the controls. */
  heading: ReactNode
  whose: string | null
}) {
  const { view, patch } = useListView(whose === null ? activityView : vaultView)
  const { failure } = books.transactions.days
  const span = isSpan(view.params.span) ? view.params.span : '14d'
  const { asset_id, network_id = null } = view.filter
  const isAmount = asset_id !== undefined && view.params.measure === 'amount'
  const asset = asset_id ? { asset_id, network_id } : null
  const asked = { span, choice: { whose, asset, isAmount } }
  // Controls say what is asked for, and the rest what was answered.
  const { assets = [] } = useBooksView('activity', books, asked).data ?? {}
  const isTable = view.params.show === 'table'
  return (
    <>
      <div className={classes(layout.row, layout.apart)}>
        {heading}
        {failure === null && <Controls {...asked} assets={assets} isTable={isTable} patch={patch} />}
      </div>
      {failure !== null ? (
        <p className={classes(layout.box, layout.muted)}>{dateReasons(failure, 0)}</p>
      ) : (
        <div className={classes(layout.box, layout.parts)}>
          <FromBooks view="activity" books={books} input={asked}>
            {(made) => <Drawing made={made} books={books} isTable={isTable} />}
          </FromBooks>
        </div>
      )}
    </>
  )
}

function Drawing({
  made: { span, choice, bars, leftOut },
  books: { transactions, ended },
  isTable,
}: {
  made: ViewValue<'activity'>
  books: HeldBooks
  isTable: boolean
}) {
  const caption = `Activity, last ${spanLabels[span]}`
  return (
    <>
      <Legend bars={bars} choice={choice} />
      {!isTable && <Chart bars={bars} choice={choice} label={caption} />}
      <ActivityTable bars={bars} choice={choice} caption={caption} onlyOnPaper={!isTable} />
      <p className={layout.small}>
        {basisText(choice, transactions.days.whose)} {missingText(leftOut)} As of <Instant iso={ended} />.{' '}
        {transactions.completeness !== 'complete' && (
          <UntrustedText text={`Partial: ${transactions.doubts.join(' ')}`} />
        )}
      </p>
    </>
  )
}

function Controls({
  span,
  choice: { asset, isAmount },
  assets,
  isTable,
  patch,
}: {
  span: ActivitySpan
  choice: Choice
  assets: readonly ActivityAsset[]
  isTable: boolean
  patch: View['patch']
}) {
  const met = asset && assets.find((one) => assetKey(one) === assetKey(asset))
  const others = asset && !met ? [asset, ...assets] : assets
  const choose = (key: string) => {
    const one = others.find((each) => assetKey(each) === key)
    patch({
      filter: { asset_id: one?.asset_id || null, network_id: one?.network_id || null },
      ...(!one && { params: { measure: null } }),
    })
  }
  return (
    <div className={layout.row} data-print="hide">
      <select
        aria-label="Asset"
        className={styles.select}
        value={asset ? assetKey(asset) : ''}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">All assets</option>
        {others.map((one) => (
          <option key={assetKey(one)} value={assetKey(one)}>
            {activityAssetLabel(one)}
          </option>
        ))}
      </select>
      {asset && (
        <SegmentedControl
          label="Measure"
          value={isAmount ? 'amount' : 'count'}
          options={[
            { value: 'count', label: 'Count' },
            { value: 'amount', label: 'Amount' },
          ]}
          onChange={(measure) => patch({ params: { measure: measure === 'amount' ? measure : null } })}
        />
      )}
      <SegmentedControl
        label="Span"
        value={span}
        options={activitySpans.map((value) => ({ value, label: spanLabels[value] }))}
        onChange={(chosen) => patch({ params: { span: chosen === '14d' ? null : chosen } })}
      />
      <SegmentedControl
        label="Form"
        value={isTable ? 'table' : 'chart'}
        options={[
          { value: 'chart', label: 'Chart' },
          { value: 'table', label: 'Table' },
        ]}
        onChange={(form) => patch({ params: { show: form === 'table' ? form : null } })}
      />
    </div>
  )
}

/** The two colours, with the sum of each. */
function Legend({ bars, choice }: { bars: readonly BarPair[]; choice: Choice }) {
  return (
    <ul className={classes(layout.row, styles.legend)}>
      {sides.map((side) => (
        <li key={side} className={styles.total}>
          <span className={classes(layout.row, layout.muted, styles.side)}>
            <svg className={styles.swatch} data-side={side} viewBox="0 0 10 10" aria-hidden="true">
              <path d={side === 'in' ? 'M5 1 9 9H1Z' : 'M5 9 1 1H9Z'} />
            </svg>
            {sideLabel(choice, side)}
          </span>
          <strong>
            <BarValue
              bar={{
                text: sideSum(bars, side),
                unreadable: bars.reduce((sum, bar) => sum + bar[side].unreadable, 0),
              }}
              isAmount={choice.isAmount}
            />
          </strong>
        </li>
      ))}
    </ul>
  )
}

/** Newest first. Always printed. */
function ActivityTable({
  bars,
  choice,
  caption,
  onlyOnPaper,
}: {
  bars: readonly BarPair[]
  choice: Choice
  caption: string
  onlyOnPaper: boolean
}) {
  const fraction = longestFraction(bars.flatMap((bar) => sides.map((side) => bar[side].text)))
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
                <td key={side}>
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
