import { sha512_256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import {
  type ChainDefinition,
  type FormCheck,
  foreignCharacters,
  isSame,
  oneOf,
  unchecked,
  valid,
  wellFormed,
  wrongChecksum,
  wrongLength,
  wrongStart,
} from './chain.ts'
import { base58check, decodeBase32, decodeBase58, encodeBase58check, hashKinds } from './encoding.ts'

/** Thirty-two bytes without a checksum. */
export const solana: ChainDefinition = {
  name: 'Solana',
  ids: 'sol solana spl solanadevnet soltest',
  usesMemo: false,
  check(address) {
    const bytes = decodeBase58(address)
    if (bytes === null) return foreignCharacters
    return bytes.length === 32 ? wellFormed : wrongLength
  },
  burnAddresses: ['11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111'],
}

export function solanaAddress(publicKey: Uint8Array): string {
  return base58.encode(publicKey)
}

const tronVersion = [0x41]

export const tron: ChainDefinition = {
  name: 'TRON',
  ids: 'trx tron trc20',
  prefix: /^T/,
  check: oneOf('T', [[/^T/, base58check(hashKinds(tronVersion))]]),
  usesMemo: false,
  burnAddresses: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
}

export function tronAddress(account: Uint8Array): string {
  return encodeBase58check(tronVersion, account)
}

/** A public key, and the last four bytes of its SHA-512/256. */
export const algorand: ChainDefinition = {
  name: 'Algorand',
  ids: 'algo algorand',
  check(address) {
    if (!/^[A-Z2-7]+$/.test(address)) return foreignCharacters
    if (address.length !== 58) return wrongLength
    const bytes = decodeBase32(address)
    if (bytes === null) return wrongChecksum
    return isSame(sha512_256(bytes.subarray(0, 32)).subarray(-4), bytes.subarray(32)) ? valid : wrongChecksum
  },
  // Some receivers ask for a note, most do not.
  usesMemo: null,
  burnAddresses: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
}

export const tezos: ChainDefinition = {
  name: 'Tezos',
  ids: 'xtz tezos',
  prefix: /^(?:tz[1-4]|KT1)/,
  check: oneOf('tz1, tz2, tz3, tz4 or KT1', [
    [
      /^(?:tz[1-4]|KT1)/,
      base58check(
        hashKinds(
          [0x06, 0xa1, 0x9f],
          [0x06, 0xa1, 0xa1],
          [0x06, 0xa1, 0xa4],
          [0x06, 0xa1, 0xa6],
          [0x02, 0x5a, 0x79],
        ),
      ),
    ],
  ]),
  usesMemo: false,
  burnAddresses: ['tz1burnburnburnburnburnburnburjAYjjX'],
}

/** Thirty-two bytes in hexadecimal, without a checksum. Shorter spellings omit zeros and stay unchecked. */
const checkMove: FormCheck = (address) => {
  if (!/^0x/i.test(address)) return wrongStart('0x')
  return /^0x[0-9a-f]{64}$/i.test(address) ? wellFormed : unchecked
}

const ofMove = { caselessPrefix: /^(?:0x)?/i, check: checkMove, usesMemo: false } as const

export const moveChains: readonly ChainDefinition[] = [
  { ...ofMove, name: 'Aptos', ids: 'apt aptos' },
  { ...ofMove, name: 'Sui', ids: 'sui' },
]

export const near: ChainDefinition = { name: 'NEAR', ids: 'near', usesMemo: false }

/** Accounts are numbers: shard, realm, account. Exchanges' guides ask for a memo. */
export const hedera: ChainDefinition = {
  name: 'Hedera',
  ids: 'hbar hedera',
  prefix: /^\d+\.\d+\./,
  usesMemo: true,
}

/** Accounts are names. Alchemy Pay's "Memo List" requires a memo. */
export const eos: ChainDefinition = { name: 'EOS', ids: 'eos vaulta', usesMemo: true }
