import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DifferencePart } from '../../addresses/likeness.ts'
import { comparisonGroups } from './comparison-groups.ts'

const textOf = (parts: readonly DifferencePart[]) => parts.map(({ text }) => text).join('')

test('groups of four over the parts, with what differs marked', () => {
  expect(
    comparisonGroups([
      { text: '0xab', differs: false },
      { text: 'c', differs: true },
      { text: 'de', differs: false },
    ]),
  ).toEqual([
    [{ text: '0xab', differs: false, at: 0 }],
    [
      { text: 'c', differs: true, at: 4 },
      { text: 'de', differs: false, at: 5 },
    ],
  ])
})

test.each([
  ['a hidden character', `0x${'a'.repeat(20)}\u202e${'b'.repeat(20)}`],
  ['what is longer than any address', 'a'.repeat(257)],
])('%s makes one group', (_what, text) => {
  expect(comparisonGroups([{ text, differs: false }])).toHaveLength(1)
})

test('the longest that is grouped is', () => {
  expect(comparisonGroups([{ text: 'a'.repeat(256), differs: false }])).toHaveLength(64)
})

test('nothing is lost, and what differs stays what differs', () => {
  const part = fc.record({ text: fc.string({ unit: 'grapheme-composite' }), differs: fc.boolean() })
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const runs = comparisonGroups(parts).flat()
      expect(textOf(runs)).toBe(textOf(parts))
      expect(textOf(runs.filter(({ differs }) => differs))).toBe(
        textOf(parts.filter(({ differs }) => differs)),
      )
    }),
  )
})
