import { expect, test } from 'vitest'
import { stableRows } from './list-rows.ts'

interface Row {
  id: string | null
  status: string
}
const idOf = (row: Row) => row.id
const row = (id: string | null, status = 'pending'): Row => ({ id, status })

test('new rows are counted and stay off screen', () => {
  const shown = [row('b'), row('a')]
  const held = stableRows(shown, [row('d'), row('c'), row('b')], idOf)
  expect(held.rows.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(held).toMatchObject({ added: 2, gone: 1 })
  expect(held.changed.size).toBe(0)
})

test('a changed row changes in its place and is marked', () => {
  const held = stableRows([row('b'), row('a')], [row('c'), row('a', 'completed'), row('b')], idOf)
  expect(held.rows).toEqual([row('b'), row('a', 'completed')])
  expect([...held.changed]).toEqual(['a'])
})

test('the same reading changes nothing', () => {
  const shown = [row('a')]
  expect(stableRows(shown, shown, idOf)).toEqual({ rows: shown, changed: new Set(), added: 0, gone: 0 })
})

test('rows without an id stay as they are', () => {
  const held = stableRows([row(null), row('a')], [row(null, 'failed'), row('a')], idOf)
  expect(held.rows).toEqual([row(null), row('a')])
  expect(held).toMatchObject({ added: 0, gone: 0 })
})

test('rows that share an id keep their own content', () => {
  const held = stableRows([row('a', 'x'), row('a', 'y')], [row('a', 'x'), row('a', 'z')], idOf)
  expect(held.rows).toEqual([row('a', 'x'), row('a', 'z')])
  expect(stableRows([row('a'), row('a')], [row('a')], idOf)).toMatchObject({ gone: 1 })
})

test('where nothing is left every row has gone, with an id or without', () => {
  const shown = [row(null), row('a')]
  expect(stableRows(shown, [], idOf)).toMatchObject({ rows: shown, added: 0, gone: 2 })
})
