/** Addresses that have several forms, or their memo within. */
import { describe, expect, test } from 'vitest'
import { addressBook } from './book.ts'
import { knownAddresses } from './known.ts'
import {
  bounceable,
  muxed,
  notBounceable,
  ofMuxed,
  ofTagged,
  ofUntagged,
  poisonOf,
  tagged,
  untagged,
} from './testing/published.ts'
import { sampleWhitelist } from './testing/records.ts'

describe('listed with their memo within', () => {
  const known = knownAddresses(
    [
      sampleWhitelist('Exchange', [
        { network_id: 'XRP', asset_id: 'XRP', address: tagged },
        { network_id: 'XRP', asset_id: 'XRP', address: ofTagged, memo: '' },
        { network_id: 'XRP', asset_id: 'XRP', address: untagged },
        { network_id: 'XLM', asset_id: 'XLM', address: muxed },
      ]),
    ],
    [],
  )
  const found = (address: string, networkId: string | null) =>
    known.lookup(address, networkId).names.map((name) => [name.address, ...name.memos])

  test.each(['XRP', null])(
    'are found by their account and by themselves, with that memo (%s)',
    (networkId) => {
      for (const address of [tagged, ofTagged])
        expect(found(address, networkId)).toEqual([
          [tagged, '4294967295'],
          [ofTagged, null],
        ])
      for (const address of [untagged, ofUntagged])
        expect(found(address, networkId)).toEqual([[untagged, null]])
    },
  )

  test('are no look-alikes of themselves, wherever they are listed and asked for', () => {
    for (const [on, asked] of [
      ['ETH', null],
      [null, 'NEW'],
    ] as const) {
      const odd = knownAddresses([sampleWhitelist('Odd', [{ network_id: on, address: tagged }])], [])
      expect(odd.lookup(tagged, asked)).toMatchObject({ names: [{ id: 'Odd' }], lookAlikes: [] })
    }
  })

  test('are found on Stellar too', () => {
    expect(found(ofMuxed, 'XLM')).toEqual([[muxed, '0']])
    expect(found(muxed, 'stellar')).toEqual([[muxed, '0']])
  })

  test('are resembled by what is made to look like their account', () => {
    const poison = poisonOf(ofTagged)
    expect(known.lookup(poison, 'XRP').lookAlikes[0]).toMatchObject({
      likeness: 'both-ends',
      known: { address: tagged },
    })
    const { trusted } = addressBook(
      [sampleWhitelist('X', [{ network_id: 'XRP', address: tagged }])],
      [],
    ).differenceOf(poison, known.lookup(tagged, 'XRP').names[0] ?? fail())
    expect(trusted.map(({ text }) => text).join('')).toBe(ofTagged)
  })
})

describe('TON', () => {
  test.each([
    [bounceable, notBounceable],
    [notBounceable, bounceable],
  ])('an address listed as %s is resembled by what looks like its other form', (listed, form) => {
    const known = knownAddresses([sampleWhitelist('T', [{ network_id: 'TON', address: listed }])], [])
    expect(known.lookup(poisonOf(form), 'TON').lookAlikes).toMatchObject([{ likeness: 'both-ends' }])
  })
})

function fail(): never {
  throw new Error('it is not known')
}
