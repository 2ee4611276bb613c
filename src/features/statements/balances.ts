/** What vaults hold today, as far as transactions determine it: without claimable rewards, which grow by themselves. */
import type { Vault } from '../../api/records.ts'
import { add, type Decimal, readDecimal, subtract, zero } from '../../contract/decimal.ts'
import { type HoldingKey, holdingName } from './book.ts'

/** What a vault holds of an asset today. */
export interface HeldNow {
  readonly key: HoldingKey
  /** Available, processing and staking together; null where the service gave no decimals. */
  readonly balance: Decimal | null
}

/** A vault, as far as a statement names it. */
export interface VaultName {
  readonly vault_id: string | null
  readonly vault_name: string | null
  readonly vault_type: string | null
}

/** What vaults hold, as one reading gave it. */
export interface Balances {
  readonly vaults: readonly VaultName[]
  readonly held: ReadonlyMap<string, HeldNow>
}

/** Today's balances of vaults, or of one alone, with the names of all. Components that are missing make the sum unknown, unless total and claimable give it. */
export function balancesOf(vaults: readonly Vault[], only: string | null = null): Balances {
  const held = new Map<string, HeldNow>()
  for (const { vault_id, assets } of vaults.filter((vault) => only === null || vault.vault_id === only))
    for (const { asset_id, network_id, balances } of assets) {
      const key = { vault_id, asset_id, network_id }
      const name = holdingName(key)
      const balance = statedOf(balances)
      const before = held.get(name)
      // A holding that is listed twice counts twice, as it does in the balances.
      held.set(name, { key, balance: before ? both(add, before.balance, balance) : balance })
    }
  return {
    vaults: vaults.map(({ vault_id, vault_name, vault_type }) => ({ vault_id, vault_name, vault_type })),
    held,
  }
}

/** Available, processing and staking; or total without claimable. */
function statedOf(balances: Vault['assets'][number]['balances']): Decimal | null {
  const { available_balance, processing_balance, staking_balance, total_balance, claimable_balance } =
    balances
  const parts = [available_balance, processing_balance, staking_balance].map(readDecimal)
  const sum = parts.reduce<Decimal | null>((total, part) => both(add, total, part), zero)
  return sum ?? both(subtract, readDecimal(total_balance), readDecimal(claimable_balance))
}

function both(
  operation: (one: Decimal, other: Decimal) => Decimal,
  one: Decimal | null,
  other: Decimal | null,
): Decimal | null {
  return one && other && operation(one, other)
}
