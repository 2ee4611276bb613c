import { expect, test } from 'vitest'
import { packsCodec, packsHref, readPackQuery } from '../../url/packs.ts'

const asked = (search: string) => readPackQuery(packsCodec.parse(search).params, '2026-11-26')

test('a link names the period and the vaults of a pack; without them it is of the last month that is over', () => {
  expect(asked('')).toEqual({
    period: { kind: 'month', first: '2026-10-01', last: '2026-10-31' },
    vaults: null,
  })
  const link = '/packs?period=2025-Q4&vaults=cold'
  expect(packsHref(asked('?period=2025-Q4&vaults=cold'))).toBe(link)
  expect(packsCodec.parse('?period=then&vaults=').invalid.map(({ name }) => name)).toEqual([
    'period',
    'vaults',
  ])
})
