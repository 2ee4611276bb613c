import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readAssets,
  readHoldingId,
  readVaultHolding,
  readVaults,
  writeAssets,
  writeHoldingId,
  writeVaultHolding,
  writeVaults,
} from './holdings.ts'
import {
  readConfirmationQuery,
  readStatementQuery,
  statementHref,
  statementsCodec,
  statementUpTo,
} from './statements.ts'

test('a link without a period asks for the last month that is over', () => {
  expect(readStatementQuery({}, '2026-03-01').period).toMatchObject({ last: '2026-02-28' })
  expect(readStatementQuery({}, '2026-01-31').period).toMatchObject({ last: '2025-12-31' })
})

test.each([
  ['at=2025-12-31', '/statements?period=2025-12'],
  [
    'at=2026-01-01T00:00&zone=Asia/Hong_Kong&vaults=cold',
    '/statements?vaults=cold&period=2025-12&zone=Asia/Hong_Kong',
  ],
  ['at=2025-12-31T24:00', '/statements?period=2025-12'],
  ['at=2025-12-24T21:00', '/statements?period=2025-12-01..2025-12-24'],
])('beside a confirmation of %s there is the statement %s', (at, statement) => {
  const confirmed = readConfirmationQuery(statementsCodec.parse(at).params)
  expect(confirmed && decodeURIComponent(statementHref(statementUpTo(confirmed)))).toBe(statement)
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

test('a zone is called by its present name', () => {
  const { params, invalid } = statementsCodec.parse('zone=Asia/Calcutta')
  expect([readStatementQuery(params, '2026-01-31').zone, invalid]).toEqual(['Asia/Kolkata', []])
})

test('a part of a link that means nothing is reported', () => {
  const { params, invalid } = statementsCodec.parse('vaults=%25&assets=x&period=2025-Q9&holding=v&colour=red')
  expect(params).toEqual({})
  expect(invalid.map(({ name, reason }) => [name, reason])).toEqual([
    ['vaults', 'unusable'],
    ['assets', 'unusable'],
    ['period', 'unusable'],
    ['holding', 'unusable'],
    ['colour', 'unknown'],
  ])
})

test('a holding is one plain text', () => {
  expect(writeHoldingId({ asset_id: 'USDC_ETH', network_id: 'ETH' })).toBe('USDC_ETH@ETH')
  expect(readHoldingId('USDC_ETH@')).toEqual({ asset_id: 'USDC_ETH', network_id: null })
  expect(writeHoldingId({ asset_id: '', network_id: 'ETH' })).toBeNull()
})

test.each(['', '@', '@ETH', 'USDC_ETH', 'a@b@c', '%@ETH'])('%j is no holding', (text) => {
  expect(readHoldingId(text)).toBeNull()
})
