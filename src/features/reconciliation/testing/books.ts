/** HoldingsReading for tests, from as few words as possible. */

import type { HoldingsReading } from '../../../books/books.ts'
import { walked } from '../../../books/testing/made-books.ts'
import type { BalanceType } from '../../../contract/enumerations.ts'
import { normaliseHolding, normaliseVault } from '../../../sync/service/normalise.ts'

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

/** What is in each list: balances by type, and vaults as `type name` with their lines. */
export interface Lists extends Partial<Record<BalanceType, readonly BalanceText[]>> {
  readonly vaults?: Readonly<Record<string, readonly BalanceText[]>>
}

export function books({ all = [], cold = [], warm = [], vaults = {} }: Lists, at = 0): HoldingsReading {
  const balance = (lines: readonly BalanceText[]) =>
    walked(
      lines.map((line) => normaliseHolding(held(line))),
      at,
    )
  return {
    balances: { all: balance(all), cold: balance(cold), warm: balance(warm) },
    vaults: walked(
      Object.entries(vaults).map(([typeAndName, lines]) => {
        const [vault_type, vault_name] = typeAndName.split(' ')
        return normaliseVault({ vault_id: vault_name, vault_name, vault_type, assets: lines.map(held) })
      }),
      at,
    ),
  }
}
