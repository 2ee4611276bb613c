import { describe, expect, it } from 'vitest'
import { endsBeforeItStarts, rangeInWords } from './date-range.ts'

describe('a range ends before it starts', () => {
  it.each([
    ['2026-02-01', '2026-01-31', true],
    ['2026-02-01', '2026-02-01', false],
    ['2026-01-31', '2026-02-01', false],
    ['2026-02-01T12:00:00Z', '2026-02-01', false],
    ['2026-02-01T12:00:00Z', '2026-02-01T13:00:00+02:00', true],
    ['2026-02-02T00:30:00+02:00', '2026-02-01', false],
    ['', '2026-02-01', false],
    ['2026-02-01', '', false],
    ['2026-02-31', '2026-01-01', true],
    ['2026-13-01', '2026-01-01', false],
    ['yesterday', '2026-01-01', false],
    ['2026-02-01T12:00:00', '2026-01-01', false],
  ])('%j to %j: %s', (start, end, expected) => {
    expect(endsBeforeItStarts(start, end)).toBe(expected)
  })
})

it.each([
  ['2026-01-01', '2026-01-31', '2026-01-01 – 2026-01-31'],
  ['2026-01-01', '2026-01-01', '2026-01-01'],
  ['2026-01-01', undefined, 'from 2026-01-01'],
  [undefined, '2026-01-31', 'until 2026-01-31'],
])('%j to %j reads %j', (start, end, expected) => {
  expect(rangeInWords(start, end)).toBe(expected)
})
