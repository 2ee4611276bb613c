/** What the first rows need to know of addresses. Nothing here knows a chain: those are loaded once rows are there. */
import type { Transaction } from '../api/records.ts'

/** One end of a transaction, whichever, as the service names it. */
export interface NamedParty {
  readonly transactionId: string | null
  readonly type: string | null
  readonly id: string | null
  readonly name: string | null
  readonly address: string | null
  readonly networkId: string | null
  readonly assetId: string | null
  /** Null where the service sent none, and of a source. */
  readonly memo: string | null
}

/** One end of a transaction under one set of names. */
export function partyOf(
  { transaction_id, network_id, asset_id, source, destination }: Omit<Transaction, 'received'>,
  end: 'source' | 'destination',
): NamedParty {
  const common = { transactionId: transaction_id, networkId: network_id, assetId: asset_id }
  if (end === 'source') {
    const { source_type: type, source_id: id, source_name: name, source_address: address } = source
    return { ...common, type, id, name, address, memo: null }
  }
  const { destination_type: type, destination_id: id, destination_name: name, memo } = destination
  return { ...common, type, id, name, address: destination.destination_address, memo }
}

/** Whether two ids name one network: case and space around them say nothing. No id is the same as an empty one. */
export function isSameNetwork(one: string | null, other: string | null): boolean {
  const [left = '', right = ''] = [one, other].map((id) => id?.trim().toLowerCase() ?? '')
  return left === right
}

/** How far apart two texts are. */
export interface Typo {
  /** How many characters have to be added, left out or changed to make one of the other. */
  readonly edits: number
  /** How many characters more than the known address it has; negative where some are missing. */
  readonly longer: number
}

/** "one character is missing", "3 characters differ". */
export function typoInWords({ edits, longer }: Typo): string {
  const one = edits === 1
  const characters = one ? 'one character' : `${edits} characters`
  if (longer === -edits) return `${characters} ${one ? 'is' : 'are'} missing`
  if (longer === edits) return `${characters} too many`
  return `${characters} ${one ? 'differs' : 'differ'}`
}
