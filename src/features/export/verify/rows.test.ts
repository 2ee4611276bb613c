/** What is checked of rows: ids, columns, and control totals. */
import { describe, expect, test } from 'vitest'
import { normaliseTransaction, normaliseVault, normaliseWhitelist } from '../../../api/normalise.ts'
import { exportFormats } from '../facts.ts'
import { vaultsExport } from '../holdings.ts'
import { columnsFor } from '../list-export.ts'
import { allColumns, checksOf, failed, rowsOf, transactions } from '../testing/checked.ts'
import { exportOf } from '../testing/made-export.ts'
import { transactionsExport } from '../transactions.ts'
import { whitelistsExport } from '../whitelists.ts'

describe('control totals of columns that a file does not have', () => {
  const found = async (columns: readonly string[]) => {
    const checks = await checksOf(await exportOf(transactionsExport, transactions, 'csv', columns))
    const totals = checks.find(({ name }) => name === 'totals')
    return [totals?.verdict, totals?.found]
  }
  test('are said, and without any sum nothing passes', async () => {
    const counts = ['transaction_id', 'asset_id', 'network_id', 'transaction_type', 'status']
    expect(await found([...counts, 'amount', 'fee', 'fee_asset'])).toEqual(['pass', 'the same'])
    expect(await found([...counts, 'fee', 'fee_asset'])).toEqual([
      'pass',
      '2 of 3 figures the same; not in the file: amount',
    ])
    expect(await found(counts)).toEqual([
      'unchecked',
      'no sums; 1 of 3 figures the same; not in the file: fee_asset, amount, fee',
    ])
  })
})

describe('ids of which one looks like the other neutralised', () => {
  const pair = ['=1+1', "'=1+1"].map((transaction_id) => normaliseTransaction({ transaction_id }))

  test.each(exportFormats)('are two in %s', async (format) => {
    const made = await exportOf(transactionsExport, pair, format, allColumns, { parameters: {} })
    expect(failed(await checksOf(made))).toEqual([])
    expect(made.facts.remarks).toHaveLength(format === 'csv' ? 1 : 0)
    expect((await rowsOf(made)).map(({ transaction_id }) => transaction_id)).toEqual(['=1+1', "'=1+1"])
  })
})

test('columns that were renamed, or stand otherwise, are found', async () => {
  const made = await exportOf(transactionsExport, transactions, 'csv', ['transaction_id', 'note', 'memo'])
  const text = (await made.file.text()).replace('note,memo', 'memo,note')
  expect(failed(await checksOf({ ...made, file: new Blob(['\ufeff', text]) }))).toEqual([
    'digest',
    'content',
    'columns',
  ])
})

test('the figures of the totals name what differs, with both', async () => {
  const made = await exportOf(transactionsExport, transactions, 'csv', allColumns)
  const text = (await made.file.text()).replace(',7.5,', ',8.5,')
  const checks = await checksOf({ ...made, file: new Blob(['\ufeff', text]) })
  const figures = checks.find(({ name }) => name === 'totals')?.figures ?? []
  const wrong = figures.filter(({ expected, found }) => expected !== found)
  expect(wrong).toEqual([
    { of: 'BTC · BTC · withdraw · completed · BTC', what: 'amount', expected: '100', found: '101' },
  ])
})

describe.each(exportFormats)('records of several rows in %s', (format) => {
  const vaults = ['v', 'w', 'x'].map((vault_id, held) => ({
    vault_id,
    vault_type: 'cold',
    assets: ['BTC', 'ETH', 'SOL'].slice(0, held + 1).map((asset_id) => ({
      asset_id,
      network_id: asset_id,
      balances: { total_balance: '1.5', available_balance: '1.5' },
    })),
  }))
  const whitelists = ['v', 'w', 'x'].map((whitelist_id, entries) => ({
    whitelist_id,
    whitelist_type: 'third_party',
    assets: Array.from({ length: entries }, () => ({ asset_id: 'BTC', network_id: 'BTC', address: 'bc1' })),
  }))
  const vaultsOf = (...given: readonly unknown[]) =>
    exportOf(vaultsExport, given.map(normaliseVault), format, columnsFor(vaultsExport, 'all'))
  const whitelistsOf = (...given: readonly unknown[]) =>
    exportOf(whitelistsExport, given.map(normaliseWhitelist), format, columnsFor(whitelistsExport, 'all'))

  test('are one record, as often as its id stands', async () => {
    expect(failed(await checksOf(await vaultsOf(...vaults)))).toEqual([])
    expect(failed(await checksOf(await whitelistsOf(...whitelists)))).toEqual([])
  })

  test('that come again later stand twice', async () => {
    expect(failed(await checksOf(await vaultsOf(...vaults, vaults[1])))).toEqual(['repeated'])
    expect(failed(await checksOf(await whitelistsOf(...whitelists, whitelists[1])))).toEqual(['repeated'])
  })
})

test('rows of one vault stand together; a vault that comes again later stands twice', async () => {
  const vaults = ['v', 'w'].map((vault_id) =>
    normaliseVault({ vault_id, assets: [{ asset_id: 'BTC' }, { asset_id: 'BTC' }, { asset_id: 'ETH' }] }),
  )
  const columns = columnsFor(vaultsExport, 'all')
  expect(failed(await checksOf(await exportOf(vaultsExport, vaults, 'csv', columns)))).toEqual([])
  const again = await exportOf(vaultsExport, [...vaults, ...vaults.slice(0, 1)], 'csv', columns)
  const checks = await checksOf(again)
  expect(failed(checks)).toEqual(['repeated'])
  expect(checks.find(({ name }) => name === 'repeated')?.found).toBe('1: v')
})
