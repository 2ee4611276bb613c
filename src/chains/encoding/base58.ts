/** Base58, and Base58Check: a version, a payload, and the first four bytes of the double SHA-256 of both. */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import {
  type Check,
  foreignCharacters,
  isSame,
  ofOtherNetwork,
  ofTestNetwork,
  type Validity,
  valid,
  wrongChecksum,
  wrongLength,
} from '../check.ts'

/** One kind of address: its version bytes, and how many bytes follow them. */
export interface Base58Kind {
  readonly version: readonly number[]
  readonly length: number
  /** Of a network where nothing is worth anything. */
  readonly isTest?: boolean
  /** More that its payload has to be. */
  readonly isPayload?: (payload: Uint8Array) => boolean
}

/** The bytes of a public key's hash, which is what nearly all of these addresses hold. */
export const keyHashLength = 20

/** Kinds that hold the hash of a key or script, one for each version. */
export function hashKinds(...versions: readonly (readonly number[])[]): readonly Base58Kind[] {
  return versions.map((version) => ({ version, length: keyHashLength }))
}

/** The bytes of a Base58 text; null where it has other characters. */
export function decodeBase58(text: string, coder = base58): Uint8Array | null {
  return /^[1-9A-HJ-NP-Za-km-z]+$/.test(text) ? coder.decode(text) : null
}

/** Checks Base58Check addresses of some kinds, in Bitcoin's alphabet or another. */
export function base58check(kinds: readonly Base58Kind[], coder = base58): Check {
  return (address) => {
    const bytes = decodeBase58(address, coder)
    if (bytes === null) return foreignCharacters
    const ofLength = kinds.filter(({ version, length }) => version.length + length + 4 === bytes.length)
    if (ofLength.length === 0) return wrongLength
    const body = bytes.subarray(0, -4)
    return isSame(checksumOf(body), bytes.subarray(-4)) ? ofKind(body, ofLength) : wrongChecksum
  }
}

/** Writes a version and a payload with their checksum. */
export function encodeBase58check(version: readonly number[], payload: Uint8Array, coder = base58): string {
  const body = concatBytes(Uint8Array.from(version), payload)
  return coder.encode(concatBytes(body, checksumOf(body)))
}

function checksumOf(body: Uint8Array): Uint8Array {
  return sha256(sha256(body)).subarray(0, 4)
}

function ofKind(body: Uint8Array, kinds: readonly Base58Kind[]): Validity {
  for (const { version, isTest = false, isPayload = () => true } of kinds)
    if (version.every((byte, at) => byte === body[at]) && isPayload(body.subarray(version.length)))
      return isTest ? ofTestNetwork : valid
  return ofOtherNetwork
}
