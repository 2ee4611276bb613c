import { memo, useMemo } from 'react'
import { countText } from '../../contract/count-text.ts'
import { type Decimal, perMille, writeDecimal } from '../../contract/decimal.ts'
import { type Holding, holderOf, nameOrId } from '../../contract/normal-records.ts'
import type { DayValues } from '../../contract/prices.ts'
import { Amount, longestFraction } from '../../display/amounts.tsx'
import { ColdShare, type SplitOf } from '../../display/holdings/holdings.tsx'
import { UntrustedText } from '../../display/text.tsx'
import { heldAssets } from '../../display/values.tsx'
import { classes, percentText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { balancesHref } from '../../url/hrefs.ts'
import { byName, byValue, valueSplit } from './balances.ts'
import styles from './overview.module.css'

/** Each balance by its value, below what all are worth. Without prices by name: amounts of different assets cannot be ranked. */
export const BalanceList = memo(function BalanceList({
  held,
  splitOf,
  values,
}: {
  held: readonly Holding[]
  splitOf: SplitOf
  /** Null without prices. */
  values: DayValues | null
}) {
  const rows = useMemo(
    () => (values ? byValue(held, values) : byName(held).map((one) => ({ held: one, value: null }))),
    [held, values],
  )
  const assets = heldAssets(held)
  const total = values && writeDecimal(values.sum(assets))
  const worthSplit = values && valueSplit(held, splitOf, values)
  const shown = rows.slice(0, mostBalances)
  const fraction = longestFraction(shown.map(({ held: { balances } }) => balances.total_balance))
  if (held.length === 0) return <p className={layout.muted}>The service lists no balances.</p>
  return (
    <>
      {values && (
        <>
          <p className={styles.worth}>{values.sumText(assets)}</p>
          {worthSplit && (
            <div className={styles.split}>
              <ColdShare split={worthSplit} total={total} />
            </div>
          )}
        </>
      )}
      <ul className={layout.rows}>
        {shown.map(({ held: one, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
          <li key={index}>
            <Link
              to={balanceHref(one)}
              className={classes(layout.pressable, styles.holding, values && styles.valued)}
              data-long={(one.balances.total_balance?.length ?? 0) > longestInLine || undefined}
            >
              <span>
                <strong>
                  <UntrustedText text={one.asset_id} />
                </strong>{' '}
                <span className={layout.faint}>
                  <UntrustedText text={nameOrId(one.network_name, one.network_id)} />
                  {holderOf(one) !== null && (
                    <>
                      {' '}
                      in <UntrustedText text={holderOf(one, 'vault_name')} />
                    </>
                  )}
                </span>
              </span>
              {values ? (
                <Valued one={one} values={values} value={value} total={total} />
              ) : (
                <>
                  <Amount value={one.balances.total_balance} fractionWidth={fraction} />
                  <ColdShare bare split={splitOf(one)} total={one.balances.total_balance} />
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {held.length > mostBalances && (
        <Link to={balancesHref()}>{countText(held.length - mostBalances)} more</Link>
      )}
    </>
  )
})

export const mostBalances = 6

/** Characters of an amount that has a line of its own, beside the share at 320 px. */
const longestInLine = 30

function balanceHref({ asset_id, network_id }: Holding): string {
  return balancesHref({ ...(asset_id ? { asset_id } : {}), ...(network_id ? { network_id } : {}) })
}

function Valued({
  one: { asset_id, balances },
  values,
  value,
  total,
}: {
  one: Holding
  values: DayValues
  value: Decimal | null
  total: string | null
}) {
  const share = perMille(value && writeDecimal(value), total)
  return (
    <>
      <Amount value={values.written({ asset_id, held: balances.total_balance })} />
      <span className={layout.quiet}>
        <Amount value={balances.total_balance} />
      </span>
      <span className={styles.share}>
        <span className={styles.bar} aria-hidden>
          <span style={{ width: `${(share ?? 0) / 10}%` }} />
        </span>
        <span className={layout.quiet}>
          {value === null
            ? values.priceOf(asset_id) === null
              ? 'No price'
              : 'No readable amount'
            : share !== null && percentText(share, share === 0 && value.digits > 0n)}
        </span>
      </span>
    </>
  )
}
