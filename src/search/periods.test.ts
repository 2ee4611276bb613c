import { expect, it } from 'vitest'
import { periodsWritten } from './periods.ts'

/** A Saturday. */
const now = new Date('2026-11-28T23:59:00Z')

it.each([
  ['today', '2026-11-28 2026-11-28'],
  ['Yesterday', '2026-11-27 2026-11-27'],
  ['this week', '2026-11-23 2026-11-28'],
  ['last week', '2026-11-16 2026-11-22'],
  ['last 7 days', '2026-11-22 2026-11-28'],
  ['past 90 days', '2026-08-31 2026-11-28'],
  ['this quarter', '2026-10-01 2026-11-28'],
  ['last quarter', '2026-07-01 2026-09-30'],
  ['last month', '2026-10-01 2026-10-31'],
  ['last year', '2025-01-01 2025-12-31'],
  ['2025', '2025-01-01 2025-12-31'],
  ['October', '2026-10-01 2026-10-31'],
  ['dec', '2025-12-01 2025-12-31'],
  ['q4', '2026-10-01 2026-12-31'],
  ['Q3 2025', '2025-07-01 2025-09-30'],
  ['2024-02', '2024-02-01 2024-02-29'],
  ['November 2026', '2026-11-01 2026-11-30'],
  ['13 Nov 2026', '2026-11-13 2026-11-13'],
  ['Nov 1, 2026', '2026-11-01 2026-11-01'],
  ['5 November', '2026-11-05 2026-11-05'],
  ['December 5th', '2025-12-05 2025-12-05'],
  ['29 February', '2024-02-29 2024-02-29'],
  ['1.11.2026', '2026-11-01 2026-11-01'],
  ['2026/11/01', '2026-11-01 2026-11-01'],
  ['2026-11-01..2026-11-05', '2026-11-01 2026-11-05'],
  ['2026/11/01 – 2026/11/05', '2026-11-01 2026-11-05'],
  ['1 Nov to 5 Nov', '2026-11-01 2026-11-05'],
])('reads %s', (text, expected) => {
  expect(periodsWritten(text, now).map(({ first, last }) => `${first} ${last}`)).toEqual([expected])
})

it('knows two days where day and month may be either way round', () => {
  expect(periodsWritten('11/1/2026', now).map(({ first }) => first)).toEqual(['2026-01-11', '2026-11-01'])
})

it.each(['2026-02-30', '31 February', '2026-11-05..2026-11-01', 'last 0 days', 'soon', '100', ''])(
  'does not read %j',
  (text) => {
    expect(periodsWritten(text, now)).toEqual([])
  },
)
