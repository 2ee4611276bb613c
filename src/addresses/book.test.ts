import { expect, test } from 'vitest'
import { addressBooks } from './book.ts'
import { sampleWhitelist, transaction } from './testing/examples.ts'

const first = `0x${'1'.repeat(40)}`
const second = `0x${'3'.repeat(40)}`
const third = `0x${'5'.repeat(40)}`
const whitelists = [sampleWhitelist('Kraken', [{ network_id: 'ETH', asset_id: 'ETH', address: first }])]
const sentFrom = (source_address: string) =>
  transaction(
    { network_id: 'ETH', asset_id: 'ETH' },
    { source_type: 'vault', source_id: 'V1', source_address },
    {},
  )

test('each book has all that is known by then, and nothing that is gone', () => {
  const make = addressBooks()
  const known = (...args: Parameters<typeof make>) => {
    const book = make(...args)
    return [first, second, third].filter((address) => book.factsOf(address, 'ETH').names.length > 0)
  }
  const transactions = [sentFrom(second)]
  expect(known(whitelists, transactions)).toEqual([first, second])
  expect(known(whitelists, [...transactions, sentFrom(third)])).toEqual([first, second, third])
  expect(known(whitelists, [])).toEqual([first])
  expect(known([], transactions)).toEqual([second])
})

test('a book that has learned more has another index, so that views work out again what rests on it', () => {
  const make = addressBooks()
  const before = make(whitelists, [sentFrom(second)]).known
  expect(make(whitelists, [sentFrom(second), sentFrom(third)]).known).not.toBe(before)
})
