import { expect, test } from 'vitest'
import { arrangementOf, changesInWords, knownColumns, steadyRows } from './list-page.ts'

interface Row {
  id: string | null
  status: string
}
const idOf = (row: Row) => row.id
const row = (id: string | null, status = 'pending'): Row => ({ id, status })

test('new rows are counted and stay off screen', () => {
  const shown = [row('b'), row('a')]
  const steady = steadyRows(shown, [row('d'), row('c'), row('b')], idOf)
  expect(steady.rows.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(steady).toMatchObject({ added: 2, gone: 1 })
  expect(steady.changed.size).toBe(0)
})

test('a changed row changes in its place and is marked', () => {
  const steady = steadyRows([row('b'), row('a')], [row('c'), row('a', 'completed'), row('b')], idOf)
  expect(steady.rows).toEqual([row('b'), row('a', 'completed')])
  expect([...steady.changed]).toEqual(['a'])
})

test('the same reading changes nothing', () => {
  const shown = [row('a')]
  expect(steadyRows(shown, shown, idOf)).toEqual({ rows: shown, changed: new Set(), added: 0, gone: 0 })
})

test('rows without an id stay as they are', () => {
  const steady = steadyRows([row(null), row('a')], [row(null, 'failed'), row('a')], idOf)
  expect(steady.rows).toEqual([row(null), row('a')])
  expect(steady).toMatchObject({ added: 0, gone: 0 })
})

test('where nothing is left every row has gone, with an id or without', () => {
  const shown = [row(null), row('a')]
  expect(steadyRows(shown, [], idOf)).toMatchObject({ rows: shown, added: 0, gone: 2 })
})

const said = (before: readonly Row[], now: readonly Row[]) =>
  changesInWords(before, now, idOf, (now, was) => `${now.id}: ${was.status} to ${now.status}`)
const lines = (status: string, ...ids: readonly (string | null)[]) => ids.map((id) => row(id, status))

test('a row that changed is named, with what it was and what it is', () => {
  expect(said(lines('pending', 'a', 'b'), [...lines('failed', 'b'), ...lines('pending', 'a')])).toBe(
    'b: pending to failed.',
  )
})

test('the same row is named again when it changes again', () => {
  const readings = ['pending', 'processing', 'completed'].map((status) => lines(status, 'a'))
  expect(readings.slice(1).map((now, index) => said(readings[index] ?? [], now))).toEqual([
    'a: pending to processing.',
    'a: processing to completed.',
  ])
})

test('up to three rows are named, and more of them counted', () => {
  expect(said(lines('pending', 'a', 'b', 'c'), lines('failed', 'a', 'b', 'c'))).toBe(
    'a: pending to failed. b: pending to failed. c: pending to failed.',
  )
  expect(said(lines('pending', 'a', 'b', 'c', 'd'), lines('failed', 'a', 'b', 'c', 'd'))).toBe(
    '4 rows changed.',
  )
})

test('rows that stayed, came, went, or cannot be told apart are no changes', () => {
  expect(said(lines('pending', 'a', 'gone'), lines('pending', 'new', 'a'))).toBeNull()
  expect(said(lines('pending', null), lines('failed', null))).toBeNull()
})

const known = ['type', 'status', 'amount', 'fee']
const standard = ['type', 'status', 'amount']

test.each([
  ['nothing', {}, standard],
  ['a column shown and one hidden', { shown: { fee: true, type: false } }, ['status', 'amount', 'fee']],
  ['an order', { order: ['fee', 'amount', 'type', 'status'] }, ['amount', 'type', 'status']],
  [
    'columns that are there no more',
    { order: ['gone', 'amount'], shown: { gone: true } },
    ['amount', 'type', 'status'],
  ],
  ['one column twice', { order: ['amount', 'amount'] }, ['amount', 'type', 'status']],
  ['no column', { shown: { type: false, status: false, amount: false } }, standard],
])('of %s', (_what, own, columns) => {
  expect(arrangementOf(own, known, standard).columns).toEqual(columns)
})

test('a column that the list’s codec does not name comes last, and can be hidden', () => {
  const all = knownColumns(known, [{ id: 'held' }, { id: 'type' }])
  expect(all).toEqual([...known, 'held'])
  expect(arrangementOf({ shown: { held: false } }, all, all).columns).toEqual(known)
})

test('what the reader did not touch follows the window', () => {
  const own = { order: ['amount', 'status', 'fee', 'type'], shown: { status: false } }
  expect(arrangementOf(own, known, standard).columns).toEqual(['amount', 'type'])
  expect(arrangementOf(own, known, known).columns).toEqual(['amount', 'fee', 'type'])
})
