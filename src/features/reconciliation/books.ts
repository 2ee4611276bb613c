import type { Amounts, Holding, Vault } from '../../api/records.ts'
import type { Walked } from '../../api/walk/walk.ts'
import type { HoldingsReading } from '../../books/books.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { balanceTypes } from '../../contract/enumerations.ts'

/** One list, read to its end. */
export type Reading<R> = Pick<Walked<R>, 'records' | 'begun' | 'ended' | 'rows' | 'pages'>

/** Which holding a figure is about: one asset on one network. */
export interface HoldingKey {
  readonly asset_id: string
  readonly network_id: string
}

/** A component of a holding. */
export type Component = keyof Amounts

/**
 * Only what was asked for: the service shows each vault with all that it holds, but sums only what was asked for. A service that answers
 * with other assets has not filtered, and then everything that it gave is looked at.
 */
export function narrowed(reading: HoldingsReading, asked: Filter<'balances'>): HoldingsReading {
  const isAsked = ({ asset_id, network_id }: Holding) =>
    (asked.asset_id === undefined || asset_id === asked.asset_id) &&
    (asked.network_id === undefined || network_id === asked.network_id)
  if (!balanceTypes.every((type) => reading.balances[type].records.every(isAsked))) return reading
  const narrow = (vault: Vault): Vault => ({ ...vault, assets: vault.assets.filter(isAsked) })
  return { ...reading, vaults: { ...reading.vaults, records: reading.vaults.records.map(narrow) } }
}
