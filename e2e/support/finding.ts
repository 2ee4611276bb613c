/** The field over the list of transactions that finds anything. */
import { expect, type Locator, type Page } from 'playwright/test'
import { rowLinks, tableOf } from './table.ts'

/** Opens the list and waits for its rows. */
export async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/transactions${query}`)
  await expect(rowLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
}

/** The field. */
export function findField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Find', exact: true })
}

/** What it suggests. */
export function results(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Results' }).getByRole('option')
}
