import { expect, test } from 'vitest'
import { packsHref, packsView, readPackQuery } from '../../url/packs.ts'
import { readPeriod } from '../../url/periods.ts'
import { isMade } from './made-packs.ts'

const asked = (search: string) => readPackQuery(packsView.parse(search).params, '2026-11-26')

test('a link names the period and the vaults of a pack; without them it is of the last month that is over', () => {
  expect(asked('')).toEqual({
    period: { kind: 'month', first: '2026-10-01', last: '2026-10-31' },
    vaults: null,
  })
  const link = '/packs?period=2025-Q4&vaults=cold'
  expect(packsHref(asked('?period=2025-Q4&vaults=cold'))).toBe(link)
  expect(packsView.parse('?period=then&vaults=').invalid.map(({ name }) => name)).toEqual([
    'period',
    'vaults',
  ])
})

test('the pack of a month is due until it was made', () => {
  const { period } = asked('')
  const made = (of: string) => [{ period: of, at: '2026-11-02T09:00:00Z', file: 'audit-pack.zip' }]
  expect(isMade(period, [])).toBe(false)
  expect(isMade(period, made('2026-09'))).toBe(false)
  expect(isMade(period, made('2026-10'))).toBe(true)
  expect(readPeriod('2026-10')).toEqual(period)
})
