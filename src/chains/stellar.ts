import { concatBytes } from '@noble/hashes/utils.js'
import { base32nopad } from '@scure/base'
import {
  type ChainDefinition,
  foreignCharacters,
  malformed,
  noAddress,
  type Validity,
  valid,
  wrongChecksum,
  wrongLength,
  wrongStart,
} from './chain.ts'
import { crc16, decodeBase32 } from './encoding.ts'

/** SEP-23: account, account with memo, contract. */
const strkeys = {
  G: { version: 6 << 3, characters: 56 },
  M: { version: 12 << 3, characters: 69 },
  C: { version: 2 << 3, characters: 56 },
} as const

export const stellar: ChainDefinition = {
  name: 'Stellar',
  ids: 'xlm stellar stellarlumens',
  prefix: /^[GMC]/,
  check,
  // SEP-29, "Account Memo Requirements".
  usesMemo: true,
  addressWithMemo: {
    prefix: 'M',
    // Version, key, and the memo in eight bytes, highest first.
    split(address) {
      const bytes = base32nopad.decode(address)
      const memo = new DataView(bytes.buffer, bytes.byteOffset + 33).getBigUint64(0)
      return { address: strkey('G', bytes.subarray(1, 33)), memo: String(memo) }
    },
  },
  burnAddresses: ['GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
}

/** Version, key, CRC-16 with its low byte first. */
function check(address: string): Validity {
  const letter = (['G', 'M', 'C'] as const).find((one) => address.startsWith(one))
  if (letter === undefined)
    return address.startsWith('S')
      ? malformed('it begins with S, as the secret key of an account does')
      : wrongStart('G, M or C')
  if (!/^[A-Z2-7]+$/.test(address)) return foreignCharacters
  if (address.length !== strkeys[letter].characters) return wrongLength
  const bytes = decodeBase32(address)
  if (bytes === null) return wrongChecksum
  const checksum = crc16(bytes.subarray(0, -2))
  if (bytes.at(-2) !== (checksum & 0xff) || bytes.at(-1) !== checksum >>> 8) return wrongChecksum
  return bytes[0] === strkeys[letter].version ? valid : noAddress
}

/** Payloads: G a 32-byte public key, M the key and an eight-byte memo, C a contract. */
export function strkey(kind: keyof typeof strkeys, payload: Uint8Array): string {
  const body = concatBytes(Uint8Array.of(strkeys[kind].version), payload)
  const checksum = crc16(body)
  return base32nopad.encode(concatBytes(body, Uint8Array.of(checksum & 0xff, checksum >>> 8)))
}
