import { expect, test } from 'vitest'
import { steadyRows } from './steady-rows.ts'

interface Row {
  id: string | null
  status: string
}
const identity = { id: (row: Row) => row.id, content: (row: Row) => row.status }
const row = (id: string | null, status = 'pending'): Row => ({ id, status })

test('new rows are counted and stay off screen', () => {
  const shown = [row('b'), row('a')]
  const steady = steadyRows(shown, [row('d'), row('c'), row('b')], identity)
  expect(steady.rows.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(steady).toMatchObject({ added: 2, gone: 1 })
  expect(steady.changed.size).toBe(0)
})

test('a changed row changes in its place and is marked', () => {
  const steady = steadyRows([row('b'), row('a')], [row('c'), row('a', 'completed'), row('b')], identity)
  expect(steady.rows).toEqual([row('b'), row('a', 'completed')])
  expect([...steady.changed]).toEqual(['a'])
})

test('the same reading changes nothing', () => {
  const shown = [row('a')]
  expect(steadyRows(shown, shown, identity)).toEqual({ rows: shown, changed: new Set(), added: 0, gone: 0 })
})

test('rows without an id stay as they are', () => {
  const steady = steadyRows([row(null), row('a')], [row(null, 'failed'), row('a')], identity)
  expect(steady.rows).toEqual([row(null), row('a')])
  expect(steady).toMatchObject({ added: 0, gone: 0 })
})

test('where nothing is left every row has gone, with an id or without', () => {
  const shown = [row(null), row('a')]
  expect(steadyRows(shown, [], identity)).toMatchObject({ rows: shown, added: 0, gone: 2 })
})
