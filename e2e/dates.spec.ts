/** When it happened: the day that the records have of each transaction, in the table and in the record. */
import type { Locator, Page } from 'playwright/test'
import { transactionsOf } from './support/api.ts'
import { column, loaded, rowHeaderLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('every row and record has the day for which the service returns it, with a line where the day changes @all', async ({
  page,
}) => {
  const table = tableOf(page, 'Transactions')
  await page.goto('/transactions?limit=30')
  await expect(rowHeaderLinks(table)).toHaveCount(30)
  await loaded(page)
  const dates = await dated(page)
  const ids = (await rows(table)).map((row) => row.id)
  const [day] = dates
  const listed = await transactionsOf(`start_date=${day}&end_date=${day}&limit=1000`)
  const ofDay = new Set(listed.map((item) => item.transaction_id))
  expect(ids.filter((_, row) => dates[row] === day)).toEqual(ids.filter((id) => ofDay.has(id ?? '')))

  await rowHeaderLinks(table).first().click()
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await expect(drawer).toContainText(`${day} UTC`)
  await drawer.getByRole('link', { name: 'Show all transactions with this date' }).click()
  await expect(page).toHaveURL(new RegExp(`start_date=${day}&end_date=${day}$`))
  await expect.poll(() => daysIn(table).then((all) => [...new Set(all)])).toEqual([day])
})

/** The dates of the page's rows, once they are all there. */
async function dated(page: Page): Promise<string[]> {
  const dates = () => daysIn(tableOf(page, 'Transactions'))
  await expect
    .poll(async () => (await dates()).filter((day) => !/^\d{4}-\d\d-\d\d$/.test(day)), { timeout: 60_000 })
    .toEqual([])
  return dates()
}

/** Without the age of what is in flight. */
async function daysIn(table: Locator): Promise<string[]> {
  return (await column(table, 'Date')).map((text) => text.replace(/\s*(?:\d+ days?|today)$/, ''))
}
