/** How a reader arranges a table: which columns it has, and its rows sorted by one of them. */
import type { Locator } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { compareExactly, transactionsOf } from './support/api.ts'
import { expectAddress } from './support/page.ts'
import { arrange, column, loaded, rowHeaderLinks } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

test('columns are hidden and shown, the others follow the window, and the browser keeps them @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/transactions?status=failed&limit=10')
  const table = await loaded(page)
  const headers = ['Date', 'Type', 'Status', 'Amount', 'Asset', 'Value (EUR)', 'From', 'To', 'Fee', 'Hash']
  await expectHeaders(table, headers)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  const box = (name: string) => chooser.getByRole('checkbox', { name, exact: true })
  for (const name of ['Date', 'Type', 'Hash']) await box(name).uncheck()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expectHeaders(table, ['Status', 'Amount', 'Asset', 'From', 'To'])
  await box('Fee').check()
  await page.reload()
  await expectHeaders(await loaded(page), ['Status', 'Amount', 'Asset', 'From', 'To', 'Fee'])
  // Whichever column is first is the link of its row.
  await rowHeaderLinks(table).first().click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
})

test('an amount without its asset’s column says its asset itself, on a phone too @all', async ({ page }) => {
  const listed = await transactionsOf('limit=25')
  await arrange(page, ['amount', 'status'])
  await page.goto('/transactions?limit=25')
  const table = await loaded(page)
  const withAssets = listed.map(({ transaction: { amount, asset_id } }) => `${amount}${asset_id}`)
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => column(table, 'Amount')).toEqual(withAssets)
    await expectNoSidewaysScroll(page, 'amounts with their assets')
  }
})

test('on a phone, cards are sorted beside the filters, by the same link as a header makes @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const list = '/transactions?status=failed&asset_id=ETH&limit=100'
  const all = await transactionsOf('status=failed&asset_id=ETH&limit=100')
  const upwards = all.map(({ transaction }) => transaction.amount).sort(compareExactly)
  await page.goto(list)
  const table = await loaded(page)
  const by = page.getByRole('combobox', { name: 'Sort by' })
  await by.selectOption('Amount, ascending')
  await expectAddress(page, `${list}&sort=amount:asc`)
  await expect.poll(() => column(table, 'Amount')).toEqual(upwards)
  await expectAccessible(page, 'the choice of a sorting')
  await by.selectOption('Service’s order')
  await expectAddress(page, list)
})

async function expectHeaders(table: Locator, names: readonly string[]): Promise<void> {
  const heard = () =>
    table
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((header) => header.getAttribute('aria-label')))
  await expect.poll(heard).toEqual(names)
}
