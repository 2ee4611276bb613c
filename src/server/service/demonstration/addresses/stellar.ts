import { base32nopad } from '@scure/base'

/** A 32-byte public key as Stellar's account `G…` (SEP-23). */
export function stellarAddress(publicKey: Uint8Array): string {
  const bytes = new Uint8Array(35)
  bytes[0] = 6 << 3
  bytes.set(publicKey, 1)
  const checksum = crc16(bytes.subarray(0, 33))
  bytes[33] = checksum & 0xff
  bytes[34] = checksum >>> 8
  return base32nopad.encode(bytes)
}

/** CRC-16/XMODEM, the checksum of SEP-23. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}
