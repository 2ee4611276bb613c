import { describe, expect, test } from 'vitest'
import { rank, type Searchable } from './rank.ts'

function ranked(query: string, labels: readonly string[]): readonly string[] {
  return rank(query, labels, (label) => ({ label }))
}

describe('a text fits a query', () => {
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
  ])('%j in %j', (query, text) => {
    expect(ranked(query, [text])).toEqual([text])
  })

  test.each([
    ['warm', 'Treasury Cold 1'],
    ['cold warm', 'Treasury Cold 1'],
    ['vaultsx', 'Vaults'],
    ['x', ''],
  ])('but not %j in %j', (query, text) => {
    expect(ranked(query, [text])).toEqual([])
  })
})

test('the whole text comes before its beginning, that before a word in it, and that before a part of a word', () => {
  expect(ranked('eth', ['Methane', 'Kraken ETH', 'ETH staking', 'ETH', 'Solana'])).toEqual([
    'ETH',
    'ETH staking',
    'Kraken ETH',
    'Methane',
  ])
})

test('a name counts more than another text by which something is found', () => {
  const vaults = [
    { label: 'Desk', also: ['cold'] },
    { label: 'Cold 1', also: ['v-1'] },
  ]
  expect(rank('cold', vaults, (vault) => vault).map((item) => item.label)).toEqual(['Cold 1', 'Desk'])
})

test('its own id counts most, and a short part of an id, by chance in many, not at all', () => {
  const vaults: readonly Searchable[] = [
    { label: 'ab12cd, an old vault', id: 'ff00' },
    { label: 'Treasury', id: 'AB12CD' },
    { label: 'Desk', id: 'xab12cdx' },
  ]
  const found = (query: string) => rank(query, vaults, (vault) => vault).map((item) => item.id)
  expect(found('ab12cd')).toEqual(['AB12CD', 'ff00', 'xab12cdx'])
  expect(found('ab1')).toEqual(['ff00', 'AB12CD'])
  expect(found('b1')).toEqual(['ff00'])
})

test('equals keep their order', () => {
  expect(ranked('a', ['a1', 'a2', 'a3'])).toEqual(['a1', 'a2', 'a3'])
})
