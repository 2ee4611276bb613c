import { describe, expect, it } from 'vitest'
import { accountTests } from '../../addresses/pasted/read-address.ts'
import { chainOf, isCaseless } from '../../chains/index.ts'
import { normaliseWhitelist } from '../../sync/service/normalise.ts'
import { addressesFound, foundWhitelists, readSearchTerms } from './find.ts'

const evm = '0xb2C460997619D46B842902Eb248c64b81b41c280'
const bech32 = 'bc1qxvkj40qpp02487sw960valr7lansszajkfdevw'
const base58 = 'rPe1zjbTdCneUSxZFJztp13jLH4fKzB9t4'

const whitelists = [
  { whitelist_id: 'w1', whitelist_name: 'Zürich – Treasury', assets: [{ network_id: 'ETH', address: evm }] },
  {
    whitelist_id: 'w2',
    whitelist_name: 'Kraken settlement',
    assets: [{ network_id: 'BTC', address: bech32 }],
  },
  {
    whitelist_id: 'w3',
    assets: [
      { network_id: 'XRP', address: base58 },
      { network_id: 'XRP', address: 'rOther' },
      { network_id: 'XRP' },
    ],
  },
].map(normaliseWhitelist)

function found(typed: string) {
  const terms = readSearchTerms(typed, {
    accountTests,
    isCaseless: (address, networkId) => isCaseless(address, chainOf(networkId)),
  })
  return foundWhitelists(whitelists, terms).map(({ whitelist_id }) => whitelist_id)
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
    [`https://etherscan.io/address/${evm}#code`, ['w1']],
    [`${evm} or ${base58}`, ['w1', 'w3']],
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
