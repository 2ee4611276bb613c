import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  neighbourOf,
  periodAround,
  periodInPlace,
  periodKinds,
  readAssets,
  readPeriod,
  readStatementQuery,
  readVaultHolding,
  readVaults,
  statementsView,
  writeAssets,
  writePeriod,
  writeVaultHolding,
  writeVaults,
} from './statements.ts'

describe('periods', () => {
  test.each([
    ['2025', '2025-01-01', '2025-12-31'],
    ['2025-Q1', '2025-01-01', '2025-03-31'],
    ['2025-Q4', '2025-10-01', '2025-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-02-03..2025-02-03', '2025-02-03', '2025-02-03'],
  ])('%s is from %s to %s, and is written so again', (text, first, last) => {
    const period = readPeriod(text)
    expect(period).toMatchObject({ first, last })
    expect(period && writePeriod(period)).toBe(text)
  })

  test.each([
    '',
    '1969',
    '2025-13',
    '2025-Q5',
    '2025-02-30..2025-03-01',
    '2025-03-02..2025-03-01',
    '12025',
    'all',
  ])('"%s" is none', (text) => expect(readPeriod(text)).toBeNull())

  test('before and behind each lies another one that joins it, and leads back', () => {
    const day = fc
      .integer({ min: 30_000_000, max: 1_900_000_000 })
      .map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 10))
    fc.assert(
      fc.property(fc.constantFrom(...periodKinds), day, (kind, at) => {
        const period = periodAround(kind, at)
        const next = neighbourOf(period, 1)
        expect(period.first <= at && at <= period.last).toBe(true)
        expect(Date.parse(next.first) - Date.parse(period.last)).toBe(86_400_000)
        expect(neighbourOf(next, -1)).toEqual(period)
        expect(readPeriod(writePeriod(period))).toEqual(period)
      }),
    )
  })
})

test.each([
  // Longer: the one around it, over or not.
  ['2026-10', 'quarter', '2026-Q4'],
  ['2026-10', 'year', '2026'],
  ['2025-03', 'year', '2025'],
  // Shorter: the last in it that is over.
  ['2025', 'month', '2025-12'],
  ['2025', 'quarter', '2025-Q4'],
  ['2026', 'month', '2026-10'],
  ['2026', 'quarter', '2026-Q3'],
  ['2026-Q4', 'month', '2026-10'],
  ['2026-11-02..2026-11-09', 'month', '2026-11'],
  ['2027', 'month', '2027-01'],
  ['2026-10', 'days', '2026-10-01..2026-10-31'],
] as const)('%s stays in its place as a %s: %s', (from, kind, to) => {
  const period = readPeriod(from)
  expect(period && writePeriod(periodInPlace(period, kind, '2026-11-23'))).toBe(to)
})

test('a link without a period asks for the last month that is over', () => {
  expect(readStatementQuery({}, '2026-03-01').period).toMatchObject({ last: '2026-02-28' })
  expect(readStatementQuery({}, '2026-01-31').period).toMatchObject({ last: '2025-12-31' })
})

const id = fc.string({ minLength: 1, unit: 'grapheme' })

test('vaults, assets and a holding are read as they were written, whatever their ids', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(id, fc.constantFrom('cold', 'warm', 'a,b', 'a/b')), { minLength: 1 }),
      id,
      (ids, network_id) => {
        expect(readVaults(writeVaults({ ids }))).toEqual({ ids })
        const assets = ids.map((asset_id) => ({ asset_id, network_id }))
        expect(readAssets(writeAssets(assets))).toEqual(assets)
        for (const [index, vault_id] of ids.entries()) {
          const held = { vault_id, asset_id: ids[ids.length - 1 - index] ?? '', network_id }
          expect(readVaultHolding(writeVaultHolding(held) ?? '')).toEqual({
            vault_id,
            asset: { asset_id: held.asset_id, network_id },
          })
        }
      },
    ),
  )
})

test('what means nothing is said, and the rest of a link holds', () => {
  const { params, invalid } = statementsView.parse(
    'vaults=%25&assets=x&period=2025-Q9&show=balances&holding=v&colour=red',
  )
  expect(params).toEqual({})
  expect(invalid.map(({ name, reason }) => [name, reason])).toEqual([
    ['vaults', 'unusable'],
    ['assets', 'unusable'],
    ['period', 'unusable'],
    ['holding', 'unusable'],
    ['colour', 'unknown'],
  ])
})
