import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFingerprints, fingerprint } from './fingerprints.ts'

test('knows what was added, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 300 }),
      fc.array(fc.string({ unit: 'binary' })),
      (added, others) => {
        const set = createFingerprints()
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
  const set = createFingerprints()
  for (let index = 0; index < 100_000; index += 1) set.add(fingerprint(`id-${index}`))
  let found = 0
  for (let index = 0; index < 200_000; index += 1) found += set.has(fingerprint(`id-${index}`)) ? 1 : 0
  expect(found).toBe(100_000)
})
