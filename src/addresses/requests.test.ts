import { expect, test } from 'vitest'
import { requestsOf } from './requests.ts'

const spell = (address: string) => [address, address.toUpperCase()]

test.each([
  [{ status: 'pending' }, [{ status: 'pending' }]],
  [
    { destination_address: 'a', status: 'pending' },
    [
      { destination_address: 'a', status: 'pending' },
      { destination_address: 'A', status: 'pending' },
    ],
  ],
  [
    { address: 'a' },
    [
      { destination_address: 'a' },
      { destination_address: 'A' },
      { source_address: 'a' },
      { source_address: 'A' },
    ],
  ],
  // At either end, where one end is named: then it is the other, or that one.
  [
    { address: 'b', source_address: 'a' },
    [
      { source_address: 'a', destination_address: 'b' },
      { source_address: 'a', destination_address: 'B' },
      { source_address: 'A', destination_address: 'b' },
      { source_address: 'A', destination_address: 'B' },
    ],
  ],
  [{ address: 'c', source_address: 'a', destination_address: 'b' }, []],
])('%j is asked for as %j', (filter, requests) => {
  expect(requestsOf(filter, spell).requests).toEqual(requests)
})

test('at most eight spellings are asked for, and the rest are counted', () => {
  const many = Array.from({ length: 10 }, (_, index) => `a${index}`)
  const { requests, spellings, unasked } = requestsOf({ source_address: 'a0' }, () => many)
  expect([requests.length, spellings.length, unasked]).toEqual([8, 8, 2])
})
