import { transactionsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { startSession } from './support/session.ts'
import { expectEveryRow, facts, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(({ page }) => startSession(page))

test('the brackets step through records over the borders of the page, and Back leads to the list', async ({
  page,
}) => {
  const expected = (await transactionsOf(page, 'limit=27&offset=0')).map((item) => item.transaction_id)
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  const transactions = tableOf(page, 'Transactions')
  await page.goto('/transactions?limit=25')
  await rowLinks(transactions).nth(23).click()
  await expect(drawer).toContainText(expected[23] ?? '')
  for (const index of [24, 25, 26]) {
    await page.keyboard.press(']')
    await expect(drawer).toContainText(expected[index] ?? '')
  }
  await expect(page).toHaveURL(/offset=25/)
  for (const index of [25, 24]) {
    await page.keyboard.press('[')
    await expect(drawer).toContainText(expected[index] ?? '')
  }
  await expect(page).not.toHaveURL(/offset=/)
  await page.goBack()
  await expect(page).toHaveURL(/\/transactions\?limit=25$/)
  await expect(drawer).toBeHidden()
})

test('keys that follow each other faster than the page is drawn are all heard, and Back leads through them', async ({
  page,
}) => {
  const [first, second, third] = await transactionsOf(page, 'limit=3')
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await page.goto('/transactions')
  await rowLinks(tableOf(page, 'Transactions')).first().focus()
  await page.evaluate(async () => {
    document.activeElement?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    for (const key of [']', ']', 'Escape']) {
      // Each in a task of its own, as keys come.
      const { port1, port2 } = new MessageChannel()
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(null)
      })
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  })
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/transactions$/)
  await page.goBack()
  await expect(drawer).toContainText(third?.transaction_id ?? '')
  await page.keyboard.press('[')
  await expect(drawer).toContainText(second?.transaction_id ?? '')
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/transactions$/)
  await page.goForward()
  await expect(drawer).not.toContainText(first?.transaction_id ?? '')
  await expect(drawer).toContainText(second?.transaction_id ?? '')
})

test('who leaves at the very moment of opening a record is not fetched back', async ({ page }) => {
  await page.goto('/vaults')
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await rowLinks(tableOf(page, 'Transactions')).first().focus()
  // Within one task, so that nothing is drawn in between.
  await page.evaluate(() => {
    const open = document.activeElement
    const away = [...document.querySelectorAll('nav a')].find((link) => link.textContent === 'Balances')
    for (const link of [open, away])
      link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Balances' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/transactions$/)
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeHidden()
})

test('at the first and the last record there is no further step', async ({ page }) => {
  const failed = await transactionsOf(page, 'status=failed&limit=1000')
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await page.goto(`/transactions?status=failed&limit=100&tx=${failed[0]?.transaction_id}`)
  await expect(drawer.getByRole('button', { name: 'Previous transaction' })).toBeDisabled()
  const last = Math.floor((failed.length - 1) / 100) * 100
  await page.goto(`/transactions?status=failed&limit=100&offset=${last}&tx=${failed.at(-1)?.transaction_id}`)
  await expect(drawer.getByRole('button', { name: 'Previous transaction' })).toBeEnabled()
  await expect(drawer.getByRole('button', { name: 'Next transaction' })).toBeDisabled()
})

test('a value leads to the transactions that share it, and to what it names', async ({ page }) => {
  const [item] = await transactionsOf(page, 'transaction_type=withdraw&status=completed&limit=1')
  if (!item) throw new Error('the demonstration has withdrawals')
  const { source, destination, asset_id } = item.transaction
  const link = `/transactions/${item.transaction_id}`
  const follow = async (name: string) => {
    await page.goto(link)
    await page.getByRole('link', { name, exact: true }).click()
  }
  await follow('Show all transactions with this asset')
  await expect(page).toHaveURL(`/transactions?asset_id=${asset_id}`)
  await expectEveryRow(tableOf(page, 'Transactions'), 'Asset', asset_id)
  await follow('Show all transactions with this source id')
  await expect(page).toHaveURL(`/transactions?source_id=${source.source_id}`)
  await expectEveryRow(tableOf(page, 'Transactions'), 'From', source.source_name)
  await follow('Show all transactions with this destination address')
  await expect(page).toHaveURL(`/transactions?destination_address=${destination.destination_address}`)
  await follow(source.source_name)
  await expect(page.getByRole('heading', { level: 1, name: source.source_name })).toBeVisible()
  await follow(destination.destination_name)
  await expectAddress(page, `/whitelists/${destination.destination_id}`)
  await expect(page.getByRole('heading', { level: 1, name: destination.destination_name })).toBeVisible()
})

test('the record as received is there to read and to copy, whole', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [item] = await transactionsOf(page, 'limit=1')
  await page.goto(`/transactions/${item?.transaction_id}`)
  await page.getByText('The record as received').click()
  await expect(page.getByText('"transaction_type"')).toBeVisible()
  await page.getByRole('button', { name: 'Copy as JSON' }).click()
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(copied).toEqual({ ...item, timestamp: expect.any(String) })
  const shown = await facts(page.getByRole('main'))
  expect(shown).toContainEqual(['Transaction id', item?.transaction_id])
})

test('a page past the end leads to the last page that exists', async ({ page }) => {
  const failed = await transactionsOf(page, 'status=failed&limit=1000')
  await page.goto('/transactions?status=failed&limit=25&offset=50000')
  await page.getByRole('button', { name: 'Go to the last page' }).click()
  const last = Math.floor((failed.length - 1) / 25) * 25
  await expect(page).toHaveURL(`/transactions?status=failed&limit=25${last > 0 ? `&offset=${last}` : ''}`)
  await expect(page.getByText(`${last + 1}–${failed.length} of ${failed.length}`)).toBeVisible()
})

test('the next page is read while the reader is still on this one', async ({ page }) => {
  await page.goto('/transactions?limit=25')
  const ahead = await page.waitForResponse((response) => response.url().includes('offset=25'))
  expect(ahead.status()).toBe(200)
  await page.route('**/api/transactions?*', (route) => route.abort())
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(25)
})
