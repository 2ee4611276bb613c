import { useMemo } from 'react'
import { useSums } from '../../api/records.ts'
import type { TotalsAnswer, TransactionFilter } from '../../contract/console-api.ts'
import { totalsTarget } from '../../contract/console-targets.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { DayValues } from '../../contract/prices.ts'
import { Instant } from '../../display/text.tsx'
import { usePricesNow } from '../../display/values.tsx'
import { FromRecords } from '../../list/FromRecords.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { counterpartyHref } from '../../url/hrefs.ts'
import { valuesOf } from '../../url/page-state.ts'
import { DownloadMenu } from '../export/DownloadMenu.tsx'
import styles from './count.module.css'
import { OutcomeLink } from './OutcomeLink.tsx'
import { AssetTable, firstAssets } from './TallyTables.tsx'
import { doubtOf, outcomeFilter, summaryColumns, type TotalsSummary, totalsSummaryOf } from './tally.ts'

/** Counts every transaction of a filter and adds them up. */
export default function TransactionTotals({ filter }: { filter: TransactionFilter }) {
  const query = useSums(filter, summaryColumns)
  return (
    <FromRecords query={query} what="A total" waiting={<TallySkeleton filter={filter} />}>
      {(answer) => <Tallied answer={answer} filter={filter} />}
    </FromRecords>
  )
}

/** As high as the totals are likely to be. */
function TallySkeleton({ filter }: { filter: TransactionFilter }) {
  const asked = valuesOf(filter.asset_id).length
  const rows = asked > 0 && asked < firstAssets ? asked : firstAssets + 1
  return (
    <div className={layout.parts} aria-busy="true">
      <p className={styles.head}>
        <SkeletonText width="30%" />
      </p>
      <div>
        {Array.from({ length: rows + 1 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <p key={row} className={styles.line}>
            <SkeletonText width="90%" />
          </p>
        ))}
      </div>
      <p className={layout.small}>
        <SkeletonText width="60%" />
      </p>
    </div>
  )
}

function Tallied({ answer, filter }: { answer: TotalsAnswer; filter: TransactionFilter }) {
  const tally = useMemo(() => totalsSummaryOf(answer.totals), [answer.totals])
  const values = usePricesNow().data?.values ?? null
  const doubt = doubtOf(answer)
  const party = onlyParty(filter)
  return (
    <div className={layout.parts}>
      <div className={classes(layout.row, layout.apart, styles.head)}>
        <p>
          <Headline tally={tally} values={values} filter={filter} />
        </p>
        <span className={classes(layout.small, layout.line)}>
          As of <Instant iso={answer.as_of} timeOnly />
          {party !== null && (
            <ButtonLink small to={counterpartyHref({ id: party })}>
              Counterparty
            </ButtonLink>
          )}
          <DownloadMenu
            label="Export totals"
            target={totalsTarget({ ...filter, currency: values?.currency }, summaryColumns)}
            title="Totals"
            filter={filter}
          />
        </span>
      </div>
      {doubt !== null && <Banner tone="warning" isLine title={`Partial: ${doubt}`} />}
      {tally.assets.length > 0 && <AssetTable lines={tally.assets} values={values} filter={filter} />}
      <p className={layout.small}>
        Completed transactions of every type: what came in, went out or was staked.
        {values !== null && ` ${values.latestText} ${values.roundingText}`}
      </p>
    </div>
  )
}

function Headline({
  tally: { completed, others, assets },
  values,
  filter,
}: {
  tally: TotalsSummary
  values: DayValues | null
  filter: TransactionFilter
}) {
  const sums = assets.map((asset) => ({ asset_id: asset.asset_id, held: asset.completed.sum }))
  const lacking = assets.filter(
    ({ completed: { sum, count } }, place) =>
      count > 0 && sum !== null && values?.exact(sums[place] ?? { asset_id: null, held: null }) === null,
  )
  return (
    <>
      <strong className={layout.heading}>{countText(completed)} completed</strong>
      {values !== null && completed > 0 && (
        <>
          , worth <strong>{values.sumText(sums)}</strong>
          {lacking.length > 0 && `; ${counted(lacking.length, 'asset')} without a price`}
        </>
      )}
      {others.map(({ outcome, count }) => (
        <span key={outcome} className={layout.muted}>
          {' · '}
          <OutcomeLink outcome={outcome} count={count} filter={outcomeFilter(outcome, filter)} />
        </span>
      ))}
    </>
  )
}

/** Null where the filter names none, or several. */
function onlyParty(filter: TransactionFilter): string | null {
  const { source_id, destination_id, source_address, destination_address, address } = filter
  const { sent_to, received_from } = filter
  const ends = [
    source_id,
    destination_id,
    source_address,
    destination_address,
    address,
    sent_to,
    received_from,
  ]
  const named = ends.flatMap(valuesOf)
  return named.length === 1 ? (named[0] ?? null) : null
}
