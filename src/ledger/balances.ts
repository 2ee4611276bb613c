/** Vault balances without claimable rewards, which grow without a transaction. */

import { type Decimal, readDecimal, subtract, sumOfAll, zero } from '../contract/decimal.ts'
import type { Vault } from '../contract/normal-records.ts'
import { groupBy } from './group-by.ts'
import { type HoldingKey, holdingName } from './movement-ledger.ts'

export interface Held {
  readonly key: HoldingKey
  readonly network_name: string | null
  /** Available plus processing plus staking; null if the service gave no decimals. */
  readonly balance: Decimal | null
  /** Values that are not decimals, such as "1e3". */
  readonly unreadable: readonly string[]
}

export interface VaultName {
  readonly vault_id: string | null
  readonly vault_name: string | null
  readonly vault_type: string | null
  /** The name, with the id if another vault has the same name. */
  readonly label: string
}

export interface VaultBalances {
  readonly vaults: readonly VaultName[]
  readonly held: ReadonlyMap<string, Held>
  /** Ids of vaults without a list of what they hold. */
  readonly unlisted: ReadonlySet<string | null>
}

/** If a component is missing, the sum is null, unless the total and claimable balances give it. */
export function balancesOf(vaults: readonly Vault[]): VaultBalances {
  const held = new Map<string, Held>()
  for (const { vault_id, assets } of vaults)
    for (const { asset_id, network_id, network_name, balances } of assets) {
      const key = { vault_id, asset_id, network_id }
      const name = holdingName(key)
      const { balance, unreadable } = statedOf(balances)
      const before = held.get(name)
      // A holding that is listed twice counts twice, as it does in the lists of balances.
      held.set(name, {
        ...{ key, network_name, balance: before ? sumOfAll([before.balance, balance]) : balance },
        unreadable: [...(before?.unreadable ?? []), ...unreadable],
      })
    }
  return { vaults: namesOf(vaults), held, unlisted: unlistedIn(vaults) }
}

/** An empty list says that a vault holds nothing, unless every vault's list is empty: such a service gives no balances here. */
function unlistedIn(vaults: readonly Vault[]): ReadonlySet<string | null> {
  const areAll = vaults.every(({ assets }) => assets.length === 0)
  const unlisted = vaults.filter(({ lacksAssets }) => areAll || lacksAssets)
  return new Set(unlisted.map(({ vault_id }) => vault_id))
}

export function namesOf(vaults: readonly Omit<VaultName, 'label'>[]): readonly VaultName[] {
  const byName = groupBy(vaults, ({ vault_name }) => vault_name ?? '')
  return vaults.map(({ vault_id, vault_name, vault_type }) => {
    const isShared = new Set(byName.get(vault_name ?? '')?.map((vault) => vault.vault_id)).size > 1
    const id = vault_id ?? 'no id'
    const label = !vault_name ? id : isShared ? `${vault_name} (${id})` : vault_name
    return { vault_id, vault_name, vault_type, label }
  })
}

/** Zero for a holding that its vault does not list: services leave out empty ones. */
export function balanceIn(
  { held, unlisted }: VaultBalances,
  name: string,
  vault_id: string | null,
): Decimal | null {
  const holding = held.get(name)
  if (holding) return holding.balance
  return unlisted.has(vault_id) ? null : zero
}

function statedOf(balances: Vault['assets'][number]['balances']): Pick<Held, 'balance' | 'unreadable'> {
  const { available_balance, processing_balance, staking_balance, total_balance, claimable_balance } =
    balances
  const parts = [available_balance, processing_balance, staking_balance]
  const [total, claimable] = [readDecimal(total_balance), readDecimal(claimable_balance)]
  const balance = sumOfAll(parts.map(readDecimal)) ?? (total && claimable && subtract(total, claimable))
  const given = [...parts, total_balance, claimable_balance].filter((text) => text !== null)
  return { balance, unreadable: balance === null ? given.filter((text) => readDecimal(text) === null) : [] }
}
