import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fingerprints, fingerprint } from './fingerprints.ts'

test('knows what was added, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 300 }),
      fc.array(fc.string({ unit: 'binary' })),
      (added, others) => {
        const set = new Fingerprints()
        for (const text of added) expect(set.add(fingerprint(text))).toBe(true)
        for (const text of added) expect(set.add(fingerprint(text))).toBe(false)
        for (const text of others) expect(set.has(fingerprint(text))).toBe(added.includes(text))
      },
    ),
  )
})

test('keeps apart what no UTF-8 can', () => {
  expect(fingerprint('\ud800')).not.toEqual(fingerprint('\udfff'))
})

test('grows to a hundred thousand', () => {
  const set = new Fingerprints()
  for (let index = 0; index < 100_000; index += 1) set.add(fingerprint(`id-${index}`))
  let found = 0
  for (let index = 0; index < 200_000; index += 1) found += set.has(fingerprint(`id-${index}`)) ? 1 : 0
  expect(found).toBe(100_000)
})

test('keeps a number beside each, and the last one where it is stamped again', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.tuple(fc.string(), fc.nat({ max: 1_048_575 })), { maxLength: 300 }),
      (bits, stamped) => {
        const set = new Fingerprints(bits)
        const numbers = new Map(stamped.map(([text, number]) => [text, number % 2 ** bits]))
        for (const [text, number] of stamped) set.stamp(fingerprint(text), number % 2 ** bits)
        for (const [text, number] of numbers) expect(set.stampOf(fingerprint(text))).toBe(number)
        expect(set.stampOf(fingerprint('never stamped, and longer than any'))).toBe(null)
      },
    ),
  )
})
