/** CashAddr, the addresses of Bitcoin Cash since 2018: a 40-bit checksum over prefix and payload, and no hash. */
import { bech32 } from '@scure/base'
import {
  foreignCharacters,
  malformed,
  noAddress,
  ofOtherNetwork,
  ofTestNetwork,
  type Validity,
  wrongChecksum,
  wrongLength,
} from './chain.ts'
import { bytesOf } from './encoding.ts'

export type CashHash =
  | { readonly kind: 'key' | 'script'; readonly hash: Uint8Array; readonly problem?: never }
  | { readonly problem: Validity }

const mainPrefix = 'bitcoincash'
const testPrefixes = ['bchtest', 'bchreg']
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
/** Bytes of a hash, by the low three bits of the version. */
const hashLengths = [20, 24, 28, 32, 40, 48, 56, 64]
const checksumLength = 8

/** With its prefix or without. Token-aware addresses (types 2 and 3) are those of the same key or script. */
export function decodeCashAddress(address: string): CashHash {
  const lower = address.toLowerCase()
  if (address !== lower && address !== address.toUpperCase())
    return { problem: malformed('it mixes capital and small letters') }
  const [payload = '', prefix = mainPrefix] = lower.split(':').reverse()
  if (testPrefixes.includes(prefix)) return { problem: ofTestNetwork }
  if (prefix !== mainPrefix) return { problem: ofOtherNetwork }
  const words = [...payload].map((letter) => letters.indexOf(letter))
  if (words.includes(-1)) return { problem: foreignCharacters }
  if (checksumOf(prefix, words) !== 0n) return { problem: wrongChecksum }
  const [version = 0xff, ...hash] = bytesOf(words.slice(0, -checksumLength)) ?? []
  const kind = version >> 3
  if (kind > 3) return { problem: noAddress }
  if (hash.length !== hashLengths[version & 7]) return { problem: wrongLength }
  return { kind: kind % 2 === 0 ? 'key' : 'script', hash: Uint8Array.from(hash) }
}

/** Without its prefix. */
export function cashAddress(kind: 'key' | 'script', hash: Uint8Array): string {
  const version = (kind === 'key' ? 0 : 8) | hashLengths.indexOf(hash.length)
  const words = bech32.toWords(Uint8Array.of(version, ...hash))
  const checksum = checksumOf(mainPrefix, [...words, ...new Array<number>(checksumLength).fill(0)])
  const end = Array.from({ length: checksumLength }, (_, at) =>
    Number((checksum >> BigInt(5 * (checksumLength - 1 - at))) & 31n),
  )
  return [...words, ...end].map((word) => letters.charAt(word)).join('')
}

const generator = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

/** Zero over a valid address. */
function checksumOf(prefix: string, words: readonly number[]): bigint {
  let sum = 1n
  for (const word of [...[...prefix].map((letter) => letter.charCodeAt(0) & 31), 0, ...words]) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word)
    generator.forEach((value, bit) => {
      if ((top >> BigInt(bit)) & 1n) sum ^= value
    })
  }
  return sum ^ 1n
}
