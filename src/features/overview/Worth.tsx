import { memo, useMemo } from 'react'
import type { Holding } from '../../api/records.ts'
import { countText } from '../../contract/count-text.ts'
import { perMille, writeDecimal } from '../../contract/decimal.ts'
import type { DayValues } from '../../contract/prices.ts'
import { Amount } from '../../records/amounts.tsx'
import { ColdShare, type SplitOf } from '../../records/holdings/holdings.tsx'
import { nameOrId } from '../../records/labels.ts'
import { UntrustedText } from '../../records/text.tsx'
import { heldAssets } from '../../records/values.tsx'
import { classes, percentText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { balancesHref } from '../../url/hrefs.ts'
import { balanceHref, byValue, mostShown, valueSplit } from './balances.ts'
import styles from './overview.module.css'

/** What everything is worth, how much of that is cold, and each balance by its value. */
export const Worth = memo(function Worth({
  held,
  splitOf,
  values,
}: {
  held: readonly Holding[]
  splitOf: SplitOf
  values: DayValues
}) {
  const rows = useMemo(() => byValue(held, values), [held, values])
  const split = useMemo(() => valueSplit(held, splitOf, values), [held, splitOf, values])
  const assets = heldAssets(held)
  const total = writeDecimal(values.sum(assets))
  return (
    <>
      <p className={styles.worth}>{values.sumText(assets)}</p>
      <ColdShare split={split} total={total} />
      <ul className={layout.rows}>
        {rows.slice(0, mostShown).map(({ held: one, value }, index) => {
          const { asset_id, balances } = one
          const share = perMille(value && writeDecimal(value), total)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
            <li key={index}>
              <Link
                to={balanceHref(one)}
                className={classes(layout.pressable, styles.holding, styles.valued)}
              >
                <span>
                  <strong>
                    <UntrustedText text={asset_id} />
                  </strong>{' '}
                  <span className={layout.faint}>
                    <UntrustedText text={nameOrId(one.network_name, one.network_id)} />
                  </span>
                </span>
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
                      ? 'No price'
                      : share !== null && percentText(share, share === 0 && value.digits > 0n)}
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {held.length > mostShown && <Link to={balancesHref()}>All {countText(held.length)} balances</Link>}
    </>
  )
})
