import { base58xrp } from '@scure/base'
import { withChecksum } from './base58check.ts'

/** A 20-byte account as the XRP Ledger's classic address `r…`. */
export function xrpAddress(account: Uint8Array): string {
  return base58xrp.encode(withChecksum(0x00, account))
}
