/** The field over the list of transactions that finds anything. */
import { expect, type Locator, type Page } from 'playwright/test'
import { rowLinks, tableOf } from './table.ts'

/** Opens the list, with few rows, and waits for them. */
export async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/transactions?limit=10${query}`)
  await expect(rowLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
}

/** The field. */
export function findField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Find', exact: true })
}

/** What it finds among transactions. */
export function results(page: Page): Locator {
  return page.getByRole('group', { name: /^Transactions/ }).getByRole('option')
}
