import { expectAccessible } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { exportedIn, openExport, textOf } from './support/export.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a file holds all that the filter shows', async ({ page }) => {
  const filter = 'status=failed&sort=amount:desc'
  await page.goto(`/transactions?${filter}&limit=25`)
  const menu = await openExport(page, 'transactions')
  const records = await transactionsOf('status=failed&limit=1000')
  expect(records.length).toBeGreaterThan(0)
  expect(records.length).toBeLessThan(1000)
  await expect(menu).toContainText('Transactions · Failed')
  await expect(menu).toContainText(`${records.length} rows, as of `)
  await expectAccessible(page, 'the links to files of a list')
  const download = await exportedIn(page, menu)
  const text = await textOf(download)
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toMatch(/^transaction_id,retrieved_at,recorded_on,status,/)
  expect(lines).toHaveLength(records.length + 1)
  for (const { transaction_id, transaction } of records)
    expect(lines.find((each) => each.startsWith(`${transaction_id},`))).toContain(`,${transaction.amount},`)
  expect(download.suggestedFilename().replace(/_[\dT-]+Z/, '')).toBe('transactions_failed.csv')
})
