import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedColumn, withColumn, withoutColumn } from './TableChoices.tsx'

const known = ['type', 'status', 'amount', 'fee']
const some = fc.shuffledSubarray(known, { minLength: 1 })
const one = fc.constantFrom(...known)

describe('withColumn', () => {
  it.each([
    [['type', 'amount', 'fee'], 'status', ['type', 'status', 'amount', 'fee']],
    [['status', 'fee'], 'type', ['type', 'status', 'fee']],
    [['fee', 'amount', 'type'], 'status', ['fee', 'amount', 'type', 'status']],
    [['type'], 'type', ['type']],
  ])('%j with %s is %j', (columns, added, expected) => {
    expect(withColumn(columns, added, known)).toEqual(expected)
  })

  it('brings a hidden column back to its place in the product’s order', () => {
    fc.assert(
      fc.property(one, (id) => {
        expect(withColumn(withoutColumn(known, id), id, known)).toEqual(known)
      }),
    )
  })
})

describe('withoutColumn', () => {
  it('leaves one column at least', () => {
    expect(withoutColumn(['fee'], 'fee')).toEqual(['fee'])
    expect(withoutColumn(['fee', 'type'], 'fee')).toEqual(['type'])
  })
})

describe('movedColumn', () => {
  it('puts a column in its new place and keeps the order of the others', () => {
    fc.assert(
      fc.property(some, one, fc.integer({ min: -2, max: 6 }), (columns, id, place) => {
        const moved = movedColumn(columns, id, place)
        expect(moved.filter((other) => other !== id)).toEqual(columns.filter((other) => other !== id))
        if (columns.includes(id))
          expect(moved.indexOf(id)).toBe(Math.max(0, Math.min(place, columns.length - 1)))
      }),
    )
  })
})
