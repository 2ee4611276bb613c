/**
 * Addresses that the transactions of the account show, those of most transactions first. Answers have the form of lists (`ListBody`): `total` may
 * be more than are given, and is null where not all transactions were looked at.
 */
import type { Endpoint } from './endpoints.ts'
import type { Destination, Source, Transaction } from './normal-records.ts'

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
  /** Of one or two of the transactions that show it. */
  readonly transaction_ids: readonly string[]
}

/** Completed transactions went to it, and not to a vault. That proves nothing about whose it is. */
export interface FormerDestination {
  /** In one of its spellings. */
  readonly address: string
  readonly network_id: string | null
  readonly sent: number
}

interface ShownEnds extends Pick<Transaction, 'transaction_id' | 'network_id' | 'asset_id'> {
  readonly source: Pick<Source, 'source_type' | 'source_id' | 'source_name' | 'source_address'>
  readonly destination: Pick<
    Destination,
    'destination_type' | 'destination_id' | 'destination_name' | 'destination_address'
  >
}

/** The same from transactions in memory, in their order. */
export function ownAddressesIn(transactions: Iterable<ShownEnds>): readonly OwnAddress[] {
  const all = new Map<string, OwnAddress>()
  for (const transaction of transactions)
    for (const own of ownEndsOf(transaction)) {
      const key = JSON.stringify([own.address, own.network_id, own.asset_id, own.vault_id, own.vault_name])
      const { transaction_ids: before } = all.get(key) ?? { transaction_ids: [] }
      const ids = [...new Set([...before, ...own.transaction_ids])].slice(0, 2)
      if (!all.has(key) || ids.length > before.length) all.set(key, { ...own, transaction_ids: ids })
    }
  return [...all.values()]
}

function ownEndsOf({
  transaction_id,
  network_id,
  asset_id,
  source,
  destination,
}: ShownEnds): readonly OwnAddress[] {
  const ends = [
    {
      type: source.source_type,
      address: source.source_address,
      ...{ vault_id: source.source_id, vault_name: source.source_name },
    },
    {
      type: destination.destination_type,
      address: destination.destination_address,
      ...{ vault_id: destination.destination_id, vault_name: destination.destination_name },
    },
  ]
  const transaction_ids = transaction_id ? [transaction_id] : []
  return ends.flatMap(({ type, address, ...vault }) =>
    type === 'vault' && address?.trim() ? [{ address, network_id, asset_id, ...vault, transaction_ids }] : [],
  )
}
