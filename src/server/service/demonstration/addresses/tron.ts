import { base58 } from '@scure/base'
import { withChecksum } from './base58check.ts'

/** A 20-byte account as TRON's address `T…`. */
export function tronAddress(account: Uint8Array): string {
  return base58.encode(withChecksum(0x41, account))
}
