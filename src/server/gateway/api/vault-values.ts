/** Vaults by what they are worth: prices are the gateway's, and the store has none. */

import { dayOf, dayText } from '../../../contract/day.ts'
import { compare } from '../../../contract/decimal.ts'
import type { Vault } from '../../../contract/normal-records.ts'
import { DayValues } from '../../../contract/prices.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import { Refusal } from '../../http.ts'
import type { Prices } from '../prices.ts'

/** By the last prices of today. What has no price comes last in either direction; equal ones keep their order. */
export async function inOrderOfValue(
  vaults: readonly Vault[],
  query: ReadQuery,
  prices: Prices | null,
  now: number,
): Promise<readonly Vault[]> {
  const values = await valuesOn(dayText(dayOf(now, 'utc')), query, prices)
  const sign = query.filter.get('sort') === 'value:desc' ? -1 : 1
  const ranked = vaults.map((vault) => {
    const assets = vault.assets.map(({ asset_id, balances }) => ({ asset_id, held: balances.total_balance }))
    const isPriced = assets.some((asset) => values.exact(asset) !== null)
    return { vault, value: isPriced ? values.sum(assets) : null }
  })
  return ranked
    .toSorted(({ value: one }, { value: other }) =>
      one === null || other === null
        ? Number(one === null) - Number(other === null)
        : sign * compare(one, other),
    )
    .map(({ vault }) => vault)
}

/** Throws ERR-00. */
async function valuesOn(day: string, { filter }: ReadQuery, prices: Prices | null): Promise<DayValues> {
  if (prices === null)
    throw new Refusal('ERR-00', 'sort cannot be by value: the operator of this gateway gives no prices.')
  const { currencies } = prices
  const currency = filter.get('currency') ?? currencies[0] ?? ''
  if (!currencies.includes(currency))
    throw new Refusal('ERR-00', `currency must be one of ${currencies.join(', ')}.`)
  return new DayValues(await prices.on([day], currency), day)
}
