/** How a reader arranges a table: which columns it has, and its rows sorted by one of them, or why not. */
import type { Locator, Page } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { compareExactly, transactionsOf } from './support/api.ts'
import { expectAddress } from './support/page.ts'
import { arrange, column, loaded, rowLinks } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

const headers = ['Date', 'Type', 'Status', 'Amount', 'Asset', 'From', 'To']

test('columns are hidden and shown, and the browser keeps them for every list of the kind @all', async ({
  page,
}) => {
  await test.step('columns are chosen', async () => {
    await arrange(page, { transactions: { columns: ['transaction_type'] } })
    await page.goto('/transactions?status=failed&limit=10')
    const table = await loaded(page)
    await expectHeaders(table, ['Type'])
    // In the first column the link draws the icon of a type.
    const icon = rowLinks(table)
      .first()
      .evaluate((link) => getComputedStyle(link, '::before').content)
    expect(await icon).toMatch(/[\ue000-\uf8ff]/)
    await (await openChooser(page)).getByRole('button', { name: 'Reset' }).click()
    await expectHeaders(table, headers)
    const button = page.getByRole('button', { name: 'Columns', exact: true })
    await expect(button).toBeFocused()
    const chooser = await openChooser(page)
    await expect(chooser.getByRole('button', { name: 'Reset' })).toBeDisabled()
    // These are there for whoever wants them, and the last two for whoever has the room.
    const optional = ['Network', 'Transaction id', 'Fee', 'Hash']
    for (const name of optional) await expect(box(chooser, name)).not.toBeChecked()
    await page.setViewportSize({ width: 1920, height: 900 })
    await expectHeaders(table, [...headers.slice(0, 5), 'Value (EUR)', ...headers.slice(5), 'Fee', 'Hash'])
    for (const name of ['Date', 'Type', 'Hash']) await box(chooser, name).uncheck()
    await page.setViewportSize({ width: 1280, height: 720 })
    // What was not touched follows the window.
    await expectHeaders(table, ['Status', 'Amount', 'Asset', 'From', 'To'])
    await box(chooser, 'Fee').check()
    await expectHeaders(table, ['Status', 'Amount', 'Asset', 'From', 'To', 'Fee'])
    await expectAddress(page, '/transactions?status=failed&limit=10')

    await page.reload()
    await expectHeaders(await loaded(page), ['Status', 'Amount', 'Asset', 'From', 'To', 'Fee'])
    // Whichever column is first is the link of its row.
    await expect(rowLinks(table).first()).toHaveText(
      /^(Completed|Pending|Processing|Confirming|Failed|Rejected|Cancelled)\b/,
    )
    await rowLinks(table).first().click()
    await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  })
})

test('an amount without its asset’s column says its asset itself, wide and narrow @all', async ({ page }) => {
  const listed = await transactionsOf('limit=25')
  await page.goto('/transactions?limit=25')
  const table = await loaded(page)
  for (const width of [1440, 360])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await arrange(page, { transactions: { columns: ['amount', 'status'] } })
      const withAssets = listed.map(({ transaction: { amount, asset_id } }) => `${amount}${asset_id}`)
      await expect.poll(() => column(table, 'Amount')).toEqual(withAssets)
      await expectNoSidewaysScroll(page, 'amounts with their assets')
      await arrange(page, { transactions: { columns: ['amount', 'asset_id'] } })
      const alone = listed.map(({ transaction }) => transaction.amount)
      await expect.poll(() => column(table, 'Amount')).toEqual(alone)
    })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('cards are sorted beside the filters, by the same link as a header makes @all', async ({ page }) => {
    const all = await transactionsOf('status=failed&asset_id=ETH&limit=100')
    const amounts = all.map(({ transaction }) => transaction.amount)
    const upwards = amounts.toSorted(compareExactly)
    await page.goto('/transactions?status=failed&asset_id=ETH&limit=100')
    const table = await loaded(page)
    const by = page.getByRole('combobox', { name: 'Sort by' })
    await by.selectOption('Amount, ascending')
    await expectAddress(page, '/transactions?status=failed&asset_id=ETH&limit=100&sort=amount:asc')
    await expect.poll(() => column(table, 'Amount')).toEqual(upwards)
    await by.selectOption('Amount, descending')
    await expectAddress(page, '/transactions?status=failed&asset_id=ETH&limit=100&sort=amount:desc')
    await expect.poll(async () => (await column(table, 'Amount'))[0]).toBe(upwards.at(-1))
    await expectAccessible(page, 'the choice of a sorting')
    await expectNoSidewaysScroll(page, 'the choice of a sorting')

    await by.selectOption('Service’s order')
    await expectAddress(page, '/transactions?status=failed&asset_id=ETH&limit=100')
    await expect.poll(() => column(table, 'Amount')).toEqual(amounts)
  })
})

async function expectHeaders(table: Locator, names: readonly string[]): Promise<void> {
  const heard = () =>
    table
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((header) => header.getAttribute('aria-label')))
  await expect.poll(heard).toEqual(names)
}

async function openChooser(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  return page.getByRole('dialog', { name: 'Columns' })
}

function box(chooser: Locator | Page, name: string): Locator {
  return chooser.getByRole('checkbox', { name, exact: true })
}
