/** For the first rows. Must not import a chain: those load after the rows. */
import type { Transaction } from '../contract/normal-records.ts'

export interface NamedParty {
  readonly transactionId: string | null
  readonly type: string | null
  readonly id: string | null
  readonly name: string | null
  readonly address: string | null
  readonly networkId: string | null
  readonly assetId: string | null
  /** Always null for a source. */
  readonly memo: string | null
}

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

/** Ignores case and surrounding space. A missing id equals an empty one. */
export function isSameNetwork(one: string | null, other: string | null): boolean {
  const [left = '', right = ''] = [one, other].map((id) => id?.trim().toLowerCase() ?? '')
  return left === right
}

export interface Typo {
  /** Characters to add, remove or change. */
  readonly edits: number
  /** Its length minus the known address's length. */
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
