import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bounceable,
  muxed,
  notBounceable,
  ofMuxed,
  ofTagged,
  ofUntagged,
  tagged,
  untagged,
} from '../addresses/testing/examples.ts'
import { anyCharacter } from '../testing/properties.ts'
import { cardanoRewardAddressOf } from './cardano.ts'
import { canonicalAddress, fixedPrefix } from './chain.ts'
import { evmValidatorKey } from './evm.ts'
import { chainOf, chains } from './index.ts'

describe('a chain', () => {
  test('that no list has is let go after many others: their names are the services’ own', () => {
    const first = chainOf('a network of its own')
    expect(chainOf('A network of its own')).toBe(first)
    for (let number = 0; number < 1000; number += 1) chainOf(`network ${number}`)
    expect(chainOf('a network of its own')).not.toBe(first)
    expect(chainOf(' ')).toBe(chainOf(null))
  })

  test.each([
    ['ETH', 'EVM'],
    ['eth', 'EVM'],
    ['Ethereum-Mainnet', 'EVM'],
    ['ARBITRUM_ONE', 'EVM'],
    [' Polygon ', 'EVM'],
    ['eip155:8453', 'EVM'],
    ['BTC', 'Bitcoin'],
    ['BTC_TEST', 'Bitcoin testnet'],
    ['XRPL', 'XRP Ledger'],
    ['cosmoshub-4', 'Cosmos Hub'],
    ['TRC20', 'TRON'],
    ['XLM', 'Stellar'],
  ])('of network %s is %s', (networkId, name) => {
    expect(chainOf(networkId)).toMatchObject({ name, isKnown: true })
  })

  test('is found by its name, the same object for the same chain', () => {
    for (const chain of chains) expect(chainOf(chain.name)).toBe(chain)
    expect(chainOf('ETH')).toBe(chainOf('polygon'))
    expect(chainOf('NEW')).toBe(chainOf('new'))
    expect(chainOf('NEW')).not.toBe(chainOf('NEWER'))
    expect(chainOf('N-EW')).not.toBe(chainOf('NEW'))
    expect(chainOf('')).toBe(chainOf(null))
  })

  test.each(['__proto__', 'constructor', 'toString', '\ud800', 'x'.repeat(1_000_000)])(
    'of a hostile id is its own (%#)',
    (networkId) => {
      const chain = chainOf(networkId)
      expect(chain.isKnown).toBe(false)
      expect(canonicalAddress('AbC', chain)).toBe('AbC')
      expect(fixedPrefix('0xAbC', chain)).toBe('')
    },
  )

  test.each([
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1q'],
    ['BTC', 'BC1PW508D6QEJXTDG', 'BC1P'],
    ['BTC', '3LRW7jeCvQCRdPF8S3yUCfRAx4eqXFmdcr', '3'],
    ['NEW', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x'],
    ['NEW', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed00', ''],
    ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'T'],
    ['ADA', 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer', 'addr1q'],
    ['ATOM', 'cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl', 'cosmos1'],
    ['ATOM', 'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0', 'cosmosvaloper1'],
    ['SOL', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', ''],
    ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'bitcoincash:q'],
    ['TON', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', 'EQ'],
  ])('of %s knows what %s begins with', (networkId, address, prefix) => {
    expect(fixedPrefix(address, chainOf(networkId))).toBe(prefix)
  })
})

describe('one address', () => {
  const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const cash = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const cashScript = 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'

  test.each([
    [
      'of the form of the EVM on an unknown network',
      'NEW',
      '0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    ['with space around it', 'SOL', ' Tokenkeg\n', 'Tokenkeg'],
    ['with and without its scheme', 'BCH', 'bitcoincash:qpm2q', 'qpm2q'],
    ['with the short name of its chain', 'ETH', `eth:${account}`, account],
    ['with that on an unknown network', 'NEW', `base:${account}`, account],
    ['without 0x', 'ETH', account.slice(2), account],
    // EIP-1191, test cases: of the same account.
    ['with the checksum of its chain', 'RSK', account, '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD'],
    ['in capitals, of Bitcoin', 'BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', bitcoin],
    ['not bounceable, of TON', 'TON', notBounceable, bounceable],
    ['of Bitcoin Cash in the form of Bitcoin', 'BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', cash],
    [
      ...(['of Litecoin in the form of Bitcoin', 'LTC', '3NJZLcZEEYBpxYEUGewU4knsQRn1WM5Fkt'] as const),
      'MUWheVyCBf3Fm3WNNXvotQ3Gj8NTSZCBVe',
    ],
    ['without its zeros, of Aptos', 'APT', '0x1', `0x${'1'.padStart(64, '0')}`],
    ['without its zeros, of Sui', 'SUI', '0x5a9ca3', `0x${'5a9ca3'.padStart(64, '0')}`],
    ['of the XDC Network', 'XDC', `xdc${account.slice(2).toLowerCase()}`, account],
    ['with a tag in it', 'XRP', tagged, ofTagged],
    ['of Bitcoin Cash for tokens', 'BCH', 'zpm2qsznhks23z7629mms6s4cwef74vcwvrqekrq9w', cash],
    ['a script of Bitcoin Cash', 'BCH', '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', cashScript],
    ['in capitals, of Bitcoin Cash', 'BCH', `BITCOINCASH:${cash.toUpperCase()}`, cash],
    ['of Hedera with its checksum in capitals', 'HBAR', '0.0.9124531-XRXLV', '0.0.9124531'],
    [
      'of TRON in hexadecimal',
      'TRX',
      '41A614F803B6FD780986A42C78EC9C7F77E6DED13C',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    ],
    ['that says that it has no tag', 'XRP', untagged, ofUntagged],
    ['with a memo in it', 'XLM', muxed, ofMuxed],
    ['with a memo in it, without a network', null, muxed, ofMuxed],
    ['of TON, raw', 'TON', bounceable, '0:CA6E321C7CCE9ECEDF0A8CA2492EC8592494AA5FB5CE0387DFF96EF6AF982A3E'],
  ])('%s is one', (_what, networkId, one, other) => {
    const chain = chainOf(networkId)
    expect(canonicalAddress(one, chain)).toBe(canonicalAddress(other, chain))
  })

  test.each([
    [
      'base58 in another case',
      'BTC',
      '1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs',
      '1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAS',
    ],
    ['other letters on an unknown network', 'NEW', 'AbCdEfGhIjKl', 'abcdefghijkl'],
    ['a Kelvin sign for a k', 'BTC', 'bc1qk508', 'bc1q\u212a508'],
    ['a long s for an s', 'BTC', 'bc1qs508', 'bc1q\u017f508'],
    ['a Cyrillic а for an a', 'ETH', '0xab', '0x\u0430b'],
    ['a zero-width space', 'ETH', '0xab', '0xa\u200bb'],
    ['one letter changed, of Bitcoin Cash', 'BCH', cash, `${cash.slice(0, -1)}q`],
    ['one letter changed, in the form of Bitcoin', 'BCH', cash, '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv'],
    [
      'the key of another network',
      'DOT',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    ],
    ['the checksum of another number', 'HBAR', '0.0.123', '0.0.123-xrxlv'],
    [
      'a digit more',
      'TRX',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      '41a614f803b6fd780986a42c78ec9c7f77e6ded13c0',
    ],
    ['another digit in the place of a zero', 'APT', '0x1', `0x${'0'.repeat(62)}11`],
  ])('with %s is another', (_what, networkId, one, other) => {
    const chain = chainOf(networkId)
    expect(canonicalAddress(one, chain)).not.toBe(canonicalAddress(other, chain))
  })

  test('has a canonical form that is its own canonical form', () => {
    fc.assert(
      fc.property(fc.constantFrom(...chains), anyAddress, (chain, address) => {
        const canonical = canonicalAddress(address, chain)
        expect(canonicalAddress(canonical, chain)).toBe(canonical)
      }),
    )
  })
})

// CIP-19, test vectors, type 14 of type 0.
test('the reward address of a base address on Cardano is the published one', () => {
  const base =
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x'
  expect(cardanoRewardAddressOf(base)).toBe('stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw')
})

// The first sixteen bits of the field's modulus are 1a01: below 1a the point lies inside.
test.each([0x00, 0x1f, 0x7f, 0xff])('a validator key from first byte %i is a compressed point', (first) => {
  const key = evmValidatorKey(new Uint8Array(48).fill(first))
  expect(key).toMatch(/^0x[89ab][0-9a-f]{95}$/)
  expect(Number.parseInt(key.slice(2, 4), 16) & 0x1f).toBeLessThan(0x1a)
})

const anyAddress = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom('0', 'x', 'X', 'a', 'A', '1', ':', '-', ' ', '\ud800', '\u200b') }),
  fc.stringMatching(/^(0x|0X|bc1|BC1|bitcoincash:|BITCOINCASH:|EQ|UQ|-1:|0:|addr1|cosmos1)[\w+/-]{0,64}$/),
  fc.stringMatching(/^[EU]Q[\w-]{46}$/),
)
