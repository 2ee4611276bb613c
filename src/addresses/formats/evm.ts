/** Ethereum's accounts, and all that are written as they are. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  foreignCharacters,
  malformed,
  type Outcome,
  unchecked,
  valid,
  wellFormed,
  wrongStart,
} from './outcome.ts'

/** Twenty bytes in hexadecimal. The checksum, where there is one, is in the capitals (EIP-55). */
export function evmAddress(address: string): Outcome {
  return accountWith(address, (lower) => [withCapitals(lower)])
}

/** The same of Rootstock, whose capitals tell its chain as well (EIP-1191); not every wallet writes them so. */
export function rootstockAddress(address: string): Outcome {
  return accountWith(address, (lower) => [rootstockCapitals(lower), withCapitals(lower)])
}

function accountWith(address: string, capitalsOf: (lower: string) => readonly string[]): Outcome {
  const digits = /^0x(.*)$/i.exec(address)?.[1]
  // Chains beside the EVM one of the same name, such as Avalanche's X-avax1….
  if (digits === undefined) return /^[A-Z]-[a-z]+1/.test(address) ? unchecked : wrongStart('0x')
  if (!/^[0-9a-f]*$/i.test(digits)) return foreignCharacters
  // A validator's public key stands where a stake goes, and has no checksum.
  if (digits.length === 96) return unchecked
  if (digits.length !== 40) return malformed(`it has ${digits.length} digits after 0x, and an address has 40`)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return wellFormed
  return capitalsOf(lower).includes(digits)
    ? valid
    : {
        kind: 'failed',
        checksum: true,
        reason: 'its capital and small letters do not match its checksum',
      }
}

/** Thirty-two bytes in hexadecimal, without checksum. Shorter spellings leave zeros out, and nothing is claimed of them. */
export function moveAddress(address: string): Outcome {
  if (!/^0x/i.test(address)) return wrongStart('0x')
  return /^0x[0-9a-f]{64}$/i.test(address) ? wellFormed : unchecked
}

/** Forty small hexadecimal digits with the capitals of their checksum (EIP-55). */
export function withCapitals(digits: string): string {
  return capitalsBy(digits, digits)
}

/** The same with those of Rootstock's main network, which has the number 30 (EIP-1191). */
export function rootstockCapitals(digits: string): string {
  return capitalsBy(`300x${digits}`, digits)
}

function capitalsBy(hashed: string, digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hashed)))
  return [...digits].map((digit, at) => (hash.charAt(at) >= '8' ? digit.toUpperCase() : digit)).join('')
}
