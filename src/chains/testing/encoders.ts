/** Write addresses of every format from bytes, for tests and for the benchmark. */
import { sha512_256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { base32nopad, base58, base58xrp } from '@scure/base'
import { crc32, shelleyAddress } from '../cardano.ts'
import { encodeBase58check, encodeBech32, encodeSegwit } from '../encoding.ts'
import { evmAddress } from '../evm.ts'
import { ss58Address } from '../polkadot.ts'
import { strkey } from '../stellar.ts'
import { tonAddress } from '../ton.ts'
import { xrpAddress } from '../xrp.ts'

export interface Encoder {
  readonly networkId: string
  readonly kind: string
  readonly bytes: number
  readonly hasChecksum: boolean
  /** The characters that a typo may put into it. */
  readonly alphabet: string
  readonly encode: (bytes: Uint8Array) => string
}

const hexDigits = '0123456789abcdefABCDEF'
const base58Letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

export const encoders: readonly Encoder[] = [
  of('ETH', 'account', 20, hexDigits, evmAddress),
  base58check('BTC', 'key hash', [0x00]),
  base58check('BTC', 'script hash', [0x05]),
  of('BTC', 'key hash in SegWit', 20, bech32Letters, (bytes) => encodeSegwit('bc', 0, bytes)),
  of('BTC', 'script hash in SegWit', 32, bech32Letters, (bytes) => encodeSegwit('bc', 0, bytes)),
  of('BTC', 'Taproot', 32, bech32Letters, (bytes) => encodeSegwit('bc', 1, bytes)),
  base58check('BTC_TEST', 'key hash', [0x6f]),
  of('BTC_TEST', 'key hash in SegWit', 20, bech32Letters, (bytes) => encodeSegwit('tb', 0, bytes)),
  base58check('BCH', 'legacy key hash', [0x00]),
  base58check('LTC', 'key hash', [0x30]),
  of('LTC', 'key hash in SegWit', 20, bech32Letters, (bytes) => encodeSegwit('ltc', 0, bytes)),
  base58check('DOGE', 'key hash', [0x1e]),
  base58check('DASH', 'key hash', [0x4c]),
  base58check('ZEC', 'key hash', [0x1c, 0xb8]),
  { ...of('SOL', 'public key', 32, base58Letters, base58.encode), hasChecksum: false },
  of('XRP', 'account', 20, base58Letters, xrpAddress),
  of('XRP', 'account with tag', 24, base58Letters, (bytes) => {
    const tag = concatBytes(Uint8Array.of(1), bytes.subarray(20), new Uint8Array(4))
    return encodeBase58check([0x05, 0x44], concatBytes(bytes.subarray(0, 20), tag), base58xrp)
  }),
  of('XLM', 'account', 32, base32Letters, (bytes) => strkey('G', bytes)),
  of('XLM', 'account with memo', 40, base32Letters, (bytes) => strkey('M', bytes)),
  of('XLM', 'contract', 32, base32Letters, (bytes) => strkey('C', bytes)),
  base58check('TRX', 'account', [0x41]),
  of('ADA', 'base', 56, bech32Letters, (bytes) => shelleyAddress('addr', 0x01, bytes)),
  of('ADA', 'enterprise', 28, bech32Letters, (bytes) => shelleyAddress('addr', 0x61, bytes)),
  of('ADA', 'reward', 28, bech32Letters, (bytes) => shelleyAddress('stake', 0xe1, bytes)),
  of('ADA', 'Byron', 28, base58Letters, (bytes) => {
    const payload = concatBytes(Uint8Array.of(0x83, 0x58, 0x1c), bytes, Uint8Array.of(0xa0, 0x00))
    const checksum = new Uint8Array(5)
    new DataView(checksum.buffer).setUint32(1, crc32(payload))
    checksum[0] = 0x1a
    const head = Uint8Array.of(0x82, 0xd8, 0x18, 0x58, payload.length)
    return base58.encode(concatBytes(head, payload, checksum))
  }),
  of('DOT', 'account', 32, base58Letters, (bytes) => ss58Address(bytes, 0)),
  of('KSM', 'account', 32, base58Letters, (bytes) => ss58Address(bytes, 2)),
  of('ALGO', 'account', 32, base32Letters, (bytes) =>
    base32nopad.encode(concatBytes(bytes, sha512_256(bytes).subarray(-4))),
  ),
  base58check('XTZ', 'account', [0x06, 0xa1, 0x9f]),
  base58check('XTZ', 'contract', [0x02, 0x5a, 0x79]),
  of('TON', 'bounceable', 32, base64Letters, (bytes) => tonAddress(0x11, bytes)),
  of('TON', 'not bounceable', 32, base64Letters, (bytes) => tonAddress(0x51, bytes)),
  { ...of('APT', 'account', 32, hexDigits, (bytes) => `0x${bytesToHex(bytes)}`), hasChecksum: false },
  of('ATOM', 'account', 20, bech32Letters, (bytes) => encodeBech32('cosmos', bytes)),
  of('ATOM', 'contract', 32, bech32Letters, (bytes) => encodeBech32('cosmos', bytes)),
  of('ATOM', 'validator', 20, bech32Letters, (bytes) => encodeBech32('cosmosvaloper', bytes)),
  of('OSMO', 'account', 20, bech32Letters, (bytes) => encodeBech32('osmo', bytes)),
]

function of(
  networkId: string,
  kind: string,
  bytes: number,
  alphabet: string,
  encode: Encoder['encode'],
): Encoder {
  return { networkId, kind, bytes, alphabet, hasChecksum: true, encode }
}

function base58check(networkId: string, kind: string, version: readonly number[]): Encoder {
  return of(networkId, kind, 20, base58Letters, (bytes) => encodeBase58check(version, bytes))
}
