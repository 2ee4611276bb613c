/** Base58Check, Bech32 (BIP-173), Bech32m (BIP-350), Base32 and CRC-16. */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base32nopad, base58, bech32, bech32m } from '@scure/base'
import {
  type FormCheck,
  foreignCharacters,
  isSame,
  malformed,
  noAddress,
  ofOtherNetwork,
  ofTestNetwork,
  oneOf,
  type Validity,
  valid,
  wrongChecksum,
  wrongLength,
} from './chain.ts'

export interface Base58Kind {
  readonly version: readonly number[]
  /** Bytes, without the version. */
  readonly length: number
  readonly isTest?: boolean
  readonly isPayload?: (payload: Uint8Array) => boolean
}

export const keyHashLength = 20

export function hashKinds(...versions: readonly (readonly number[])[]): readonly Base58Kind[] {
  return versions.map((version) => ({ version, length: keyHashLength }))
}

export function decodeBase58(text: string, coder = base58): Uint8Array | null {
  return /^[1-9A-HJ-NP-Za-km-z]+$/.test(text) ? coder.decode(text) : null
}

/** Version and payload; null for anything else. */
export function decodeBase58check(text: string): Uint8Array | null {
  const bytes = text.length <= longestBase58check ? decodeBase58(text) : null
  const body = bytes?.subarray(0, -4)
  return bytes && body && isSame(checksumOf(body), bytes.subarray(-4)) ? body : null
}

/** Decoding takes quadratic time, and no address is longer. */
const longestBase58check = 128

/** Of a chain whose addresses are hashes in Base58Check alone. */
export function base58Format(starts: string, prefix: RegExp, ...versions: readonly (readonly number[])[]) {
  return { prefix, check: oneOf(starts, [[prefix, base58check(hashKinds(...versions))]]) }
}

/** Version, payload, and the first four bytes of their double SHA-256. */
export function base58check(kinds: readonly Base58Kind[], coder = base58): FormCheck {
  return (address) => {
    const bytes = decodeBase58(address, coder)
    if (bytes === null) return foreignCharacters
    const ofLength = kinds.filter(({ version, length }) => version.length + length + 4 === bytes.length)
    if (ofLength.length === 0) return wrongLength
    const body = bytes.subarray(0, -4)
    return isSame(checksumOf(body), bytes.subarray(-4)) ? ofKind(body, ofLength) : wrongChecksum
  }
}

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

type Decoded =
  | {
      readonly prefix: string
      readonly words: readonly number[]
      readonly encoding: 'bech32' | 'bech32m'
      readonly problem?: never
    }
  | { readonly problem: Validity }

/** Any length: Cardano addresses exceed BIP-173's limit. */
export function decodeBech32(address: string): Decoded {
  const lower = address.toLowerCase()
  if (address !== lower && address !== address.toUpperCase())
    return { problem: malformed('it mixes capital and small letters') }
  const data = lower.slice(lower.lastIndexOf('1') + 1)
  if (!/^[02-9ac-hj-np-z]*$/.test(data)) return { problem: foreignCharacters }
  if (data.length < 6) return { problem: wrongLength }
  const plain = bech32.decodeUnsafe(address, false)
  if (plain) return { ...plain, encoding: 'bech32' }
  const modified = bech32m.decodeUnsafe(address, false)
  return modified ? { ...modified, encoding: 'bech32m' } : { problem: wrongChecksum }
}

/** Null if the padding violates BIP-173. */
export function bytesOf(words: readonly number[]): Uint8Array | null {
  return bech32.fromWordsUnsafe([...words]) ?? null
}

/** Version 0 is Bech32, later ones Bech32m. BIP-141 limits the program's length. */
export function segwit(
  prefix: string,
  { testPrefixes = [] }: { testPrefixes?: readonly string[] } = {},
): FormCheck {
  return (address) => {
    const decoded = decodeBech32(address)
    if (decoded.problem) return decoded.problem
    if (testPrefixes.includes(decoded.prefix)) return ofTestNetwork
    if (decoded.prefix !== prefix) return ofOtherNetwork
    const [version = -1, ...words] = decoded.words
    const program = bytesOf(words)
    if (version < 0 || version > 16 || program === null) return noAddress
    const lengths = version === 0 ? [20, 32] : version === 1 ? [32] : null
    if (lengths ? !lengths.includes(program.length) : program.length < 2 || program.length > 40)
      return wrongLength
    return decoded.encoding === (version === 0 ? 'bech32' : 'bech32m') ? valid : wrongChecksum
  }
}

export function bech32Bytes(prefixes: readonly string[], lengths: readonly number[]): FormCheck {
  return (address) => {
    const decoded = decodeBech32(address)
    if (decoded.problem) return decoded.problem
    if (!prefixes.includes(decoded.prefix)) return ofOtherNetwork
    if (decoded.encoding !== 'bech32') return wrongChecksum
    const bytes = bytesOf(decoded.words)
    if (bytes === null) return noAddress
    return lengths.includes(bytes.length) ? valid : wrongLength
  }
}

export function encodeSegwit(prefix: string, version: 0 | 1, program: Uint8Array): string {
  const coder = version === 0 ? bech32 : bech32m
  return coder.encode(prefix, [version, ...coder.toWords(program)])
}

export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes), false)
}

/** RFC 4648 without padding; null if the leftover bits are not zero. */
export function decodeBase32(text: string): Uint8Array | null {
  try {
    return base32nopad.decode(text)
  } catch {
    return null
  }
}

/** CRC-16/XMODEM, for Stellar (SEP-23) and TON (TEP-2). No tables: addresses are short. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}
