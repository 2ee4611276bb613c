/** Writes addresses of every format out of bytes, for tests and for the benchmark. */
import { sha512_256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { base32nopad, base58, base58xrp } from '@scure/base'
import { crc32, shelleyAddress } from '../cardano.ts'
import { encodeBase58check, encodeBech32, encodeSegwit } from '../encoding.ts'
import { evmAddress } from '../evm.ts'
import { solanaAddress } from '../others.ts'
import { ss58Address } from '../polkadot.ts'
import { strkey } from '../stellar.ts'
import { tonAddress } from '../ton.ts'
import { xrpAddress } from '../xrp.ts'

export interface Encoder {
  readonly networkId: string
  readonly kind: string
  /** How many bytes an address is made of. */
  readonly bytes: number
  readonly hasChecksum: boolean
  /** The characters that may stand in it, as far as a mistyped one goes. */
  readonly alphabet: string
  readonly encode: (bytes: Uint8Array) => string
}

const hexDigits = '0123456789abcdefABCDEF'
const base58Letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** One encoder for each kind of address. */
export const encoders: readonly Encoder[] = [
  { ...of('ETH', 'account', 20, hexDigits), encode: evmAddress },
  base58check('BTC', 'key hash', [0x00]),
  base58check('BTC', 'script hash', [0x05]),
  segwit('BTC', 'key hash in SegWit', 'bc', 0, 20),
  segwit('BTC', 'script hash in SegWit', 'bc', 0, 32),
  segwit('BTC', 'Taproot', 'bc', 1, 32),
  base58check('BTC_TEST', 'key hash', [0x6f]),
  segwit('BTC_TEST', 'key hash in SegWit', 'tb', 0, 20),
  base58check('BCH', 'legacy key hash', [0x00]),
  base58check('LTC', 'key hash', [0x30]),
  segwit('LTC', 'key hash in SegWit', 'ltc', 0, 20),
  base58check('DOGE', 'key hash', [0x1e]),
  base58check('DASH', 'key hash', [0x4c]),
  base58check('ZEC', 'key hash', [0x1c, 0xb8]),
  { ...of('SOL', 'public key', 32, base58Letters), hasChecksum: false, encode: solanaAddress },
  { ...of('XRP', 'account', 20, base58Letters), encode: xrpAddress },
  {
    ...of('XRP', 'account with tag', 24, base58Letters),
    encode: (bytes) =>
      encodeBase58check(
        [0x05, 0x44],
        concatBytes(bytes.subarray(0, 20), Uint8Array.of(1), bytes.subarray(20), new Uint8Array(4)),
        base58xrp,
      ),
  },
  stellar('account', 'G', 32),
  stellar('account with memo', 'M', 40),
  stellar('contract', 'C', 32),
  base58check('TRX', 'account', [0x41]),
  cardano('base', 'addr', 0x01, 56),
  cardano('enterprise', 'addr', 0x61, 28),
  cardano('reward', 'stake', 0xe1, 28),
  {
    ...of('ADA', 'Byron', 28, base58Letters),
    encode: (bytes) => {
      const payload = concatBytes(Uint8Array.of(0x83, 0x58, 0x1c), bytes, Uint8Array.of(0xa0, 0x00))
      const checksum = new Uint8Array(5)
      new DataView(checksum.buffer).setUint32(1, crc32(payload))
      checksum[0] = 0x1a
      return base58.encode(
        concatBytes(Uint8Array.of(0x82, 0xd8, 0x18, 0x58, payload.length), payload, checksum),
      )
    },
  },
  ss58('DOT', 0),
  ss58('KSM', 2),
  {
    ...of('ALGO', 'account', 32, base32Letters),
    encode: (bytes) => base32nopad.encode(concatBytes(bytes, sha512_256(bytes).subarray(-4))),
  },
  base58check('XTZ', 'account', [0x06, 0xa1, 0x9f]),
  base58check('XTZ', 'contract', [0x02, 0x5a, 0x79]),
  ton('bounceable', 0x11),
  ton('not bounceable', 0x51),
  {
    ...of('APT', 'account', 32, hexDigits),
    hasChecksum: false,
    encode: (bytes) => `0x${bytesToHex(bytes)}`,
  },
  cosmos('ATOM', 'account', 'cosmos', 20),
  cosmos('ATOM', 'contract', 'cosmos', 32),
  cosmos('ATOM', 'validator', 'cosmosvaloper', 20),
  cosmos('OSMO', 'account', 'osmo', 20),
]

function of(networkId: string, kind: string, bytes: number, alphabet: string) {
  return { networkId, kind, bytes, alphabet, hasChecksum: true }
}

function base58check(networkId: string, kind: string, version: readonly number[]): Encoder {
  return {
    ...of(networkId, kind, 20, base58Letters),
    encode: (bytes) => encodeBase58check(version, bytes),
  }
}

function segwit(networkId: string, kind: string, prefix: string, version: 0 | 1, bytes: number): Encoder {
  return {
    ...of(networkId, kind, bytes, bech32Letters),
    encode: (program) => encodeSegwit(prefix, version, program),
  }
}

function stellar(kind: string, letter: 'G' | 'M' | 'C', length: number): Encoder {
  return { ...of('XLM', kind, length, base32Letters), encode: (bytes) => strkey(letter, bytes) }
}

function cardano(kind: string, prefix: 'addr' | 'stake', header: number, length: number): Encoder {
  return {
    ...of('ADA', kind, length, bech32Letters),
    encode: (bytes) => shelleyAddress(prefix, header, bytes),
  }
}

function ss58(networkId: string, prefix: number): Encoder {
  return { ...of(networkId, 'account', 32, base58Letters), encode: (bytes) => ss58Address(bytes, prefix) }
}

function ton(kind: string, flags: number): Encoder {
  return { ...of('TON', kind, 32, base64Letters), encode: (bytes) => tonAddress(flags, bytes) }
}

function cosmos(networkId: string, kind: string, prefix: string, length: number): Encoder {
  return {
    ...of(networkId, kind, length, bech32Letters),
    encode: (bytes) => encodeBech32(prefix, bytes),
  }
}
