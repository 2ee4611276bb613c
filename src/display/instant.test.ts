import { expect, test } from 'vitest'
import { showInstant } from './instant.ts'

test.each([
  ['2026-11-01T14:03:22.123Z', { date: '2026-11-01', time: '14:03:22', zone: 'UTC' }],
  ['2026-11-01T00:00:00+02:00', { date: '2026-10-31', time: '22:00:00', zone: 'UTC' }],
  ['2026-11-01T00:00Z', { date: '2026-11-01', time: '00:00:00', zone: 'UTC' }],
])('%s in UTC', (iso, shown) => {
  expect(showInstant(iso, 'utc')).toEqual(shown)
})

test('in the reader’s own zone the zone is named', () => {
  expect(showInstant('2026-11-01T23:30:00Z', 'local', 'Asia/Tokyo')).toEqual({
    date: '2026-11-02',
    time: '08:30:00',
    zone: 'GMT+9',
  })
})

test.each(['', 'yesterday', '2026-11-01', '2026-11-01T14:03:22', '2026-13-01T00:00:00Z', '1730469802'])(
  '%j is no instant',
  (text) => {
    expect(showInstant(text, 'utc')).toBeNull()
  },
)
