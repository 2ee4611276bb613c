/** The filter bar, worked by hand. */
import { expect, type Locator, type Page } from 'playwright/test'

/** The pill of one group of filters, whatever it is set to. */
export function pill(page: Page, label: string): Locator {
  return page.getByRole('search').getByRole('button', { name: new RegExp(`^${label}\\b`), expanded: false })
}

/** Opens a pill, enters these values by the labels of their fields, and applies them. */
export async function filterBy(page: Page, label: string, values: Readonly<Record<string, string>>) {
  await pill(page, label).click()
  const layer = page.getByRole('dialog', { name: label, exact: true })
  for (const [field, value] of Object.entries(values)) {
    const control = layer.getByLabel(field, { exact: true })
    if ((await control.evaluate((element) => element.tagName)) === 'SELECT')
      await control.selectOption({ label: value })
    else await control.fill(value)
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
