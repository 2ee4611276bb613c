/** What an export saves: a file of all that the filter finds, made by the gateway. */
import * as z from 'zod/mini'
import { expectAccessible } from './support/accessibility.ts'
import { transactionsOf, vaultsOf } from './support/api.ts'
import { exportedFrom, exportedIn, openExport, textOf } from './support/export.ts'
import { goWithin } from './support/page.ts'
import { arrange, rowLinks, tableOf } from './support/table.ts'
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

test('every list has its files, with the columns as shown or whole @all', async ({ page }) => {
  await test.step('columns as shown are the columns of the file; whole records are another form', async () => {
    await page.goto('/balances')
    await arrange(page, { transactions: { columns: ['status', 'amount', 'transaction_id'] } })
    await goWithin(page, '/transactions?status=failed')
    await expect(rowLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
    const menu = await openExport(page, 'transactions')
    await menu.getByText('As shown', { exact: true }).click()
    const shown = await textOf(await exportedIn(page, menu))
    expect(shown.split('\r\n')[0]).toBe('status,amount,transaction_id')
    const whole = JSON.parse(await textOf(await exportedIn(page, menu, 'JSON')))
    const records = await transactionsOf('status=failed&limit=1000')
    const read = z.array(z.object({ record: z.object({ transaction_id: z.string() }) })).parse(whole)
    expect(read.map(({ record }) => record.transaction_id)).toEqual(
      records.map(({ transaction_id }) => transaction_id),
    )
  })

  await test.step('every list has its export', async () => {
    await goWithin(page, '/vaults?limit=10')
    const vaults = await textOf(await exportedFrom(page, 'vaults'))
    const holdings = (await vaultsOf('limit=1000')).flatMap(({ assets }) => assets)
    expect(vaults.trim().split('\r\n')).toHaveLength(holdings.length + 1)
    await goWithin(page, '/balances/cold?asset_id=BTC&zero=hide&q=b&nonsense=1')
    const balances = await openExport(page, 'balances')
    await expect(balances).toContainText('Includes rows that this page hides: b, zeros are hidden')
    expect((await exportedIn(page, balances)).suggestedFilename()).toMatch(/^balances-cold_BTC_/)
    await goWithin(page, '/whitelists?q=acme&limit=25')
    const whitelists = await openExport(page, 'whitelists')
    await expect(whitelists).toContainText('Whitelists · Words acme')
    expect((await exportedIn(page, whitelists)).suggestedFilename()).toMatch(
      /^whitelists_acme_[\dTZ-]+\.csv$/,
    )
  })
})
