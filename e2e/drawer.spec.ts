import { transactionsOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('records are stepped through by brackets and buttons, and left as they were entered', async ({
  page,
}) => {
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  const rows = rowHeaderLinks(tableOf(page, 'Transactions'))
  const ids = (await transactionsOf('limit=27&offset=0')).map((item) => item.transaction_id)

  await test.step('on the page, and Back leads to the list', async () => {
    await page.goto('/transactions?limit=25')
    await rows.nth(22).click()
    await expect(drawer).toContainText(ids[22] ?? '')
    for (const index of [23, 24]) {
      await page.keyboard.press(']')
      await expect(drawer).toContainText(ids[index] ?? '')
    }
    await expect(drawer.getByRole('button', { name: 'Next transaction' })).toBeDisabled()
    await page.keyboard.press('[')
    await expect(drawer).toContainText(ids[23] ?? '')
    await page.goBack()
    await expect(page).toHaveURL(/\/transactions\?limit=25$/)
    await expect(drawer).toBeHidden()
  })

  await test.step('j and k return to the row that was read', async () => {
    await rows.nth(4).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Transaction' })).toBeFocused()
    await page.keyboard.press('j')
    await expect(rows.nth(4)).toBeFocused()
    await page.keyboard.press('j')
    await expect(rows.nth(5)).toBeFocused()
  })

  await test.step('what was opened by a link that is on no row of the page gives the focus to the table', async () => {
    await page.goto(`/transactions?limit=10&offset=10&tx=${ids[0]}`)
    await expect(drawer).toContainText(ids[0] ?? '')
    await expect(rows.first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(rows.first()).toBeFocused()
  })
})

test('a record leads to what shares its values and to what it names @all', async ({ page }) => {
  const [item] = await transactionsOf('transaction_type=withdraw&status=completed&limit=1')
  if (!item) throw new Error('the demonstration has withdrawals')
  const { source, destination, asset_id } = item.transaction
  const link = `/transactions/${item.transaction_id}`
  await page.goto(link)
  for (const [name, address] of [
    ['Show all transactions with this asset', `/transactions?asset_id=${asset_id}`],
    ['Show all transactions with this source id', `/transactions?source_id=${source.source_id}`],
    [destination.destination_name, `/whitelists/${destination.destination_id}`],
  ] as const) {
    await goWithin(page, link)
    await page.getByRole('link', { name, exact: true }).first().click()
    await expectAddress(page, address)
  }
})

test('the next page is read ahead @all', async ({ page }) => {
  const ahead = page.waitForResponse((response) => response.url().includes('limit=10&offset=10'))
  await page.goto('/transactions?limit=10')
  expect((await ahead).status()).toBe(200)
  await page.route('**/api/transactions?*', (route) => route.abort())
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/offset=10$/)
  await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
  await expect(tableOf(page, 'Transactions')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
