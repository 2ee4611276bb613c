/** Base58Check: a version, a payload, and the first four bytes of the double SHA-256 of both. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base58xrp } from '@scure/base'
import {
  type Check,
  foreignCharacters,
  isSame,
  type Outcome,
  ofTestNetwork,
  valid,
  wrongChecksum,
  wrongLength,
} from './outcome.ts'

/** One kind of address: its version bytes, and how many bytes follow them. */
export interface Kind {
  readonly version: readonly number[]
  readonly length: number
  /** Of a network where nothing is worth anything. */
  readonly isTest?: boolean
  /** More that its payload has to be. */
  readonly isPayload?: (payload: Uint8Array) => boolean
}

/** The bytes of a public key's hash, which is what nearly all of these addresses hold. */
export const keyHash = 20

/** Checks Base58Check addresses of some kinds, in Bitcoin's alphabet or in the XRP Ledger's. */
export function base58check(kinds: readonly Kind[], alphabet: 'bitcoin' | 'xrp' = 'bitcoin'): Check {
  const coder = alphabet === 'xrp' ? base58xrp : base58
  return (address) => {
    if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return foreignCharacters
    const bytes = coder.decode(address)
    const ofLength = kinds.filter(({ version, length }) => version.length + length + 4 === bytes.length)
    if (ofLength.length === 0) return wrongLength
    const body = bytes.subarray(0, -4)
    if (!isSame(sha256(sha256(body)).subarray(0, 4), bytes.subarray(-4))) return wrongChecksum
    return ofKind(body, ofLength)
  }
}

function ofKind(body: Uint8Array, kinds: readonly Kind[]): Outcome {
  for (const { version, isTest = false, isPayload = () => true } of kinds)
    if (version.every((byte, at) => byte === body[at]) && isPayload(body.subarray(version.length)))
      return isTest ? ofTestNetwork : valid
  return { kind: 'failed', checksum: false, reason: 'it is an address of another network' }
}
