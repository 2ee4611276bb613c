/**
 * Addresses that have their memo in them: the XRP Ledger's X… (XLS-5) and Stellar's M… (SEP-23). Services and whitelists have the
 * plain address and the memo apart. Loads hash functions.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base32nopad, base58xrp } from '@scure/base'
import { familyOf } from './families.ts'
import { crc16 } from './formats/crc.ts'
import { validityOf } from './validity.ts'

/** An address without its memo, and the memo; null where it had none. */
export interface Unwrapped {
  readonly address: string
  readonly memo: string | null
}

/** Takes an address and its memo apart; null for every other address, for a damaged one, and on every other network. */
export function unwrapped(address: string, networkId: string | null): Unwrapped | null {
  const text = address.trim()
  for (const [network, start, unwrap] of forms)
    if (
      text.startsWith(start) &&
      (networkId === null || familyOf(networkId) === familyOf(network)) &&
      validityOf(text, network).kind === 'valid'
    )
      return unwrap(text)
  return null
}

/** The account of an address: without the memo that it may have within, and as it came where it has none. */
export function plainAddress(address: string, networkId: string | null): string {
  return unwrapped(address, networkId)?.address ?? address
}

const forms: readonly (readonly [network: string, start: string, unwrap: (text: string) => Unwrapped])[] = [
  ['XRP', 'X', xrpAddress],
  ['XLM', 'M', stellarAddress],
]

/** Two bytes of prefix, the account, one byte that says whether there is a tag, and eight for it with the lowest first. */
function xrpAddress(text: string): Unwrapped {
  const bytes = base58xrp.decode(text)
  const body = concatBytes(Uint8Array.of(0), bytes.subarray(2, 22))
  const checksum = sha256(sha256(body)).subarray(0, 4)
  return {
    address: base58xrp.encode(concatBytes(body, checksum)),
    memo: bytes[22] === 0 ? null : String(wholeNumber(bytes.subarray(23, 31).toReversed())),
  }
}

/** A version, the account's key, and eight bytes for the memo with the highest first. */
function stellarAddress(text: string): Unwrapped {
  const bytes = base32nopad.decode(text)
  const body = concatBytes(Uint8Array.of(6 << 3), bytes.subarray(1, 33))
  const checksum = crc16(body)
  return {
    address: base32nopad.encode(concatBytes(body, Uint8Array.of(checksum & 0xff, checksum >>> 8))),
    memo: String(wholeNumber(bytes.subarray(33, 41))),
  }
}

function wholeNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((value, byte) => (value << 8n) + BigInt(byte), 0n)
}
