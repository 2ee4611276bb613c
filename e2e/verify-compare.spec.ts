/** What `/verify` needs the service for: comparing an export with what is there now. The rest is done without a session. */
import { columnsFor } from '../src/features/export/list-export.ts'
import { exportOf } from '../src/features/export/testing/made-export.ts'
import { transactionsExport } from '../src/features/export/transactions.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expectRow, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { complete, drop, exported, failed, files, result } from './support/verify.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('compared with the service now, what is new, gone and changed is listed', async ({ page }) => {
  const [first, second, ...others] = await failed(page)
  if (!first || !second) throw new Error('the demonstration has too few')
  const changed = { ...second, transaction: { ...second.transaction, note: 'as it was' } }
  const gone = { ...second, transaction_id: 'txn_that_is_gone' }
  await page.goto('/verify')
  await drop(page).setInputFiles(await files(await exported([gone, changed, ...others], 'xlsx')))
  await page.getByRole('button', { name: 'Compare with the service now' }).click()
  const compared = page.getByRole('region', { name: 'Compared with the service' })
  await expect(compared).toContainText(`${others.length} rows are the same, 1 changed, 1 new, 1 gone`)
  const table = tableOf(page, 'What has changed')
  await expectRow(table, { Record: first.transaction_id, Change: 'New' })
  await expectRow(table, { Record: 'txn_that_is_gone', Change: 'Gone' })
  await expectRow(table, { Record: second.transaction_id, Change: 'Changed' })
  await expect(table).toContainText('as it was')
  await expectAccessible(page, 'compared')
  await rowLinks(table).filter({ hasText: first.transaction_id }).click()
  await expect(page).toHaveURL(new RegExp(`/transactions/${first.transaction_id}$`))
})

test.describe('without a session', () => {
  // Behind the scripted service nobody has to sign in.
  test.use({ baseURL: process.env.E2E_ADDRESS ?? '' })

  test('an export is checked, and only comparing asks to sign in', async ({ page }) => {
    const made = await exportOf(transactionsExport, [], 'csv', columnsFor(transactionsExport, 'all'))
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Verify an export' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Verify an export' })).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await drop(page).setInputFiles(await files(made))
    await expect(result(page)).toContainText(complete)
    expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
    const compared = page.getByRole('region', { name: 'Compared with the service' })
    await expect(compared).toContainText('choose the file again')
    await expect(compared.getByRole('button')).toHaveCount(0)
    await expectAccessible(page, 'verified without a session')
    await compared.getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/sign-in\?from=%2Fverify$/)
    // As every other page does.
    await page.goto('/vaults')
    await expect(page).toHaveURL(/\/sign-in\?from=%2Fvaults$/)
  })
})
