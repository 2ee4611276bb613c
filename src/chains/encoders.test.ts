import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { bitcoinKeyHash, bitcoinTaproot, bitcoinWitnessKeyHash } from './bitcoin.ts'
import { cardanoAddress, cardanoPool, cardanoRewardAddressOf } from './cardano.ts'
import { cosmosAddress, cosmosValidator } from './cosmos.ts'
import { evmAddress, evmValidatorKey } from './evm.ts'
import { solanaAddress, tronAddress } from './others.ts'
import { ss58Address } from './polkadot.ts'
import { strkey } from './stellar.ts'
import { xrpAddress } from './xrp.ts'

const zeros = (length: number) => new Uint8Array(length)

/** The hash of a key that is written in bech32, as CIP-19 gives its keys. */
const cardanoKeyHash = (key: string) => {
  const { bytes } = bech32.decodeToBytes(key)
  return blake2b(bytes, { dkLen: 28 })
}
const cip19PaymentKey = 'addr_vk1w0l2sr2zgfm26ztc6nl9xy8ghsk5sh6ldwemlpmp9xylzy4dtf7st80zhd'
const cip19StakeKey = 'stake_vk1px4j0r2fk7ux5p23shz8f3y5y2qam7s954rgf3lg5merqcj6aetsft99wu'

describe('addresses agree with published vectors', () => {
  const vectors: [source: string, ours: string, published: string][] = [
    [
      'BIP 173, examples',
      bitcoinWitnessKeyHash(hexToBytes('751e76e8199196d454941c45d1b3a323f1433bd6')),
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
    [
      'BIP 350, test vectors',
      bitcoinTaproot(hexToBytes('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')),
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    [
      'Bitcoin wiki, technical background of addresses',
      bitcoinKeyHash(hexToBytes('f54a5851e9372b87810a8e60cdd2e7cfd80b6e31')),
      '1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs',
    ],
    [
      'EIP-55, test cases',
      evmAddress(hexToBytes('5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')),
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    ['Solana, System Program', solanaAddress(zeros(32)), '11111111111111111111111111111111'],
    [
      'XRP Ledger, genesis account',
      xrpAddress(hexToBytes('b5f762798a53d543a014caf8b297cff8f2f937e8')),
      'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    ],
    [
      'CIP-19, test vectors, type 0',
      cardanoAddress(cardanoKeyHash(cip19PaymentKey), cardanoKeyHash(cip19StakeKey)),
      'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    ],
    [
      'CIP-19, test vectors, type 14 of type 0',
      cardanoRewardAddressOf(
        'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
      ),
      'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw',
    ],
    [
      'Blockfrost API reference, example pool',
      cardanoPool(hexToBytes('0f292fcaa02b8b2f9b3c8f9fd8e0bb21abedb692a6d5058df3ef2735')),
      'pool1pu5jlj4q9w9jlxeu370a3c9myx47md5j5m2str0naunn2q3lkdy',
    ],
    [
      'Substrate, the well-known account of Alice',
      ss58Address(hexToBytes('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d')),
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    ],
    [
      'Cosmos Hub, account of the distribution module',
      cosmosAddress(sha256(utf8ToBytes('distribution')).subarray(0, 20)),
      'cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl',
    ],
    [
      'TRON, contract of Tether USD',
      tronAddress(hexToBytes('a614f803b6fd780986a42c78ec9c7f77e6ded13c')),
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    ],
    [
      'SEP-23, test cases',
      strkey('G', hexToBytes('3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a')),
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    ],
  ]
  test.each(vectors)('%s: %s', (_source, ours, published) => {
    expect(ours).toBe(published)
  })

  test('a Cosmos validator and its own account carry the same bytes (operator of stake.fish)', () => {
    const { bytes } = bech32.decodeToBytes('cosmos1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u0tvx7u')
    expect(cosmosValidator(bytes)).toBe('cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0')
  })

  test.each([0x00, 0x0f, 0x10, 0x1f, 0x7f, 0xff])(
    'a validator key from first byte %i is a compressed point',
    (first) => {
      const key = evmValidatorKey(new Uint8Array(48).fill(first))
      expect(key).toMatch(/^0x[89ab][0-9a-f]{95}$/)
      // The first sixteen bits of the field's modulus are 1a01: below 1a the point lies inside.
      expect(Number.parseInt(key.slice(2, 4), 16) & 0x1f).toBeLessThan(0x1a)
    },
  )
})
