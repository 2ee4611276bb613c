import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseWhitelist } from '../api/normalise.ts'
import { canonicalAddress, chainOf } from '../chains/index.ts'
import { knownAddresses } from './known.ts'
import { bounceable, notBounceable } from './testing/published.ts'
import { variantsOf } from './validity.ts'

/** From EIP-55, "Test Cases". */
const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('the spellings of an address', () => {
  test('of the EVM: as asked, in small letters, and with its checksum, each once', () => {
    const small = checksummed.toLowerCase()
    expect(variantsOf(checksummed, 'ETH')).toEqual([checksummed, small])
    expect(variantsOf(small, 'ETH')).toEqual([small, checksummed])
    expect(variantsOf(small, null)).toEqual([small, checksummed])
    const shouted = `0x${small.slice(2).toUpperCase()}`
    expect(variantsOf(shouted, 'ARB')).toEqual([shouted, small, checksummed])
  })

  test('of Rootstock: with both checksums, where it is named', () => {
    // From EIP-1191, "Test cases", and of the same account from EIP-55.
    const ofChain = '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD'
    const small = checksummed.toLowerCase()
    expect(variantsOf(small, 'RSK')).toEqual([small, checksummed, ofChain])
    expect(variantsOf(small, null)).toEqual([small, checksummed])
  })

  test('of bech32: in small letters; of what is compared exactly: none but its own', () => {
    // From BIP-173, "Examples".
    const shouted = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'
    expect(variantsOf(shouted, 'BTC')).toEqual([shouted, shouted.toLowerCase()])
    expect(variantsOf('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'BTC')).toHaveLength(1)
    expect(variantsOf('Word', 'a network that nobody knows')).toEqual(['Word'])
    expect(variantsOf('__proto__', null)).toEqual(['__proto__'])
  })

  test('of TON and Bitcoin Cash: in each form of the same account', () => {
    for (const network of ['TON', null])
      expect(variantsOf(notBounceable, network)).toEqual([
        notBounceable,
        bounceable,
        '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e',
      ])
    // From the specification of CashAddr.
    const bare = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'
    for (const network of ['BCH', null]) {
      expect(variantsOf(bare, network)).toEqual([bare, `bitcoincash:${bare}`])
      expect(variantsOf(`bitcoincash:${bare}`, network)).toEqual([`bitcoincash:${bare}`, bare])
    }
  })

  test('and as a whitelist has it, however odd', () => {
    const odd = checksummed.replace('5aAe', '5AAE')
    const whitelists = [
      { whitelist_id: 'w', assets: [{ asset_id: 'ETH', network_id: 'ETH', address: ` ${odd} ` }] },
    ].map(normaliseWhitelist)
    const { names } = knownAddresses(whitelists, []).lookup(checksummed, 'ETH')
    expect(variantsOf(checksummed, 'ETH', names)).toEqual([checksummed, odd, checksummed.toLowerCase()])
  })

  test('are never another address, and few', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(checksummed, checksummed.toUpperCase())),
        fc.constantFrom('ETH', 'BTC', 'XRP', 'ATOM', 'TON', 'elsewhere'),
        (address, network) => {
          const chain = chainOf(network)
          const spelled = variantsOf(address, network)
          expect(spelled[0]).toBe(address)
          expect(spelled.length).toBeLessThanOrEqual(5)
          expect(new Set(spelled.map((one) => canonicalAddress(one, chain))).size).toBe(1)
        },
      ),
    )
  })
})
