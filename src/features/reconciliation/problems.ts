/** What is wrong with a record by itself, whatever it is compared with: it explains differences, or hides them. */

import { amountNames, type Holding } from '../../api/records.ts'
import type { HoldingsReading } from '../../books/books.ts'
import { readDecimal } from '../../contract/decimal.ts'
import { balanceTypes, vaultTypes } from '../../contract/enumerations.ts'
import type { Component, HoldingKey } from './books.ts'
import type { Place } from './compare.ts'

/** One thing that is wrong with a record. */
export type Problem =
  | ({
      readonly kind: 'negative' | 'no-decimal'
      readonly place: Place
      readonly component: Component
      /** The figure as the service gave it. */
      readonly value: string
    } & HoldingKey)
  /** One list, or one vault, has the same holding several times. Each one counts. */
  | ({ readonly kind: 'holding-repeated'; readonly place: Place; readonly times: number } & HoldingKey)
  /** The list of vaults has the same id several times. Each one counts. */
  | { readonly kind: 'vault-repeated'; readonly place: Place; readonly times: number }
  /** A vault that is neither cold nor warm: it counts among all vaults alone. */
  | { readonly kind: 'vault-type'; readonly place: Place; readonly value: string | null }

/** Everything that is wrong with the records of these books, vaults first. */
export function problemsOf({ balances, vaults }: HoldingsReading): readonly Problem[] {
  const ids = timesOf(vaults.records.flatMap(({ vault_id }) => vault_id ?? []))
  const repeated = [...ids].flatMap(([id, times]): Problem[] => {
    const name = vaults.records.find(({ vault_id }) => vault_id === id)?.vault_name ?? null
    return times > 1 ? [{ kind: 'vault-repeated', place: { kind: 'vault', id, name }, times }] : []
  })
  const ofVaults = vaults.records.flatMap((vault): Problem[] => {
    const { vault_id: id, vault_name: name, vault_type: value } = vault
    const place: Place = { kind: 'vault', id, name }
    const isKnown = vaultTypes.some((type) => type === value)
    return [
      ...(isKnown ? [] : [{ kind: 'vault-type', place, value } as const]),
      ...within(place, vault.assets),
    ]
  })
  const ofBalances = balanceTypes.flatMap((type) => within({ kind: 'balance', type }, balances[type].records))
  return [...repeated, ...ofVaults, ...ofBalances]
}

function within(place: Place, holdings: readonly Holding[]): Problem[] {
  const keyed = holdings.map(({ asset_id, network_id, balances }) => ({
    key: { asset_id: asset_id ?? '', network_id: network_id ?? '' },
    balances,
  }))
  const times = timesOf(keyed.map(({ key }) => JSON.stringify([key.asset_id, key.network_id])))
  const repeated = new Map(keyed.map(({ key }) => [JSON.stringify([key.asset_id, key.network_id]), key]))
  return [
    ...[...repeated].flatMap(([name, key]): Problem[] => {
      const count = times.get(name) ?? 0
      return count > 1 ? [{ kind: 'holding-repeated', place, times: count, ...key }] : []
    }),
    ...keyed.flatMap(({ key, balances }) =>
      amountNames.flatMap((component): Problem[] => {
        const value = balances[component]
        // What is not given is no figure at all: another service may have fewer components.
        if (value === null) return []
        const kind = kindOf(value)
        return kind ? [{ kind, place, component, value, ...key }] : []
      }),
    ),
  ]
}

function kindOf(value: string): 'negative' | 'no-decimal' | null {
  const decimal = readDecimal(value)
  if (decimal === null) return 'no-decimal'
  return decimal.digits < 0n ? 'negative' : null
}

function timesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
  return times
}
