import { expect, it } from 'vitest'
import { dayInList, recordedDay, whyUndated } from './recorded-day.tsx'

const at = (text: string) => Date.parse(text)

it.each([
  ['a whole day', '2026-11-03', '2026-11-04', '2026-11-03'],
  ['an instant', '2026-11-03T14:02:15Z', '2026-11-03T14:02:15.001Z', '2026-11-03'],
  ['the last hour of a day', '2026-11-03T23:00:00Z', '2026-11-04', '2026-11-03'],
  ['what touches two days', '2026-11-03T23:59:59.999Z', '2026-11-04T00:00:00.001Z', null],
  ['a month', '2026-11-01', '2026-12-01', null],
])('the day of %s', (_, from, before, day) => {
  expect(recordedDay({ from: at(from), before: at(before) })).toBe(day)
})

it('a card has the day in short, with its year where that is another', () => {
  expect(dayInList('2019-01-05', true)).toBe('5 Jan 2019')
  expect(dayInList(`${new Date().getUTCFullYear()}-01-05`, true)).toBe('5 Jan')
  expect(dayInList('2019-01-05', false)).toBe('2019-01-05')
})

it.each([
  ['is looked for at first', { dates: null, not_kept: null }, null],
  ['is looked for', { dates: { off: null, days: 'utc', is_complete: false }, not_kept: null }, null],
  [
    'was looked for in vain',
    { dates: { off: null, days: 'utc', is_complete: true }, not_kept: null },
    'The service’s date filter does not return this transaction for any day.',
  ],
  [
    'cannot be found',
    { dates: { off: 'refused', days: 'service', is_complete: false }, not_kept: null },
    'The service does not filter by date.',
  ],
  ['is not looked for', { dates: null, not_kept: 'off' }, 'Dates need records, and none are kept here.'],
] as const)('a date that %s', (_, revision, why) => {
  expect(whyUndated(revision)).toBe(why)
})
