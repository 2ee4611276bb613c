/** What is held, for tests, from as few words as possible. */
import type { BalanceType } from '../../../contract/enumerations.ts'
import { normaliseHolding, normaliseVault } from '../../../sync/service/normalise.ts'
import type { HoldingLists } from '../figure-pairs.ts'

/** `asset available` or `asset available total`, on the network `N`. */
export type BalanceText = string

/** Reads a line into a record as a service sends it. A figure of `-` is not sent. */
function held(line: BalanceText): Record<string, unknown> {
  const [asset_id = '', available = '0', total = available] = line.split(' ')
  const amount = (text: string) => (text === '-' ? null : text)
  return {
    asset_id,
    asset_name: asset_id,
    network_id: 'N',
    network_name: 'N',
    balances: {
      total_balance: amount(total),
      available_balance: amount(available),
      processing_balance: '0',
      staking_balance: '0',
      claimable_balance: '0',
    },
  }
}

/** What is in each list: balances by type, and vaults as `type name` or `type name id` with their lines. */
export interface Lists extends Partial<Record<BalanceType, readonly BalanceText[]>> {
  readonly vaults?: Readonly<Record<string, readonly BalanceText[]>>
}

export function heldLists({ all = [], cold = [], warm = [], vaults = {} }: Lists): HoldingLists {
  const balance = (lines: readonly BalanceText[]) => lines.map((line) => normaliseHolding(held(line)))
  return {
    balances: { all: balance(all), cold: balance(cold), warm: balance(warm) },
    vaults: Object.entries(vaults).map(([words, lines]) => {
      const [vault_type, vault_name, vault_id = vault_name] = words.split(' ')
      return normaliseVault({ vault_id, vault_name, vault_type, assets: lines.map(held) })
    }),
  }
}
