import { memo } from 'react'
import { Link } from 'react-router-dom'
import { useBalances } from '../../api/hooks.ts'
import type { Holding } from '../../api/records.ts'
import { countText } from '../../contract/count-text.ts'
import { ReadingPage } from '../../list/ReadingPage.tsx'
import { Amount } from '../../records/amounts.tsx'
import { ColdShare, SkeletonList, type SplitOf, useSplit } from '../../records/holdings/holdings.tsx'
import { nameOrId } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { balancesHref } from '../../url/hrefs.ts'
import { activityView } from '../../url/lists.ts'
import { useBooks, useReading } from '../../work/use-books.ts'
import { ActivitySection } from '../activity/index.ts'
import { Attention } from './Attention.tsx'
import styles from './overview.module.css'

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
            Balances <span className={layout.muted}>by asset, with the share in cold vaults</span>
          </h2>
          {all.data ? (
            <Balances held={all.data.records} splitOf={split.of} />
          ) : (
            all.isPending && <SkeletonList rows={12} />
          )}
        </section>
        <ActivitySection whose={null} wanted />
      </div>
    </ReadingPage>
  )
}

/** Amounts of different assets cannot be ranked. */
const Balances = memo(function Balances({ held, splitOf }: { held: readonly Holding[]; splitOf: SplitOf }) {
  if (held.length === 0) return <p className={layout.muted}>The service lists no balances.</p>
  const byName = held.toSorted(
    (one, other) =>
      compareText(one.asset_id, other.asset_id) || compareText(one.network_id, other.network_id),
  )
  const shown = byName.slice(0, mostShown)
  const fraction = longestFraction(shown.map(({ balances }) => balances.total_balance))
  return (
    <>
      <ul className={layout.rows}>
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
          <li key={index}>
            <Link to={linkOf(one)} className={classes(layout.pressable, styles.holding)}>
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

const mostShown = 100

function compareText(one: string | null, other: string | null): number {
  return (one ?? '').localeCompare(other ?? '', 'en')
}

function linkOf({ asset_id, network_id }: Holding): string {
  return balancesHref({ ...(asset_id ? { asset_id } : {}), ...(network_id ? { network_id } : {}) })
}
