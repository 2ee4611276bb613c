/** The filter bar, worked by hand. */
import { expect, type Locator, type Page } from 'playwright/test'

/** The chip of one group of filters that is set. */
export function chip(page: Page, label: string): Locator {
  const name = new RegExp(`^${label}(:| \\(refused\\)$)`)
  return page.getByRole('search').getByRole('button', { name, expanded: false })
}

/** Opens all filters. */
export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('search').getByRole('button', { name: 'Filter', exact: true }).click()
  const layer = page.getByRole('dialog', { name: 'Filters', exact: true })
  await expect(layer.getByRole('button', { name: 'Apply' })).toBeVisible()
  return layer
}

/** Chooses or enters these values by the labels of their fields, among all filters, and applies them together. */
export async function filterBy(page: Page, values: Readonly<Record<string, string>>) {
  const layer = await openFilters(page)
  for (const [field, value] of Object.entries(values)) {
    const group = layer.getByRole('group', { name: field, exact: true })
    if (await group.isVisible()) await group.getByLabel(value, { exact: true }).check()
    else await layer.getByLabel(field, { exact: true }).fill(value)
  }
  await layer.getByRole('button', { name: 'Apply' }).click()
  await expect(layer).toBeHidden()
}

/** Waits until the address bar has exactly this path and query, parameters in any order. */
export async function expectAddress(page: Page, path: string): Promise<void> {
  const parts = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://console.invalid')
    return { pathname, query: [...searchParams].map(([name, value]) => `${name}=${value}`).sort() }
  }
  await expect.poll(() => parts(page.url())).toEqual(parts(path))
}
