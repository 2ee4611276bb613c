import { describe, expect, test } from 'vitest'
import { unwrapped } from './unwrapped.ts'
import { validityOf } from './validity.ts'

describe('an address that has its memo in it', () => {
  test.each([
    // From the tests of ripple-address-codec, the reference of XLS-5.
    ['XRP', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', null],
    [
      'XRP',
      'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi',
      'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
      '4294967295',
    ],
    // From SEP-23, "Valid test cases".
    [
      'XLM',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      '0',
    ],
    [
      'XLM',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      '9223372036854775808',
    ],
  ])('on %s: %s', (network, text, address, memo) => {
    expect(unwrapped(text, network)).toEqual({ address, memo })
    expect(unwrapped(` ${text}\n`, null)).toEqual({ address, memo })
    expect(validityOf(address, network)).toMatchObject({ kind: 'valid' })
    expect(unwrapped(address, network)).toBeNull()
    expect(unwrapped(text, 'ETH')).toBeNull()
    expect(unwrapped(`${text.slice(0, -1)}A`, network)).toBeNull()
  })

  test.each(['', 'X', 'M', '__proto__', 'X'.repeat(100_000)])('is none of %s', (text) => {
    expect(unwrapped(text, null)).toBeNull()
  })
})
