import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPageMemory, type Place } from './page-memory.ts'

function place(offset: number, revision = '1'): Place {
  return { offset, revision, key: { recordedAt: String(offset), transactionId: `txn-${offset}` } }
}

describe('page memory', () => {
  it('gives the nearest place at or before an offset', () => {
    const memory = createPageMemory()
    for (const offset of [100, 300, 200]) memory.remember('f', place(offset))
    expect(memory.nearest('f', 99)).toBeUndefined()
    expect(memory.nearest('f', 100)?.offset).toBe(100)
    expect(memory.nearest('f', 299)?.offset).toBe(200)
    expect(memory.nearest('f', 900)?.offset).toBe(300)
    expect(memory.nearest('g', 900)).toBeUndefined()
  })

  it('forgets a filter’s places of another revision, and no other filter’s', () => {
    const memory = createPageMemory()
    memory.remember('f', place(100))
    memory.remember('g', place(100))
    memory.remember('f', place(200, '2'))
    expect(memory.nearest('f', 150)).toBeUndefined()
    expect(memory.nearest('f', 250)).toEqual(place(200, '2'))
    expect(memory.nearest('g', 150)).toEqual(place(100))
  })

  it('forgets a filter when told to', () => {
    const memory = createPageMemory()
    memory.remember('f', place(100))
    memory.forget('f')
    expect(memory.nearest('f', 100)).toBeUndefined()
  })

  it('keeps the filters that were used last', () => {
    const memory = createPageMemory(2)
    memory.remember('f', place(1))
    memory.remember('g', place(1))
    memory.nearest('f', 1)
    memory.remember('h', place(1))
    expect(['f', 'g', 'h'].map((filter) => memory.nearest(filter, 1) !== undefined)).toEqual([
      true,
      false,
      true,
    ])
  })

  it('a walk always finds where it just was, however long', () => {
    const memory = createPageMemory(1, 8)
    for (let offset = 200; offset < 1_000_000; offset += 200) {
      memory.remember('f', place(offset))
      expect(memory.nearest('f', offset)?.offset).toBe(offset)
    }
    const found = new Set<number>()
    for (let offset = 0; offset < 1_000_000; offset += 200)
      found.add(memory.nearest('f', offset)?.offset ?? 0)
    expect(found.size).toBeLessThanOrEqual(9)
  })

  it('answers like a plain search, as long as it has room', () => {
    const offsets = fc.array(fc.nat(500), { maxLength: 60 })
    fc.assert(
      fc.property(offsets, fc.nat(600), (remembered, asked) => {
        const memory = createPageMemory()
        for (const offset of remembered) memory.remember('f', place(offset))
        const fitting = remembered.filter((offset) => offset <= asked)
        const best = fitting.length === 0 ? undefined : Math.max(...fitting)
        expect(memory.nearest('f', asked)?.offset).toBe(best)
      }),
    )
  })
})
