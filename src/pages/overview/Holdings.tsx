import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Records } from '../../api/endpoints.ts'
import type { Holding } from '../../api/records.ts'
import { Amount } from '../../components/Amount.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { perMille } from '../../contract/decimal.ts'
import { SkeletonText } from '../../ui/SkeletonText.tsx'
import { SplitBar } from '../../ui/SplitBar.tsx'
import { balancesHref } from '../../url/hrefs.ts'
import styles from './overview.module.css'

type Query = UseQueryResult<Records<Holding>>

/** What is held, asset by asset, with how much of it is cold. */
export function Holdings({ all, cold }: { all: Query; cold: Query }) {
  const inCold = new Map(cold.data?.records.map((held) => [keyOf(held), held.balances.total_balance]))
  return (
    <section aria-labelledby="holdings">
      <h2 id="holdings" className={styles.heading}>
        Balances
      </h2>
      {all.isPending && <SkeletonText width="60%" />}
      <ul className={styles.holdings}>
        {all.data?.records.map((held, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
          <li key={index}>
            <Link to={linkOf(held)} className={styles.holding}>
              <span className={styles.asset}>
                <UntrustedText text={held.asset_id} />
                <span className={styles.network}>
                  <UntrustedText text={held.network_name} />
                </span>
              </span>
              <Amount value={held.balances.total_balance} />
              <ColdShare share={shareOf(held, inCold, cold)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function linkOf({ asset_id, network_id }: Holding): string {
  return balancesHref({ ...(asset_id ? { asset_id } : {}), ...(network_id ? { network_id } : {}) })
}

/** An asset that the cold balances were read without is not cold at all; while they were not read, nothing is said. */
function shareOf(held: Holding, inCold: ReadonlyMap<string, string | null>, cold: Query): number | null {
  if (!cold.data) return null
  const key = keyOf(held)
  return perMille(inCold.has(key) ? (inCold.get(key) ?? null) : '0', held.balances.total_balance)
}

function ColdShare({ share }: { share: number | null }) {
  if (share === null) return <UntrustedText text={null} />
  return (
    <span className={styles.share}>
      <SplitBar
        bare
        label="Cold and warm"
        parts={[
          { label: 'Cold', share, tone: 'accent' },
          { label: 'Warm', share: 1000 - share, tone: 'neutral' },
        ]}
      />
      <span aria-hidden className={styles.percent}>{`${Math.trunc(share / 10)}.${share % 10}% cold`}</span>
    </span>
  )
}

function keyOf({ asset_id, network_id }: Holding): string {
  return JSON.stringify([asset_id, network_id])
}
