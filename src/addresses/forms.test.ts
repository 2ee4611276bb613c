import { describe, expect, test } from 'vitest'
import { muxed, ofMuxed, ofTagged, ofUntagged, tagged, untagged } from './testing/published.ts'
import { splitMemo, validityOf } from './validity.ts'

describe('an address that has its memo in it', () => {
  test.each([
    ['XRP', untagged, ofUntagged, null],
    ['XRP', tagged, ofTagged, '4294967295'],
    ['XLM', muxed, ofMuxed, '0'],
    [
      'XLM',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
      ofMuxed,
      '9223372036854775808',
    ],
  ])('on %s: %s', (network, text, address, memo) => {
    expect(splitMemo(text, network)).toEqual({ address, memo })
    expect(splitMemo(` ${text}\n`, null)).toEqual({ address, memo })
    expect(validityOf(address, network)).toMatchObject({ kind: 'valid' })
    expect(splitMemo(address, network)).toBeNull()
    expect(splitMemo(text, 'ETH')).toBeNull()
    expect(splitMemo(`${text.slice(0, -1)}A`, network)).toBeNull()
  })

  test.each(['', 'X', 'M', '__proto__', 'X'.repeat(100_000)])('is none of %s', (text) => {
    expect(splitMemo(text, null)).toBeNull()
  })
})
