import { expect, test } from 'vitest'
import {
  isTimeZone,
  readZone,
  zoneDayOf,
  zoneDayStart,
  zoneInstants,
  zoneNames,
  zoneOffset,
} from './time-zone.ts'

const dayOf = (text: string) => Date.parse(text) / 86_400_000

test.each([
  ['UTC', '2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['Asia/Bangkok', '2026-11-01', '2026-10-31T17:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-01', '2026-10-31T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-01', '2026-10-31T10:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  // No midnight: the clocks went from 24:00 to 01:00.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
  // Two midnights: the clocks went from 00:00 to 23:00, or from 01:00 to 00:00.
  ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  // No such day.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
])('in %s %s begins at %s', (zone, day, start) => {
  expect(new Date(zoneDayStart(dayOf(day), zone)).toISOString()).toBe(start)
})

test('every instant is in the day that has begun last', () => {
  for (const zone of ['Asia/Hong_Kong', 'Australia/Lord_Howe', 'America/Santiago', 'Africa/Casablanca'])
    for (let day = dayOf('2025-12-25'); day < dayOf('2027-01-05'); day += 1) {
      const start = zoneDayStart(day, zone)
      expect([zone, zoneDayOf(start, zone)]).toEqual([zone, day])
      expect(zoneDayStart(day + 1, zone) - start).toBeGreaterThan(22 * 3_600_000)
    }
})

test('a zone is known by its name', () => {
  expect(['Asia/Bangkok', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
})

test.each([
  ['Asia/Hong_Kong', '2025-12-31T21:00', ['2025-12-31T13:00:00.000Z']],
  ['America/New_York', '2026-03-08T01:59', ['2026-03-08T06:59:00.000Z']],
  ['America/New_York', '2026-03-08T02:30', []],
  ['America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
  ['Europe/Berlin', '2026-10-25T02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  ['Australia/Lord_Howe', '2026-04-05T01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
])('the clocks of %s show %s at %j', (zone, shown, instants) => {
  const at = zoneInstants(Date.parse(`${shown}Z`), zone).map((each) => new Date(each).toISOString())
  expect(at).toEqual(instants)
})

test.each([
  ['Asia/Kolkata', '+05:30'],
  ['America/St_Johns', '-03:30'],
  ['UTC', '+00:00'],
])('the offset of %s is %s', (zone, offset) => {
  expect(zoneOffset(Date.parse('2026-01-01T00:00:00Z'), zone)).toBe(offset)
})

test('zones have their present names, each once, and are known by their earlier ones', () => {
  const names = zoneNames()
  expect(new Set(names).size).toBe(names.length)
  for (const [earlier, present] of [
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['Europe/Kiev', 'Europe/Kyiv'],
  ] as const) {
    expect(names).toContain(present)
    expect(names).not.toContain(earlier)
    expect(readZone(earlier)).toBe(present)
  }
  expect(names.filter((name) => !isTimeZone(name))).toEqual([])
  expect(readZone('Mars/Olympus')).toBeNull()
})
