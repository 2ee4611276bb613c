import { assetOnNetwork, transactionsOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { expectEveryRow, loaded, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('records are stepped through by brackets and buttons, and left as they were entered', async ({
  page,
}) => {
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  const rows = rowLinks(tableOf(page, 'Transactions'))
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

test('what is done at the very moment of opening a record is not undone @all', async ({ page }) => {
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  const rows = rowLinks(tableOf(page, 'Transactions'))
  // Within one task, so that nothing is drawn in between.
  const openAndPress = (selector: string) =>
    rows.first().evaluate((row, other) => {
      for (const element of [row, document.querySelector(other)])
        element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    }, selector)
  await page.goto('/transactions?limit=10&status=completed')
  await loaded(page)
  await openAndPress('[aria-label="Clear Status"]')
  await expectAddress(page, '/transactions?limit=10')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Clear Status' })).toBeHidden()

  await page.goto('/vaults?limit=5')
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await loaded(page)
  await openAndPress('nav a[href="/balances"]')
  await expect(page.getByRole('heading', { level: 1, name: 'Balances' })).toBeVisible()
  // Both are steps that Back undoes.
  await page.goBack()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/transactions$/)
  await expect(drawer).toBeHidden()
})

test('a record leads to what shares its values and to what it names @all', async ({ page }) => {
  const [item] = await transactionsOf('transaction_type=withdraw&status=completed&limit=1')
  if (!item) throw new Error('the demonstration has withdrawals')
  const { source, destination, asset_id } = item.transaction
  const link = `/transactions/${item.transaction_id}`
  await page.goto(link)

  const follow = async (name: string) => {
    await goWithin(page, link)
    await page.getByRole('link', { name, exact: true }).first().click()
  }
  await follow('Show all transactions with this asset')
  await expect(page).toHaveURL(`/transactions?asset_id=${asset_id}`)
  await expectEveryRow(tableOf(page, 'Transactions'), 'Asset', assetOnNetwork(item.transaction))
  await follow('Show all transactions with this source id')
  await expect(page).toHaveURL(`/transactions?source_id=${source.source_id}`)
  await expectEveryRow(tableOf(page, 'Transactions'), 'From', source.source_name)
  await follow('Show all transactions with this destination address')
  await expect(page).toHaveURL(`/transactions?address=${destination.destination_address}`)
  await follow(source.source_name)
  await expect(page.getByRole('heading', { level: 1, name: source.source_name })).toBeVisible()
  await follow(destination.destination_name)
  await expectAddress(page, `/whitelists/${destination.destination_id}`)
  await expect(page.getByRole('heading', { level: 1, name: destination.destination_name })).toBeVisible()
})

test('the next page is read ahead @all', async ({ page }) => {
  const ahead = page.waitForResponse((response) => response.url().includes('limit=10&offset=10'))
  await page.goto('/transactions?limit=10')
  expect((await ahead).status()).toBe(200)
  await page.route('**/api/transactions?*', (route) => route.abort())
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/offset=10$/)
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
  await expect(tableOf(page, 'Transactions')).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
