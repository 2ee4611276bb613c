import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { cases } from '../testing/cases.ts'
import { readDecimal } from './decimal.ts'
import { compareSortKeys, plainSortText } from './sort-key.ts'

const text = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '-0.0',
    '00',
    '1.50',
    '-1.5',
    '-1.55',
    'txn_2',
    'txn_10',
    'TXN-2',
    'a_b',
    'a-b',
    'ab',
  ),
  fc.stringMatching(/^-?\d{1,12}(\.\d{1,6})?$/),
  fc.stringMatching(/^[\w-]{1,8}$/),
  fc.string({ maxLength: 4 }),
)

it('plain texts sort as the collator and exact decimals do', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [first, second] = [plainSortText(one), plainSortText(other)]
      if (first === null || second === null) return
      const keyOf = (each: string) => ({ text: each, decimal: readDecimal(each) })
      const plain = first < second ? -1 : first > second ? 1 : 0
      expect(plain, `${one} ${other}`).toBe(Math.sign(compareSortKeys(keyOf(one), keyOf(other))))
    }),
    { numRuns: cases(3000) },
  )
})
