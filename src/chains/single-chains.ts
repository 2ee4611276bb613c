/** Chains whose format no other chain has. */
import { sha512_256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import {
  type ChainDefinition,
  type FormCheck,
  foreignCharacters,
  isSame,
  ofTestNetwork,
  oneOf,
  unchecked,
  type Validity,
  valid,
  wellFormed,
  wrongChecksum,
  wrongLength,
  wrongStart,
} from './chain.ts'
import {
  base58check,
  base58Format,
  decodeBase32,
  decodeBase58,
  decodeBase58check,
  encodeBase58check,
  hashKinds,
} from './encoding.ts'

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

const tronVersion = [0x41]

/** Nodes write version and account in hexadecimal. */
const tronHex = /^41([0-9a-f]{40})$/i

export const tron: ChainDefinition = {
  name: 'TRON',
  ids: 'trx tron trc20',
  prefix: /^T/,
  caselessPrefix: /^41(?=[0-9a-f]{40}$)/i,
  canonical(address) {
    const [, account] = tronHex.exec(address) ?? []
    return account === undefined ? address : tronAddress(hexToBytes(account))
  },
  otherForms(canonical) {
    const bytes = canonical.startsWith('T') ? decodeBase58check(canonical) : null
    return bytes ? [bytesToHex(bytes)] : []
  },
  check: oneOf('T', [
    [/^T/, base58check(hashKinds(tronVersion))],
    [tronHex, () => wellFormed],
  ]),
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
  ...base58Format(
    'tz1, tz2, tz3, tz4 or KT1',
    /^(?:tz[1-4]|KT1)/,
    ...[0x9f, 0xa1, 0xa4, 0xa6].map((kind) => [0x06, 0xa1, kind]),
    [0x02, 0x5a, 0x79],
  ),
  usesMemo: false,
  burnAddresses: ['tz1burnburnburnburnburnburnburjAYjjX'],
}

/** Thirty-two bytes in hexadecimal, without a checksum. Shorter spellings omit zeros and stay unchecked. */
const checkMove: FormCheck = (address) => {
  if (!/^0x/i.test(address)) return wrongStart('0x')
  return /^0x[0-9a-f]{64}$/i.test(address) ? wellFormed : unchecked
}

const ofMove = {
  caselessPrefix: /^(?:0x)?/i,
  // With all its zeros, as AIP-40 and Sui write addresses.
  canonical(address: string) {
    const [, short, long] = /^(?:0x([0-9a-f]{1,64})|([0-9a-f]{64}))$/.exec(address) ?? []
    const digits = short ?? long
    return digits === undefined ? address : `0x${digits.padStart(64, '0')}`
  },
  check: checkMove,
  usesMemo: false,
} as const

export const moveChains: readonly ChainDefinition[] = [
  { ...ofMove, name: 'Aptos', ids: 'apt aptos' },
  { ...ofMove, name: 'Sui', ids: 'sui' },
]

export const near: ChainDefinition = { name: 'NEAR', ids: 'near', usesMemo: false }

/** Accounts are numbers: shard, realm, account. Five letters may follow (HIP-15). Exchanges' guides ask for a memo. */
export const hedera: ChainDefinition = {
  name: 'Hedera',
  ids: 'hbar hedera',
  prefix: /^\d+\.\d+\./,
  canonical(address) {
    const [, account = '', letters = ''] = hederaForm.exec(address) ?? []
    return letters !== '' && letters.toLowerCase() === hederaLetters(account, hederaLedgers.main)
      ? account
      : address
  },
  otherForms: (account) =>
    /^\d+\.\d+\.\d+$/.test(account) ? [`${account}-${hederaLetters(account, hederaLedgers.main)}`] : [],
  check: oneOf(null, [[/^\d+\.\d+\.\d/, checkHedera]]),
  usesMemo: true,
}

const hederaForm = /^(\d+\.\d+\.\d+)(?:-([a-z]{5}))?$/i
const hederaLedgers = { main: 0, test: 1, preview: 2 } as const

function checkHedera(address: string): Validity {
  const [, account, letters] = hederaForm.exec(address) ?? []
  if (account === undefined) return foreignCharacters
  if (letters === undefined) return wellFormed
  const small = letters.toLowerCase()
  if (small === hederaLetters(account, hederaLedgers.main)) return valid
  return [hederaLedgers.test, hederaLedgers.preview].some(
    (ledger) => small === hederaLetters(account, ledger),
  )
    ? ofTestNetwork
    : wrongChecksum
}

/** The checksum of HIP-15, section "Algorithm". */
function hederaLetters(account: string, ledger: number): string {
  const most = 26 ** 5
  const digits = [...account].map((character) => (character === '.' ? 10 : Number(character)))
  const sumOf = (start: 0 | 1) =>
    digits.reduce((sum, digit, at) => (at % 2 === start ? sum + digit : sum), 0) % 11
  const weighed = digits.reduce((sum, digit) => (sum * 31 + digit) % 26 ** 3, 0)
  // The ledger's id, and six zero bytes.
  const ofLedger = [ledger, 0, 0, 0, 0, 0, 0].reduce((sum, byte) => (sum * 31 + byte) % most, 0)
  const sums = ((account.length % 5) * 11 + sumOf(0)) * 11 + sumOf(1)
  let code = (((sums * 26 ** 3 + weighed + ofLedger) % most) * 1_000_003) % most
  let letters = ''
  for (let place = 0; place < 5; place += 1) {
    letters = String.fromCharCode(97 + (code % 26)) + letters
    code = Math.floor(code / 26)
  }
  return letters
}

/** Accounts are names. Alchemy Pay's "Memo List" requires a memo. */
export const eos: ChainDefinition = { name: 'EOS', ids: 'eos vaulta', usesMemo: true }
