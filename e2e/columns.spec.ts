/** Which columns a table has and in what order: chosen by pointer and by keyboard, and kept by the browser. */
import type { Locator, Page } from 'playwright/test'
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { arrange, column, loaded, rowLinks } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

const headers = ['Date', 'Type', 'Status', 'Amount', 'Asset', 'From', 'To']

test('columns are hidden, shown and ordered, and the browser keeps them for every list of the kind @all', async ({
  page,
}) => {
  await test.step('a hidden column comes back to its own place, columns are moved, and the last one stays', async () => {
    await arrange(page, { transactions: { columns: ['status', 'amount'] } })
    await page.goto('/transactions?limit=10')
    const table = await loaded(page)
    const chooser = await openChooser(page)
    // What had to be fetched first has the focus all the same.
    await expect(box(chooser, 'Date')).toBeFocused()
    const lines = await chooser.getByRole('listitem').allTextContents()
    await box(chooser, 'Type').check()
    await expectHeaders(table, ['Type', 'Status', 'Amount'])
    // Another press at the same place takes it back.
    await expect(chooser.getByRole('listitem')).toHaveText(lines)
    const up = chooser.getByRole('button', { name: 'Move Amount up' })
    await up.click()
    await up.press('Enter')
    await expect(up).toBeFocused()
    await expectHeaders(table, ['Amount', 'Type', 'Status'])
    await box(chooser, 'Amount').uncheck()
    await box(chooser, 'Status').uncheck()
    await expectHeaders(table, ['Type'])
    await expect(box(chooser, 'Type')).toBeDisabled()
    // In the first column the link draws the icon of a type.
    const icon = rowLinks(table)
      .first()
      .evaluate((link) => getComputedStyle(link, '::before').content)
    expect(await icon).toMatch(/[\ue000-\uf8ff]/)
    await page.keyboard.press('Escape')
    await expect(chooser).toBeHidden()
  })

  await test.step('columns are chosen and ordered', async () => {
    await goWithin(page, '/transactions?status=failed&limit=10')
    const table = await loaded(page)
    await expectHeaders(table, ['Type'])
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
    await expectHeaders(table, [...headers, 'Fee', 'Hash'])
    for (const name of ['Date', 'Type', 'Hash']) await box(chooser, name).uncheck()
    await page.setViewportSize({ width: 1280, height: 720 })
    // What was not touched follows the window.
    await expectHeaders(table, ['Status', 'Amount', 'Asset', 'From', 'To'])
    await box(chooser, 'Fee').check()
    await expectHeaders(table, ['Status', 'Amount', 'Asset', 'From', 'To', 'Fee'])
    const up = chooser.getByRole('button', { name: 'Move Fee up' })
    await up.click()
    await up.click()
    const ordered = ['Status', 'Amount', 'Asset', 'Fee', 'From', 'To']
    await expectHeaders(table, ordered)
    await expectAddress(page, '/transactions?status=failed&limit=10')
    await expect(page.getByRole('status').filter({ hasText: 'Fee: column 4 of 6.' })).toHaveCount(1)

    await page.reload()
    await expectHeaders(await loaded(page), ordered)
    // Whichever column is first is the link of its row.
    await expect(rowLinks(table).first()).toHaveText(
      /^(Completed|Pending|Processing|Confirming|Failed|Rejected|Cancelled)$/,
    )
    await rowLinks(table).first().click()
    await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  })

  await test.step('vaults and whitelists are arranged and sorted in the same way', async () => {
    await arrange(page, {
      vaults: { columns: ['vault_name', 'count'] },
      whitelists: { columns: ['whitelist_type', 'whitelist_name'] },
    })
    await goWithin(page, '/vaults?sort=count:desc')
    const vaults = await loaded(page, 'Vaults')
    await expectHeaders(vaults, ['Vault', 'Holdings'])
    const counts = async () => (await column(vaults, 'Holdings')).map(Number)
    await expect
      .poll(async () => {
        const numbers = await counts()
        return numbers.length > 1 && numbers.every((count, at) => at === 0 || count <= (numbers[at - 1] ?? 0))
      })
      .toBe(true)
    await goWithin(page, '/whitelists?limit=10')
    await expectHeaders(await loaded(page, 'Whitelists'), ['Type', 'Whitelist'])
  })
})

test('an amount without its asset’s column says its asset itself, wide and narrow @all', async ({ page }) => {
  const listed = await transactionsOf(page, 'limit=25')
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
