import { sha256 } from '@noble/hashes/sha2.js'

/** A payload with the first four bytes of its double SHA-256 behind it, as Bitcoin, TRON and the XRP Ledger use it. */
export function withChecksum(version: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(payload.length + 5)
  bytes[0] = version
  bytes.set(payload, 1)
  bytes.set(sha256(sha256(bytes.subarray(0, payload.length + 1))).subarray(0, 4), payload.length + 1)
  return bytes
}
