import { expect, test } from 'vitest'
import { normaliseVault } from '../../api/normalise.ts'
import type { HoldingsReading } from '../../books/books.ts'

import { problemsOf } from './problems.ts'
import { books, type Lists } from './testing/books.ts'
import { problemInWords } from './words.ts'

function said(lists: Lists): string[] {
  return problemsOf(books(lists)).map(problemInWords)
}

test('what is not given is no problem, and neither is nothing', () => {
  expect(said({ all: ['BTC -', 'ETH 0.00'], vaults: { 'cold A': ['BTC 1'], 'warm B': [] } })).toEqual([])
})

test.each<readonly [string, Lists, string]>([
  [
    'a negative balance',
    { cold: ['BTC -0.5 1'] },
    'Balance of cold vaults: BTC on N has a negative available balance, -0.5.',
  ],
  [
    'an amount that is no decimal',
    { vaults: { 'cold A': ['BTC 1e3 1'] } },
    'Vault A · A: the available balance of BTC on N is “1e3”. That is not a decimal number, so it cannot be added or compared.',
  ],
  [
    'a holding that stands twice in one list',
    { all: ['BTC 1', 'BTC 1'] },
    'Balance of all vaults lists BTC on N 2 times. Each one counts.',
  ],
  [
    'a vault of a type that nobody knows',
    { vaults: { 'hot A': ['BTC 1'] } },
    'Vault A · A is of type “hot”. It counts among all vaults, but not as cold or warm.',
  ],
])('%s is named', (_, lists, sentence) => {
  expect(said(lists)).toEqual([sentence])
})

test('a vault that is listed twice is named once, and so is one without a type', () => {
  const whole = books({ vaults: { 'cold A': ['BTC 1'] } })
  const [vault] = whole.vaults.records
  if (!vault) throw new Error('no vault')
  const listing = (records: HoldingsReading['vaults']['records']) =>
    problemsOf({ ...whole, vaults: { ...whole.vaults, records } }).map(problemInWords)
  expect(listing([vault, vault])).toEqual(['Vault A · A is listed 2 times. Each one counts.'])
  expect(listing([normaliseVault({ vault_id: 'A', assets: [] })])).toEqual([
    'Vault A has no type. It counts among all vaults, but not as cold or warm.',
  ])
})
