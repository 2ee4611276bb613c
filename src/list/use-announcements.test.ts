import { expect, test } from 'vitest'
import { changesInWords } from './use-announcements.ts'

interface Line {
  readonly id: string | null
  readonly status: string
}

const identity = { id: (line: Line) => line.id, content: (line: Line) => line.status }
const said = (before: readonly Line[], now: readonly Line[]) =>
  changesInWords(before, now, identity, (line, was) => `${line.id}: ${was.status} to ${line.status}`)
const lines = (status: string, ...ids: readonly (string | null)[]) => ids.map((id) => ({ id, status }))

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
