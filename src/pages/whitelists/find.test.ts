import { expect, it } from 'vitest'
import { accountTests, formedAddresses, readAddress } from '../../addresses/pasted/read-address.ts'
import { isCaseless } from '../../chains/chain.ts'
import { chainOf } from '../../chains/index.ts'
import { normaliseWhitelist } from '../../sync/service/normalise.ts'
import { type AddressKnowledge, addressesFound, readSearchTerms } from './find.ts'

const evm = '0xb2C460997619D46B842902Eb248c64b81b41c280'
const bech32 = 'bc1qxvkj40qpp02487sw960valr7lansszajkfdevw'
const base58 = 'rPe1zjbTdCneUSxZFJztp13jLH4fKzB9t4'

const whitelist = normaliseWhitelist({
  assets: [
    { network_id: 'ETH', address: evm },
    { network_id: 'BTC', address: bech32 },
    { network_id: 'XRP', address: base58 },
    { network_id: 'XRP' },
  ],
})

const knowledge: AddressKnowledge = {
  addressesIn: (pasted) => formedAddresses(readAddress(pasted)).map(({ address }) => address),
  accountTests,
  isCaseless: (address, networkId) => isCaseless(address, chainOf(networkId)),
}

it.each([
  ['', []],
  ['treasury', []],
  [evm, [evm]],
  [evm.toLowerCase(), [evm]],
  [`0x${evm.slice(2).toUpperCase()}`, [evm]],
  ['1B41C280', [evm]],
  ['0xb2 C460 9976', [evm]],
  ['\u200b0xb2C460\u202e9976', [evm]],
  [bech32.toUpperCase(), [bech32]],
  [base58.slice(5, 12), [base58]],
  // Base58 means something else in another case.
  [base58.toLowerCase(), []],
  // Three characters are in an address by chance.
  ['0xb', []],
  [`https://etherscan.io/address/${evm}#code`, [evm]],
  [`${evm} or ${base58}`, [evm, base58]],
])('%j is found in %j', (typed, expected) => {
  const found = addressesFound(whitelist, readSearchTerms(typed, knowledge))
  expect(found.map(({ address }) => address)).toEqual(expected)
})

it('names whole addresses, and needs the code of chains for that alone', () => {
  expect(readSearchTerms(`pay ${evm}`, knowledge).addresses).toEqual([evm])
  expect(readSearchTerms('Kraken settlement', knowledge).addresses).toEqual([])
  const { addresses, isFound } = readSearchTerms('zjbT', null)
  expect([addresses, whitelist.assets.map(isFound)]).toEqual([[], [false, false, true, false]])
})
