/** What is checked of rows: ids, columns, and control totals. */
import { describe, expect, test } from 'vitest'
import { normaliseTransaction, normaliseVault, normaliseWhitelist } from '../../api/normalise.ts'
import { exportFormats } from '../../files/facts.ts'
import { columnsFor } from '../../files/list-export.ts'
import { transactionsExport, vaultsExport, whitelistsExport } from '../../files/lists.ts'
import { exportOf } from '../../files/testing/made-export.ts'
import { allColumns, checked, checksOf, failed, rowsOf, transactions } from './testing/checked.ts'
import { isDifferent } from './verdict.ts'

describe('control totals of columns that a file does not have', () => {
  const found = async (columns: readonly string[]) => {
    const checks = await checksOf(await exportOf(transactionsExport, transactions, 'csv', columns))
    const totals = checks.find(({ name }) => name === 'totals')
    return [totals?.agrees, totals?.found]
  }
  test('are said, and without any sum nothing agrees', async () => {
    const counts = ['transaction_id', 'asset_id', 'network_id']
    expect(await found([...counts, 'amount', 'fee', 'fee_asset'])).toEqual([true, 'the same'])
    expect(await found([...counts, 'amount'])).toEqual([true, 'the same; not in the file: fee'])
    expect(await found(counts)).toEqual([null, 'not in the file: amount, fee'])
  })
})

describe('ids of which one looks like the other neutralised', () => {
  const pair = ['=1+1', "'=1+1"].map((transaction_id) => normaliseTransaction({ transaction_id }))

  test.each(exportFormats)('are two in %s', async (format) => {
    const made = await exportOf(transactionsExport, pair, format, allColumns, { parameters: {} })
    expect(failed(await checksOf(made))).toEqual([])
    const isRemarked = made.facts.remarks.some((remark) => remark.startsWith('An apostrophe'))
    expect(isRemarked).toBe(format === 'csv')
    expect((await rowsOf(made)).map(({ transaction_id }) => transaction_id)).toEqual(['=1+1', "'=1+1"])
  })
})

test('columns that were renamed, or stand otherwise, are found', async () => {
  const made = await exportOf(transactionsExport, transactions, 'csv', ['transaction_id', 'note', 'memo'])
  const text = (await made.file.text()).replace('note,memo', 'memo,note')
  expect(failed(await checksOf({ ...made, file: new Blob(['\ufeff', text]) }))).toEqual([
    'digest',
    'contents',
  ])
})

test('the figures of the totals name what differs, with both', async () => {
  const made = await exportOf(transactionsExport, transactions, 'csv', allColumns)
  const text = (await made.file.text()).replace(',7.5,', ',8.5,')
  const { figures } = await checked({ ...made, file: new Blob(['\ufeff', text]) })
  expect(figures.filter(isDifferent)).toEqual([
    { of: 'BTC · BTC', what: 'amount', stated: '100', found: '101' },
  ])
})

test.each(exportFormats)('records of several rows are as they were written in %s', async (format) => {
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
  const ofVaults = await exportOf(
    vaultsExport,
    vaults.map(normaliseVault),
    format,
    columnsFor(vaultsExport, 'all'),
  )
  const ofWhitelists = await exportOf(
    whitelistsExport,
    whitelists.map(normaliseWhitelist),
    format,
    columnsFor(whitelistsExport, 'all'),
  )
  for (const made of [ofVaults, ofWhitelists]) expect(failed(await checksOf(made))).toEqual([])
})
