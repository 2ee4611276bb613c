import fc from 'fast-check'
import { expect, test } from 'vitest'
import { datePresets } from './date-presets.ts'

const at = (iso: string) =>
  Object.fromEntries(
    datePresets(new Date(iso)).map(({ label, start_date, end_date }) => [label, `${start_date} ${end_date}`]),
  )

test('on an ordinary day', () => {
  expect(at('2026-11-21T23:59:59.999Z')).toEqual({
    Today: '2026-11-21 2026-11-21',
    Yesterday: '2026-11-20 2026-11-20',
    'Last 7 days': '2026-11-15 2026-11-21',
    'Last 30 days': '2026-10-23 2026-11-21',
    'This month': '2026-11-01 2026-11-21',
    'Last month': '2026-10-01 2026-10-31',
    'This quarter': '2026-10-01 2026-11-21',
    'Last quarter': '2026-07-01 2026-09-30',
    'This year': '2026-01-01 2026-11-21',
    'Last year': '2025-01-01 2025-12-31',
  })
})

test('on the first of January everything before lies in the old year', () => {
  expect(at('2028-01-01T00:00:00Z')).toMatchObject({
    Yesterday: '2027-12-31 2027-12-31',
    'Last month': '2027-12-01 2027-12-31',
    'Last quarter': '2027-10-01 2027-12-31',
    'This year': '2028-01-01 2028-01-01',
  })
})

test('February knows its leap day', () => {
  expect(at('2028-03-15T12:00:00Z')['Last month']).toBe('2028-02-01 2028-02-29')
  expect(at('2027-03-15T12:00:00Z')['Last month']).toBe('2027-02-01 2027-02-28')
})

test('no range ends before it starts, or after today', () => {
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, (now) => {
      const today = now.toISOString().slice(0, 10)
      for (const { start_date, end_date } of datePresets(now)) {
        expect(start_date <= end_date).toBe(true)
        expect(end_date <= today).toBe(true)
      }
    }),
  )
})
