import { expect, test } from 'vitest'
import { Totals } from './totals.ts'

test('totals do not fill the memory with groups', () => {
  const collector = new Totals(['id'], [])
  expect(() => {
    for (let id = 0; id <= 100_000; id++) collector.add({ id: String(id) })
  }).toThrow(RangeError)
})
