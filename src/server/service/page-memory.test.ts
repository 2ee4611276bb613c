import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPageMemory, type Place } from './page-memory.ts'

function place(offset: number, filter = 'f', revision = '1'): Place {
  return { filter, offset, revision, recordedAt: String(offset), transactionId: `txn-${offset}` }
}

it('gives the nearest place at or before an offset, of the same filter', () => {
  const lists = fc.array(fc.tuple(fc.nat(500), fc.constantFrom('f', 'g')), { maxLength: 60 })
  fc.assert(
    fc.property(lists, fc.nat(600), (remembered, asked) => {
      const memory = createPageMemory()
      for (const [offset, filter] of remembered) memory.remember(place(offset, filter))
      const fitting = remembered.filter(([offset, filter]) => filter === 'f' && offset <= asked)
      const best = fitting.length === 0 ? undefined : Math.max(...fitting.map(([offset]) => offset))
      expect(memory.nearest('f', asked)?.offset).toBe(best)
    }),
  )
})

it('gives the place of the later revision where two have one offset', () => {
  const memory = createPageMemory()
  memory.remember(place(100))
  memory.remember(place(100, 'f', '2'))
  expect(memory.nearest('f', 100)?.revision).toBe('2')
})

it('forgets a filter when told to, and no other', () => {
  const memory = createPageMemory()
  memory.remember(place(100))
  memory.remember(place(100, 'g'))
  memory.forget('f')
  expect(memory.nearest('f', 100)).toBeUndefined()
  expect(memory.nearest('g', 100)).toEqual(place(100, 'g'))
})

it('finds where a walk just was, however long it is, while others walk', () => {
  const memory = createPageMemory(4)
  for (let offset = 200; offset < 100_000; offset += 200)
    for (const filter of ['f', 'g', 'h']) {
      memory.remember(place(offset, filter))
      expect(memory.nearest(filter, offset)?.offset).toBe(offset)
    }
  expect(memory.nearest('f', 50_000)).toBeUndefined()
})
