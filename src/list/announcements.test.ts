import { expect, test } from 'vitest'
import { changesInWords } from './announcements.ts'

interface Row {
  id: string | null
  status: string
}
const idOf = (row: Row) => row.id
const row = (id: string | null, status = 'pending'): Row => ({ id, status })

const announced = (before: readonly Row[], now: readonly Row[]) =>
  changesInWords(before, now, idOf, (now, was) => `${now.id}: ${was.status} to ${now.status}`)
const lines = (status: string, ...ids: readonly (string | null)[]) => ids.map((id) => row(id, status))

test('a row that changed is named, with what it was and what it is', () => {
  expect(announced(lines('pending', 'a', 'b'), [...lines('failed', 'b'), ...lines('pending', 'a')])).toBe(
    'b: pending to failed.',
  )
})

test('up to three rows are named, and more of them counted', () => {
  expect(announced(lines('pending', 'a', 'b', 'c'), lines('failed', 'a', 'b', 'c'))).toBe(
    'a: pending to failed. b: pending to failed. c: pending to failed.',
  )
  expect(announced(lines('pending', 'a', 'b', 'c', 'd'), lines('failed', 'a', 'b', 'c', 'd'))).toBe(
    '4 rows changed.',
  )
})

test('rows that stayed, came, went, or cannot be told apart are no changes', () => {
  expect(announced(lines('pending', 'a', 'gone'), lines('pending', 'new', 'a'))).toBeNull()
  expect(announced(lines('pending', null), lines('failed', null))).toBeNull()
  const shared = [...lines('pending', 'a'), ...lines('failed', 'a')]
  expect(announced(shared, [...shared])).toBeNull()
})
