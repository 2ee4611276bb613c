import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountTests } from '../../addresses/pasted/read-address.ts'
import { normaliseWhitelist } from '../../api/normalise.ts'
import * as chains from '../../chains/index.ts'
import { encoders } from '../../chains/testing/encoders.ts'
import { addressesFound, foundWhitelists, looksCaseless, readSearchTerms } from './find.ts'

const evm = '0xb2C460997619D46B842902Eb248c64b81b41c280'
const bech32 = 'bc1qxvkj40qpp02487sw960valr7lansszajkfdevw'
const base58 = 'rPe1zjbTdCneUSxZFJztp13jLH4fKzB9t4'

const whitelists = [
  { whitelist_id: 'w1', whitelist_name: 'Zürich – Treasury', assets: [{ asset_id: 'ETH', address: evm }] },
  { whitelist_id: 'w2', whitelist_name: 'Kraken settlement', assets: [{ asset_id: 'BTC', address: bech32 }] },
  {
    whitelist_id: 'w3',
    assets: [
      { asset_id: 'XRP', address: base58 },
      { asset_id: 'XRP', address: 'rOther' },
      { asset_id: 'XRP' },
    ],
  },
].map(normaliseWhitelist)

function found(typed: string) {
  return foundWhitelists(whitelists, readSearchTerms(typed, accountTests)).map(
    ({ whitelist_id }) => whitelist_id,
  )
}

describe('finding whitelists', () => {
  it.each([
    ['', ['w1', 'w2', 'w3']],
    ['   ', ['w1', 'w2', 'w3']],
    ['zurich', ['w1']],
    ['treasury ZÜRICH', ['w1']],
    ['kraken treasury', []],
    [evm, ['w1']],
    [evm.toLowerCase(), ['w1']],
    [`0x${evm.slice(2).toUpperCase()}`, ['w1']],
    ['1B41C280', ['w1']],
    ['0xb2 C460 9976', ['w1']],
    ['\u200b0xb2C460\u202e9976', ['w1']],
    [bech32.toUpperCase(), ['w2']],
    ['szajkfdevw', ['w2']],
    [base58, ['w3']],
    [base58.slice(5, 12), ['w3']],
    // Base58 means something else in another case.
    [base58.toLowerCase(), []],
    // Three characters are in an address by chance.
    ['0xb', []],
    ['0xb2', ['w1']],
    [`Send to ${evm}, please`, ['w1']],
    [`https://etherscan.io/address/${evm}#code`, ['w1']],
    [`${evm} or ${base58}`, ['w1', 'w3']],
    [`${base58}?dt=1`, ['w3']],
  ])('%j finds %j', (typed, expected) => {
    expect(found(typed)).toEqual(expected)
  })

  it('says which address it was', () => {
    const [, , third] = whitelists
    if (!third) throw new Error('there are three')
    expect(addressesFound(third, readSearchTerms('zjbT', null)).map(({ address }) => address)).toEqual([
      base58,
    ])
    expect(addressesFound(third, readSearchTerms('xyzw', null))).toEqual([])
  })
})

const caselessKinds = encoders.filter(({ networkId, bytes, encode }) =>
  chains.isCaseless(encode(new Uint8Array(bytes)), chains.chainOf(networkId)),
)

describe('an address in which case means nothing on its network also looks so', () => {
  it.each(caselessKinds.map((encoder) => [`${encoder.networkId}, ${encoder.kind}`, encoder] as const))(
    '%s',
    (_name, { bytes, encode }) => {
      fc.assert(
        fc.property(fc.uint8Array({ minLength: bytes, maxLength: bytes }), (key) => {
          expect(looksCaseless(encode(key))).toBe(true)
        }),
      )
    },
  )

  // CashAddr, "Examples of address translation"; ZIP 316 and Avalanche's documents for how the others begin.
  it.each([
    ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['BCH', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    [
      'ZEC',
      'u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdv',
    ],
    ['AVAX', 'X-avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw'],
  ])('%s: %s', (networkId, address) => {
    expect(chains.isCaseless(address, chains.chainOf(networkId))).toBe(true)
    expect(looksCaseless(address)).toBe(true)
    expect(looksCaseless(address.toUpperCase())).toBe(true)
  })
})
