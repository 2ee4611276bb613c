import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalAddress } from '../chains/chain.ts'
import { chainOf, chains } from '../chains/index.ts'
import { anyCharacter } from '../testing/properties.ts'
import { differenceOf, type Likeness, likenessOf } from './likeness.ts'

const trusted = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('patterns of poisoning', () => {
  test.each<readonly [string, string, string, string, Likeness | null]>([
    ['four and four, in any case', 'ETH', '0x5AAE0000000000000000000000000000000beaed', trusted, 'both-ends'],
    ['six and four', 'ETH', '0x5aAeb6000000000000000000000000000000eAed', trusted, 'both-ends'],
    ['the beginning alone', 'ETH', '0x5aAeb60000000000000000000000000000000000', trusted, 'one-end'],
    ['the end alone', 'ETH', `0x${'0'.repeat(36)}eAed`, trusted, 'one-end'],
    ['three and three', 'ETH', '0x5aA0000000000000000000000000000000000Aed', trusted, null],
    ['the same ends and another length', 'ETH', '0x5aAe00000000eAed', trusted, 'both-ends'],
    [
      'an invisible character within the same',
      'ETH',
      `${trusted.slice(0, 4)}\u200b${trusted.slice(4)}`,
      trusted,
      'both-ends',
    ],
    ['a Cyrillic letter in the middle', 'ETH', trusted.replace('3F3E', '3F3\u0415'), trusted, 'typo'],
    ['other ends, and all else alike', 'ETH', `0xf${trusted.slice(3, -1)}e`, trusted, 'typo'],
    ['a lost character', 'ETH', trusted.slice(0, -1), trusted, 'typo'],
    ['names that people chose', 'NEAR', 'treasury-2.near', 'treasury-1.near', 'both-ends'],
    ['the same in another case', 'ETH', trusted.toLowerCase(), trusted, null],
    [
      'four and four of Bitcoin',
      'BTC',
      'bc1qw508aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaf3t4',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'both-ends',
    ],
    [
      'the version letter is no visible end',
      'BTC',
      'bc1qaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      null,
    ],
    [
      'four and four after another version',
      'BTC',
      'bc1pw508aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaf3t4',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'both-ends',
    ],
    [
      'four and four of TRON',
      'TRX',
      'TR7NHaaaaaaaaaaaaaaaaaaaaaaaaaLj6t',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'both-ends',
    ],
    [
      'base58 in another case is another',
      'TRX',
      'Tr7nhaaaaaaaaaaaaaaaaaaaaaaaaalJ6T',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      null,
    ],
    ['an unknown network, exactly', 'NEW', 'abcdEEEEwxyz', 'abcdFFFFwxyz', 'both-ends'],
    ['an unknown network, in another case', 'NEW', 'ABCDEEEEWXYZ', 'abcdffffwxyz', null],
    ['so short that all of it is seen', 'HBAR', '0.0.12345678', '0.0.12349678', null],
    ['nothing', 'ETH', '', trusted, null],
  ])('%s', (_pattern, networkId, address, of, likeness) => {
    expect(likenessOf(address, of, chainOf(networkId))).toBe(likeness)
  })
})

const anyChain = fc.constantFrom(chainOf('NEW'), ...chains)
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom('a', 'A', '0', '\u200b', '\ud83d', '\ude00') }),
  fc
    .tuple(fc.constantFrom('0x', 'bc1q', '1', ''), fc.stringMatching(/^[ab]{4}[a-z]{0,30}[ab]{4}$/))
    .map((parts) => parts.join('')),
)

test('likeness is mutual, and no address is like itself', () => {
  fc.assert(
    fc.property(anyChain, anyText, anyText, (chain, one, other) => {
      expect(likenessOf(one, other, chain)).toBe(likenessOf(other, one, chain))
      expect(likenessOf(one, one, chain)).toBeNull()
      if (canonicalAddress(one, chain) === canonicalAddress(other, chain))
        expect(likenessOf(one, other, chain)).toBeNull()
    }),
  )
})

describe('the difference', () => {
  const written = (parts: readonly { text: string; differs: boolean }[]) =>
    parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('')
  const shown = (address: string, of: string, networkId = 'ETH') => {
    const difference = differenceOf(address, of, chainOf(networkId))
    return [written(difference.address), written(difference.trusted)]
  }

  test('of one length is marked place by place, in the case in which each is written', () => {
    expect(shown('0xABcd123456', '0xabCE123499')).toEqual(['0xABc[d]1234[56]', '0xabC[E]1234[99]'])
  })

  test('is one run where characters between are the same by chance', () => {
    expect(shown('0xabc1d2e3ff', '0xabc4d5e6ff')).toEqual(['0xabc[1d2e3]ff', '0xabc[4d5e6]ff'])
  })

  test('of two lengths is all between what both ends share', () => {
    expect(shown('0xab12ef', '0xabcdcdef')).toEqual(['0xab[12]ef', '0xab[cdcd]ef'])
    expect(shown('0xabef', '0xabcdef')).toEqual(['0xabef', '0xab[cd]ef'])
  })

  test('counts capitals where the chain does', () => {
    expect(shown('Tab', 'TAb', 'TRX')).toEqual(['T[a]b', 'T[A]b'])
  })

  test('never splits a character', () => {
    expect(shown('a😀b', 'a😁b', 'NEW')).toEqual(['a[😀]b', 'a[😁]b'])
  })

  test('loses nothing of either, and says of the same that nothing differs', () => {
    fc.assert(
      fc.property(anyChain, anyText, anyText, (chain, one, other) => {
        const { address, trusted: of } = differenceOf(one, other, chain)
        expect(address.map(({ text }) => text).join('')).toBe(one)
        expect(of.map(({ text }) => text).join('')).toBe(other)
        expect(differenceOf(one, one, chain).address.some(({ differs }) => differs)).toBe(false)
      }),
    )
  })

  test('of a text that is no address is at most three parts', () => {
    const long = 'ab'.repeat(1000)
    expect(differenceOf(`0x1${long}1`, `0x2${long}2`, chainOf('ETH')).address.length).toBeLessThanOrEqual(3)
  })
})
