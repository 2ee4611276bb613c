import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { likeness, ranked } from './match.ts'

describe('a text fits what was typed', () => {
  test.each([
    ['vaults', 'Vaults'],
    ['vau', 'Vaults'],
    ['cold', 'Treasury Cold 1'],
    ['1 treas', 'Treasury Cold 1'],
    ['zurich', 'Zürich Desk'],
    ['USDC', 'USDC_ETH'],
    ['eth', 'USDC_ETH'],
    ['easur', 'Treasury Cold 1'],
    ['a - b', 'A – B'],
    ['', 'anything'],
    ['  ', 'anything'],
  ])('%j in %j', (typed, text) => {
    expect(likeness(typed, text)).toBeGreaterThan(0)
  })

  test.each([
    ['warm', 'Treasury Cold 1'],
    ['cold warm', 'Treasury Cold 1'],
    ['vaultsx', 'Vaults'],
    ['x', ''],
  ])('but not %j in %j', (typed, text) => {
    expect(likeness(typed, text)).toBe(0)
  })
})

test('the whole text comes before its beginning, that before a word in it, and that before a part of a word', () => {
  const names = ['Methane', 'Kraken ETH', 'ETH staking', 'ETH', 'Solana']
  expect(ranked('eth', names, (name) => [name]).map(({ item }) => item)).toEqual([
    'ETH',
    'ETH staking',
    'Kraken ETH',
    'Methane',
  ])
})

test('a name counts more than another text by which something is found', () => {
  const vaults = [
    { name: 'Desk', id: 'cold' },
    { name: 'Cold 1', id: 'v-1' },
  ]
  expect(ranked('cold', vaults, ({ name, id }) => [name, id]).map(({ item }) => item.name)).toEqual([
    'Cold 1',
    'Desk',
  ])
})

test('equals keep their order', () => {
  expect(ranked('a', ['a1', 'a2', 'a3'], (name) => [name]).map(({ item }) => item)).toEqual([
    'a1',
    'a2',
    'a3',
  ])
})

test('every part of a text fits it, and no text throws', () => {
  const anything = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(anything, anything, anything, (before, part, after) => {
      expect(likeness(part, part)).toBeGreaterThan(0)
      expect(likeness(part, before + part + after)).toBeGreaterThanOrEqual(0)
    }),
  )
  const word = fc.stringMatching(/^[a-z0-9]{1,8}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      const text = words.join(' ')
      for (const one of words) expect(likeness(one, text)).toBeGreaterThan(0)
      expect(likeness(words.toReversed().join(' '), text)).toBeGreaterThan(0)
    }),
  )
})
