import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Records } from '../../api/endpoints.ts'
import type { Holding } from '../../api/records.ts'
import { Amount } from '../../records/Amount.tsx'
import { ColdShare } from '../../records/holdings/ColdShare.tsx'
import type { SplitOf } from '../../records/holdings/use-split.ts'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { SkeletonText } from '../../ui/SkeletonText.tsx'
import { balancesHref } from '../../url/hrefs.ts'
import styles from './overview.module.css'
import { holdings, moreBalances } from './words.ts'

/** What is held, asset by asset, with how much of it is cold. */
export function Holdings({ all, splitOf }: { all: UseQueryResult<Records<Holding>>; splitOf: SplitOf }) {
  const held = all.data?.records ?? []
  const shown = held.slice(0, mostShown)
  const fraction = longestFraction(shown.map(({ balances }) => balances.total_balance))
  return (
    <section aria-labelledby="holdings">
      <h2 id="holdings" className={styles.heading}>
        {holdings.title} <span className={styles.aside}>{holdings.aside}</span>
      </h2>
      {all.isPending && <SkeletonText width="60%" />}
      <ul className={styles.holdings}>
        {shown.map((held, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
          <li key={index}>
            <Link to={linkOf(held)} className={styles.holding}>
              <span className={styles.asset}>
                <UntrustedText text={held.asset_id} />
                <span className={styles.network}>
                  <UntrustedText text={held.network_name} />
                </span>
              </span>
              <Amount value={held.balances.total_balance} fractionWidth={fraction} />
              <ColdShare bare split={splitOf(held)} total={held.balances.total_balance} />
            </Link>
          </li>
        ))}
      </ul>
      {held.length > shown.length && (
        <Link to={balancesHref()}>{moreBalances(held.length - shown.length)}</Link>
      )}
    </section>
  )
}

/** At a glance: nobody takes in more. */
const mostShown = 500

function linkOf({ asset_id, network_id }: Holding): string {
  return balancesHref({ ...(asset_id ? { asset_id } : {}), ...(network_id ? { network_id } : {}) })
}
