/**
 * Addresses that the transactions of the account show, those of most transactions first. Answers have the form of lists (`ListBody`): `total` may
 * be more than are given, and is null where not all transactions were looked at.
 */
import type { Endpoint } from './endpoints.ts'
import type { Transaction } from './normal-records.ts'

export const addressEndpoints = {
  /** Of `OwnAddress`: all, or those of one account in every spelling. Where no records are kept yet, what the latest withdrawals show. */
  ownAddresses: {
    path: '/addresses/own',
    parameters: { address: { form: 'text', refusedWith: 'ERR-00' } },
  },
  /** Of `FormerDestination`. Needs the records: GTW-26 before the first reading is whole, GTW-27 where none are kept. */
  formerDestinations: { path: '/addresses/destinations', parameters: {} },
} as const satisfies Record<string, Endpoint>

/** An answer has no more than these. */
export const mostAddresses = 10_000

/** An end of transactions that the service calls a vault: one spelling of an address, one vault, one asset. */
export interface OwnAddress {
  readonly address: string
  readonly network_id: string | null
  readonly asset_id: string | null
  readonly vault_id: string | null
  readonly vault_name: string | null
}

/** Completed transactions went to it, and not to a vault. That proves nothing about whose it is. */
export interface FormerDestination {
  /** In one of its spellings. */
  readonly address: string
  readonly network_id: string | null
  readonly sent: number
}

/** Own addresses that transactions in memory show, in their order. */
export function ownAddressesIn(
  transactions: Iterable<Pick<Transaction, 'network_id' | 'asset_id' | 'source' | 'destination'>>,
): readonly OwnAddress[] {
  const all = new Map<string, OwnAddress>()
  for (const { network_id, asset_id, source, destination } of transactions)
    for (const [type, address, vault_id, vault_name] of [
      [source.source_type, source.source_address, source.source_id, source.source_name],
      [
        destination.destination_type,
        destination.destination_address,
        destination.destination_id,
        destination.destination_name,
      ],
    ] as const) {
      if (type !== 'vault' || !address?.trim()) continue
      const own = { address, network_id, asset_id, vault_id, vault_name }
      all.set(JSON.stringify(own), own)
    }
  return [...all.values()]
}
