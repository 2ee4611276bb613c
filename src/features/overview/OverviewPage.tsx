import { memo } from 'react'
import { Link } from 'react-router-dom'
import { useBalances } from '../../api/hooks.ts'
import type { Holding } from '../../api/records.ts'
import { countText } from '../../contract/count-text.ts'
import { compare, readDecimal } from '../../contract/decimal.ts'
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
import { useBooks } from '../../work/use-books.ts'
import { ActivitySection } from '../activity/index.ts'
import { Assurance } from './Assurance.tsx'
import styles from './overview.module.css'
import { RecentTransactions } from './RecentTransactions.tsx'

/** `/`: is anything wrong? Every figure is a link to where it comes from. */
export default function OverviewPage() {
  const { live } = usePreferences()
  const all = useBalances('all', { live })
  // How much is cold changes slowly.
  const split = useSplit({ live: false, enabled: true })
  const { books } = useBooks()
  return (
    <ReadingPage
      codec={activityView}
      title="Overview"
      queries={[all, ...split.queries]}
      isShown={all.data !== undefined}
    >
      <div className={classes(layout.sections, styles.columns)}>
        <div className={layout.sections}>
          <RecentTransactions books={books} />
          <Assurance books={books} />
          <ActivitySection whose={null} wanted={!all.isPending} />
        </div>
        <section aria-labelledby="balances" className={layout.stack}>
          <h2 id="balances" className={layout.heading}>
            Balances <span className={layout.muted}>largest amounts, with the share in cold vaults</span>
          </h2>
          {all.data ? (
            <LargestBalances held={all.data.records} splitOf={split.of} />
          ) : (
            all.isPending && <SkeletonList rows={mostShown} />
          )}
        </section>
      </div>
    </ReadingPage>
  )
}

/** The largest numbers first, because there are no prices. What is no decimal comes last. */
const LargestBalances = memo(Largest)

function Largest({ held, splitOf }: { held: readonly Holding[]; splitOf: SplitOf }) {
  const sized = held.map((one) => ({ one, size: readDecimal(one.balances.total_balance) }))
  sized.sort(({ size: left }, { size: right }) =>
    left && right ? compare(right, left) : Number(Boolean(right)) - Number(Boolean(left)),
  )
  const shown = sized.slice(0, mostShown).map(({ one }) => one)
  const fraction = longestFraction(shown.map(({ balances }) => balances.total_balance))
  if (shown.length === 0) return <p className={layout.muted}>The service lists no balances.</p>
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
      {held.length > shown.length && <Link to={balancesHref()}>All {countText(held.length)} balances</Link>}
    </>
  )
}

const mostShown = 12

function linkOf({ asset_id, network_id }: Holding): string {
  return balancesHref({ ...(asset_id ? { asset_id } : {}), ...(network_id ? { network_id } : {}) })
}
