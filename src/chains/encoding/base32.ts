import { base32nopad } from '@scure/base'

/** The bytes of a text in the Base32 of RFC 4648 without padding; null where the bits that are left over are not zero. */
export function decodeBase32(text: string): Uint8Array | null {
  try {
    return base32nopad.decode(text)
  } catch {
    return null
  }
}
