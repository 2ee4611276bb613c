import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readColumns,
  readSorting,
  readWidths,
  writeColumns,
  writeSorting,
  writeWidths,
} from './table-look.ts'

const known = ['amount', 'fee', 'status', 'txn_hash']
const some = fc.shuffledSubarray(known, { minLength: 1 })

test('chosen columns survive the way into a link and back', () => {
  fc.assert(
    fc.property(some, (columns) => {
      expect(readColumns(writeColumns(columns, known) ?? undefined, known) ?? known).toEqual(columns)
    }),
  )
})

test('widths survive the way into a link and back, whatever the reader’s own', () => {
  const widths = fc.dictionary(fc.constantFrom(...known), fc.integer({ min: 48, max: 960 }))
  fc.assert(
    fc.property(widths, widths, (chosen, own) => {
      expect(readWidths(writeWidths(chosen, own) ?? undefined, known) ?? own).toEqual({ ...chosen })
    }),
  )
})

test('a sorting survives the way into a link and back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...known), fc.boolean(), (column, descending) => {
      expect(readSorting(writeSorting({ column, descending }) ?? undefined, known)).toEqual({
        column,
        descending,
      })
    }),
  )
})

test('any text reads as something or nothing, and never throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const id of readColumns(text, known) ?? []) expect(known).toContain(id)
      for (const id of Object.keys(readWidths(text, known) ?? {})) expect(known).toContain(id)
      readSorting(text, known)
    }),
  )
})

test.each([
  ['amount,amount,nope,fee', ['amount', 'fee']],
  ['nope', undefined],
  ['', undefined],
  [undefined, undefined],
])('columns=%s', (text, columns) => {
  expect(readColumns(text, known)).toEqual(columns)
})

test.each([
  ['amount:10', { amount: 48 }],
  ['amount:9999', { amount: 960 }],
  ['amount:x,fee:100', { fee: 100 }],
  ['amount:100:1', undefined],
  ['auto', {}],
  ['__proto__:100', undefined],
])('widths=%s', (text, widths) => {
  expect(readWidths(text, known)).toEqual(widths)
})

test.each([
  ['amount', { column: 'amount', descending: false }],
  ['amount:desc', { column: 'amount', descending: true }],
  ['amount:up', null],
  ['nope:asc', null],
  [undefined, null],
])('sort=%s', (text, sorting) => {
  expect(readSorting(text, known)).toEqual(sorting)
})
