import { memo } from 'react'
import { useBalances } from '../../api/hooks.ts'
import type { Holding } from '../../api/records.ts'
import { countText } from '../../contract/count-text.ts'
import { ReadingPage } from '../../list/ReadingPage.tsx'
import { Amount } from '../../records/amounts.tsx'
import { ColdShare, SkeletonList, type SplitOf, useSplit } from '../../records/holdings/holdings.tsx'
import { nameOrId } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { heldAssets, PricesNote, usePricesNow } from '../../records/values.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { balancesHref } from '../../url/hrefs.ts'
import { activityView } from '../../url/lists.ts'
import { useBooks, useReading } from '../../work/use-books.ts'
import { ActivitySection } from '../activity/index.ts'
import { Attention } from './Attention.tsx'
import { balanceHref, byName, mostShown } from './balances.ts'
import styles from './overview.module.css'
import { Worth } from './Worth.tsx'

/** `/`: is anything wrong? Every figure is a link to where it comes from. */
export default function OverviewPage() {
  const { live } = usePreferences()
  const { books, isOpening } = useBooks()
  const { isStopped } = useReading()
  // Books that this browser keeps spare the requests.
  const enabled = !isOpening || isStopped
  const all = useBalances('all', { live, enabled })
  // How much is cold changes slowly.
  const split = useSplit({ live: false, enabled })
  const prices = usePricesNow()
  return (
    <ReadingPage
      codec={activityView}
      title="Overview"
      queries={[all, ...split.queries]}
      isShown={all.data !== undefined}
    >
      <div className={classes(layout.sections, styles.columns)}>
        <Attention books={books} />
        <section aria-labelledby="balances" className={classes(layout.stack, styles.balances)}>
          <h2 id="balances" className={layout.heading}>
            {prices.isLoading || prices.data ? (
              'Value'
            ) : (
              <>
                Balances <span className={layout.muted}>by asset, with the share in cold vaults</span>
              </>
            )}
          </h2>
          {all.data && prices.data ? (
            <Worth held={all.data.records} splitOf={split.of} values={prices.data.values} />
          ) : all.data && !prices.isLoading ? (
            <Balances held={all.data.records} splitOf={split.of} />
          ) : (
            (all.isPending || prices.isLoading) && <SkeletonList rows={12} />
          )}
          {all.data && <PricesNote prices={prices} assets={heldAssets(all.data.records)} />}
        </section>
        <ActivitySection whose={null} wanted />
      </div>
    </ReadingPage>
  )
}

/** Without prices, amounts of different assets cannot be ranked. */
const Balances = memo(function Balances({ held, splitOf }: { held: readonly Holding[]; splitOf: SplitOf }) {
  if (held.length === 0) return <p className={layout.muted}>The service lists no balances.</p>
  const shown = byName(held).slice(0, mostShown)
  const fraction = longestFraction(shown.map(({ balances }) => balances.total_balance))
  return (
    <>
      <ul className={layout.rows}>
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
          <li key={index}>
            <Link to={balanceHref(one)} className={classes(layout.pressable, styles.holding)}>
              <span>
                <strong>
                  <UntrustedText text={one.asset_id} />
                </strong>{' '}
                <span className={layout.faint}>
                  <UntrustedText text={nameOrId(one.network_name, one.network_id)} />
                </span>
              </span>
              <Amount value={one.balances.total_balance} fractionWidth={fraction} />
              <ColdShare bare split={splitOf(one)} total={one.balances.total_balance} />
            </Link>
          </li>
        ))}
      </ul>
      {held.length > mostShown && <Link to={balancesHref()}>All {countText(held.length)} balances</Link>}
    </>
  )
})
