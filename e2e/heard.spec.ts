import { goWithin, recordAnnouncements } from './support/page.ts'
import { rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('a turned page, a chosen filter and a refresh by hand are told once their rows are there @all', async ({
  page,
}) => {
  const announced = await recordAnnouncements(page)
  await page.goto('/transactions?limit=10')
  const table = tableOf(page, 'Transactions')
  await expect(rowHeaderLinks(table)).toHaveCount(10)
  expect(await announced()).toEqual([])
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(announced).toEqual([expect.stringMatching(/^11–20 of 1,300 transactions\.$/)])
  await expect(page.getByRole('link', { name: 'Next' })).toBeFocused()

  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const refreshed = expect.stringMatching(/^Refreshed, as of \d\d:\d\d:\d\d UTC\.$/)
  await expect.poll(async () => (await announced()).slice(1)).toEqual([refreshed])
  await rowHeaderLinks(table).first().click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(async () => (await announced()).slice(2)).toEqual(['1–10 of 1,300 transactions.'])

  await goWithin(page, '/transactions?limit=10&status=failed&asset_id=none')
  await expect.poll(async () => (await announced()).slice(3)).toEqual(['No transactions match.'])
})
