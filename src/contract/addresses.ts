/** `GET`, below `/api`: addresses that the transactions of the account show, those of most transactions first. */
import type { AnswerBasis } from './console-api.ts'

/** Answers `OwnAddresses`. Where no records are kept yet, what the latest withdrawals show that the service lists. */
export const ownAddressesPath = '/addresses/own'

/** Answers `FormerDestinations`. Needs the records: GTW-26 before the first reading is whole, GTW-27 where none are kept. */
export const formerDestinationsPath = '/addresses/destinations'

/** Of each kind an answer has no more than these. */
export const mostAddresses = 10_000

interface AddressesAnswer<Row> extends AnswerBasis {
  readonly addresses: readonly Row[]
  /** Of all, which may be more than are given. Null where not all transactions were looked at. */
  readonly total: number | null
}

export type OwnAddresses = AddressesAnswer<OwnAddress>
export type FormerDestinations = AddressesAnswer<FormerDestination>

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
  /** How many. */
  readonly sent: number
}
