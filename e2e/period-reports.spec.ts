/** Postings, counterparties and fees of a period, as an accountant reads them: each number leads to its transactions. */
import { expectAccessible } from './support/accessibility.ts'
import { exportedIn, openReportExport } from './support/export.ts'
import { expectAddress } from './support/page.ts'
import { column, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1366, height: 768 } })

const year = new Date().getUTCFullYear() - 1

test('postings are rows of movements, and a file has them for accounting software @all', async ({ page }) => {
  await page.goto(`/postings?period=${year}`)
  const table = tableOf(page, 'Postings')
  await expect(rowHeaderLinks(table).first()).toBeVisible()
  const kinds = new Set(await column(table, 'Kind'))
  expect([...kinds]).toEqual(
    expect.arrayContaining(['deposit', 'withdrawal', 'fee', 'transfer in', 'transfer out']),
  )
  await expectAccessible(page, 'postings')
  await page.getByRole('link', { name: 'Statement', exact: true }).click()
  await expectAddress(page, `/statements?period=${year}`)
  await page.goBack()
  // The statement stays until the postings are there.
  await expect(rowHeaderLinks(table).first()).toBeVisible()
  const file = await exportedIn(page, await openReportExport(page))
  expect(file.suggestedFilename()).toMatch(new RegExp(`^postings_${year}_[\\dTZ-]+\\.csv`))
})

test('a time zone that is typed is one step back, and keeps the focus @all', async ({ page }) => {
  await page.goto(`/fees?period=${year}-10`)
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.focus()
  await page.keyboard.type('Asia/Hong')
  await expect(page).toHaveURL(/zone=Asia%2FHong_Kong$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/fees\?period=\d{4}-10$/)
  await page.goto(`/sample?cutoff=${year}-10-31`)
  await zone.focus()
  await page.keyboard.type('Asia/Hong')
  await expect(page).toHaveURL(/zone=Asia%2FHong_Kong/)
  await expect(zone).toBeFocused()
})
