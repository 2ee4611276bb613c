/** What is sorted by value, and files with values: prices are the gateway's, and the store has none. */

import { dayOf, dayText } from '../../../contract/day.ts'
import { compare } from '../../../contract/decimal.ts'
import type { Vault } from '../../../contract/normal-records.ts'
import { DayValues, type Valuation } from '../../../contract/prices.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import type { ValueSort } from '../../../store/queries/transaction-query.ts'
import { Refusal } from '../../http.ts'
import type { GatewayContext } from '../context.ts'
import type { ApiCall } from './routes.ts'

export interface PricedDay {
  readonly source: Valuation['source']
  readonly values: DayValues
}

/** By the last prices of today, in the currency that is asked for, or in the operator's first. Throws ERR-00. */
export async function pricedToday(
  { prices, clock }: Pick<GatewayContext, 'prices' | 'clock'>,
  { query, session }: Pick<ApiCall, 'query' | 'session'>,
): Promise<PricedDay> {
  // Those of the present value nothing in a pack.
  if (prices === null || session.pack !== null) {
    const refused = isByValue(query) ? 'sort cannot be by value' : 'currency cannot be used'
    throw new Refusal('ERR-00', `${refused}: there are no prices here.`)
  }
  const { currencies } = prices
  const currency = query.filter.get('currency') ?? currencies[0] ?? ''
  if (!currencies.includes(currency))
    throw new Refusal('ERR-00', `currency must be one of ${currencies.join(', ')}.`)
  const day = dayText(dayOf(clock.now()))
  const { source, rows } = await prices.on([day], currency)
  return { source, values: new DayValues({ rows }, day) }
}

export function isByValue({ filter }: ReadQuery): boolean {
  return filter.get('sort')?.startsWith('value:') === true
}

function isDescending({ filter }: ReadQuery): boolean {
  return filter.get('sort') === 'value:desc'
}

/** Null where the question asks for another order, or none. */
export function valueSort(query: ReadQuery, priced: PricedDay): ValueSort | null {
  if (!isByValue(query)) return null
  return { column: 'value', isDescending: isDescending(query), prices: priced.values.prices }
}

/** What has no price comes last in either direction; equal ones keep their order. */
export function inOrderOfValue(
  vaults: readonly Vault[],
  query: ReadQuery,
  { values }: PricedDay,
): readonly Vault[] {
  const sign = isDescending(query) ? -1 : 1
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
