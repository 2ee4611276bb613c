/** The list of transactions, and the finder. */
import { expect, type Locator, type Page } from 'playwright/test'
import { rowLinks, tableOf } from './table.ts'

/** Opens the list, with few rows, and waits for them. */
export async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/transactions?limit=10${query}`)
  await expect(rowLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
}

/** Opens the finder from the frame, and types. */
export async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search…' }).click()
  await finderField(page).fill(text)
}

export function finder(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Search', exact: true })
}

export function finderField(page: Page): Locator {
  return finder(page).getByRole('combobox', { name: 'Search' })
}
