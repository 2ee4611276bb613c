import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTimeRange } from '../../contract/time-range.ts'
import { databaseInstant } from './transactions.ts'

function bounds(start?: string, end?: string): unknown {
  const period = readTimeRange(start, end)
  if ('fault' in period) return period.fault
  return [period.from, period.before].map((bound) =>
    bound === undefined ? undefined : databaseInstant(bound),
  )
}

describe('readTimeRange', () => {
  it.each([
    ['2026-11-01', undefined, '2026-11-01T00:00:00.000Z', undefined],
    [undefined, '2026-11-01', undefined, '2026-11-02T00:00:00.000Z'],
    ['2026-11-01', '2026-11-01', '2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
    [undefined, '2024-02-29', undefined, '2024-03-01T00:00:00.000Z'],
    ['2026-11-01T14:03Z', undefined, '2026-11-01T14:03:00.000Z', undefined],
    ['2026-11-01T00:30:00+05:30', undefined, '2026-10-31T19:00:00.000Z', undefined],
    ['2026-11-01T00:30:00-0800', undefined, '2026-11-01T08:30:00.000Z', undefined],
    // An end is included, and the database counts microseconds: so "before" is one further.
    [undefined, '2026-11-01T14:03:22Z', undefined, '2026-11-01T14:03:22.000001Z'],
    [undefined, '2026-11-01T14:03:22.123456789Z', undefined, '2026-11-01T14:03:22.123457Z'],
    ['2026-11-01T14:03:22.123456789Z', undefined, '2026-11-01T14:03:22.123457Z', undefined],
    ['1969-12-31T23:59:59.9999999Z', undefined, '1970-01-01T00:00:00.000Z', undefined],
    ['0001-01-01T00:00:00+01:00', '9999-12-31', '-infinity', 'infinity'],
  ])('%s to %s', (start, end, from, before) => {
    expect(bounds(start, end)).toEqual([from, before])
  })

  it.each([
    ...['2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '2026-11-31', '0000-01-01', '2026-1-1'],
    ...['20261101', '2026-11', '2026', '1793750400', ' 2026-11-01', '2026-11-01\n', '+002026-11-01'],
    ...['T14:03:22', ' 14:03:22Z', 'T24:00:00Z', 'T14:60:00Z', 'T14:03:60Z', 'T14:03:22.Z'].map(
      (time) => `2026-11-01${time}`,
    ),
    ...['2026-11-01T14:03:22+24:00', '2026-11-01T14:03:22z'],
  ])('%j is unreadable', (text) => {
    expect(bounds(text)).toMatch(/^start_date must be/)
    expect(bounds(undefined, text)).toMatch(/^end_date must be/)
  })

  it('tells that a plus must be encoded', () => {
    expect(bounds('2026-11-01T14:03:22 02:00')).toContain('%2B')
  })

  it('refuses a start after the end, by the nanosecond', () => {
    expect(bounds('2026-11-02', '2026-11-01')).toBe('start_date lies after end_date.')
    expect(bounds('2026-11-02T00:00:00Z', '2026-11-01')).toBe('start_date lies after end_date.')
    expect(bounds('2026-11-01T00:00:00.000000002Z', '2026-11-01T00:00:00.000000001Z')).toContain('after')
    expect(bounds('2026-11-01T23:59:59.999999999Z', '2026-11-01')).not.toContain('after')
    expect(bounds('2026-11-01T02:00:00+02:00', '2026-11-01T00:00:00Z')).toHaveLength(2)
  })

  it('reads every instant that a Date writes, exactly', () => {
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, (date) => {
        const text = date.toISOString()
        expect(bounds(text)).toEqual([text, undefined])
      }),
    )
  })
})
