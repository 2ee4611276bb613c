import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** A 20-byte account as `0x…` with the capital letters that carry its checksum (EIP-55). */
export function ethereumAddress(account: Uint8Array): string {
  const digits = bytesToHex(account)
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  let address = '0x'
  for (let at = 0; at < digits.length; at++)
    address += hash.charAt(at) >= '8' ? digits.charAt(at).toUpperCase() : digits.charAt(at)
  return address
}

/**
 * What an address poisoner makes: an account whose first four digits are those of another address, and its last four too
 * where `ending` says so. The 16 bytes of `middle` are what differs; other endings differ in each digit.
 */
export function ethereumLookAlike(
  address: string,
  middle: Uint8Array,
  ending: 'same ending' | 'other ending',
): string {
  const account = hexToBytes(address.slice(2).toLowerCase())
  account.set(middle, 2)
  if (ending === 'other ending') for (const at of [18, 19]) account[at] = (account[at] ?? 0) ^ 0xff
  return ethereumAddress(account)
}

/** A validator's 48-byte BLS public key as `0x…`: its first bits mark a compressed point inside the field. */
export function ethereumValidatorKey(bytes: Uint8Array): string {
  const key = Uint8Array.from(bytes)
  key[0] = 0x80 | ((bytes[0] ?? 0) & 0x2f)
  return `0x${bytesToHex(key)}`
}
