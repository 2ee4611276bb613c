import { expect, test } from 'vitest'
import { figures } from './registry.ts'

const account = { asOf: Date.parse('2026-11-29T12:00:00Z'), today: 20_786, whose: 'utc' } as const

test.each([
  [
    'a list of January in Hong Kong',
    'zone=Asia/Hong_Kong&start_date=2025-12-31T16:00:00.000Z&end_date=2026-01-31T15:59:59.999Z',
    [32, '2025-12-31T16:00:00.000Z', '2026-01-31T16:00:00.000Z'],
  ],
  [
    'a month that is not over, until its zone’s next day',
    'zone=Asia/Hong_Kong&start_date=2026-11-27&end_date=2026-11-30',
    [5, '2026-11-26T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
  ],
  ['too many days', 'zone=Asia/Hong_Kong&start_date=2020-01-01&end_date=2026-01-31', null],
  ['no zone', 'start_date=2026-01-01&end_date=2026-01-31', null],
  ['no dates', 'zone=Asia/Hong_Kong&asset_id=ETH', null],
])('the days of %s', (_, link, expected) => {
  const opened = figures
    .find(({ name }) => name === 'zone-days')
    ?.open(new URLSearchParams(link), account.asOf)
  const edges = opened && 'edges' in opened ? opened.edges(account) : null
  const ends = [edges?.[0], edges?.at(-1)].map((edge) => edge && new Date(edge.at).toISOString())
  expect(edges && [edges.length, ...ends]).toEqual(expected)
})
