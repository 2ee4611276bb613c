/** Bech32 (BIP-173) and Bech32m (BIP-350). */
import { bech32, bech32m } from '@scure/base'
import {
  type Check,
  foreignCharacters,
  malformed,
  noAddress,
  ofOtherNetwork,
  ofTestNetwork,
  type Validity,
  valid,
  wrongChecksum,
  wrongLength,
} from '../check.ts'

/** The prefix, the five-bit words and the encoding of a Bech32 text; or what is wrong with it. */
export type Decoded =
  | {
      readonly prefix: string
      readonly words: readonly number[]
      readonly encoding: 'bech32' | 'bech32m'
      readonly problem?: never
    }
  | { readonly problem: Validity }

/** Decodes a Bech32 text of any length: Cardano's are longer than BIP-173 allows. */
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

/** The bytes that words stand for; null where their padding is not as BIP-173 has it. */
export function bytesOf(words: readonly number[]): Uint8Array | null {
  return bech32.fromWordsUnsafe([...words]) ?? null
}

/** Segregated witness addresses: version 0 in Bech32, later ones in Bech32m, a program of a length that BIP-141 allows. */
export function segwit(
  prefix: string,
  { testPrefixes = [] }: { testPrefixes?: readonly string[] } = {},
): Check {
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

/** Bech32 of some bytes behind one of some prefixes, as the chains of Cosmos have it. */
export function bech32Bytes(prefixes: readonly string[], lengths: readonly number[]): Check {
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

/** Writes a segregated witness address. */
export function encodeSegwit(prefix: string, version: 0 | 1, program: Uint8Array): string {
  const coder = version === 0 ? bech32 : bech32m
  return coder.encode(prefix, [version, ...coder.toWords(program)])
}

/** Writes bytes in Bech32, of any length. */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes), false)
}
