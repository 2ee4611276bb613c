import { type TransactionItem, transactionsOf } from './support/api.ts'
import { goWithin, listen } from './support/page.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('a turned page, a chosen filter and a refresh by hand are told once their rows are there', async ({
  page,
}) => {
  const announced = await listen(page)
  await page.goto('/transactions?limit=10')
  const table = tableOf(page, 'Transactions')
  await expect(rowLinks(table)).toHaveCount(10)
  expect(await announced()).toEqual([])
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(announced).toEqual([expect.stringMatching(/^11–20 of 1,300 transactions\.$/)])
  await expect(page.getByRole('link', { name: 'Next' })).toBeFocused()

  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const refreshed = expect.stringMatching(/^Refreshed, as of \d\d:\d\d:\d\d UTC\.$/)
  await expect.poll(async () => (await announced()).slice(1)).toEqual([refreshed])
  await rowLinks(table).first().click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(async () => (await announced()).slice(2)).toEqual(['1–10 of 1,300 transactions.'])

  await goWithin(page, '/transactions?limit=10&status=failed&asset_id=none')
  await expect.poll(async () => (await announced()).slice(3)).toEqual(['No transactions match.'])
})

test('leafing through records tells each that comes, with its status @all', async ({ page }) => {
  const items = await transactionsOf('limit=10')
  const announced = await listen(page)
  await page.goto('/transactions?limit=10')
  await rowLinks(tableOf(page, 'Transactions')).nth(7).click()
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await expect(drawer).toContainText(items[7]?.transaction_id ?? '')
  expect(await announced()).toEqual([])
  for (const index of [8, 9]) {
    await page.keyboard.press(']')
    await expect.poll(async () => (await announced()).at(-1)).toContain(announcementOf(items[index]))
  }
  await page.keyboard.press('[')
  await expect
    .poll(async () => (await announced()).slice(2))
    .toEqual([expect.stringContaining(announcementOf(items[8]))])
})

function announcementOf(item: TransactionItem | undefined): string {
  if (!item) throw new Error('the demonstration has more transactions')
  return `${inShort(item)}, ${item.status.charAt(0).toUpperCase()}${item.status.slice(1)}`
}

function inShort({ transaction: { transaction_type: type, amount, asset_id } }: TransactionItem): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)} ${amount} ${asset_id}`
}
