import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextSorting, rowOrder } from './row-order.ts'

const sorted = (texts: readonly (string | null)[], descending = false) =>
  rowOrder(texts, (text) => text, descending).map((place) => texts[place])

/** An exact decimal as an integer of 10^-20, which is what it is compared by here. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(20), fc.boolean())
  .map(([digits, scale, padded]) => {
    const magnitude = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
    const integer = magnitude.slice(0, magnitude.length - scale)
    const fraction = scale === 0 ? '' : `.${magnitude.slice(-scale)}`
    return {
      text: `${digits < 0n ? '-' : ''}${padded ? '00' : ''}${integer}${fraction}`,
      value: digits * 10n ** BigInt(20 - scale),
    }
  })

describe('rowOrder', () => {
  it('puts decimals in the order of their exact values', () => {
    fc.assert(
      fc.property(fc.array(decimal), fc.boolean(), (decimals, descending) => {
        const values = rowOrder(decimals, ({ text }) => text, descending).map(
          (place) => decimals[place]?.value ?? 0n,
        )
        const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0)
        const expected = decimals.map(({ value }) => value).sort(compare)
        expect(values).toEqual(descending ? expected.reverse() : expected)
      }),
    )
  })

  it('loses no row and repeats none', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string())), fc.boolean(), (texts, descending) => {
        const order = rowOrder(texts, (text) => text, descending)
        expect([...order].sort((one, other) => one - other)).toEqual(texts.map((_, place) => place))
      }),
    )
  })

  it('keeps the order of rows that are equal', () => {
    const rows = ['1.50', '1.5', '01.5', '1.500']
    expect(sorted(rows)).toEqual(rows)
    expect(sorted(rows, true)).toEqual(rows)
  })

  it.each([
    [
      ['0.1', '-0.2', '0', '-0', '-10', '9'],
      ['-10', '-0.2', '0', '-0', '0.1', '9'],
    ],
    [
      ['9007199254740993', '9007199254740992'],
      ['9007199254740992', '9007199254740993'],
    ],
    [
      ['0.1000000000000000000001', '0.1'],
      ['0.1', '0.1000000000000000000001'],
    ],
    [
      ['Vault 10', 'vault 9', 'Vault 1'],
      ['Vault 1', 'vault 9', 'Vault 10'],
    ],
    [
      ['many', '12', null, '3', ''],
      ['3', '12', 'many', null, ''],
    ],
  ])('%j becomes %j', (texts, expected) => {
    expect(sorted(texts)).toEqual(expected)
  })

  it('leaves rows without a value at the end when it goes down', () => {
    expect(sorted(['1', null, '2'], true)).toEqual(['2', '1', null])
  })
})

describe('nextSorting', () => {
  it('goes up, down, and back to the service’s own order', () => {
    const up = nextSorting(null, 'fee')
    const down = nextSorting(up, 'fee')
    expect([up, down, nextSorting(down, 'fee')]).toEqual([
      { column: 'fee', descending: false },
      { column: 'fee', descending: true },
      null,
    ])
    expect(nextSorting(down, 'amount')).toEqual({ column: 'amount', descending: false })
  })
})
