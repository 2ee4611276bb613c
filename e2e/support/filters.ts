/** The filter bar, worked by hand. */
import { expect, type Locator, type Page } from 'playwright/test'

/** The pill of one group of filters, whatever it is set to. */
export function pill(page: Page, label: string): Locator {
  const name = new RegExp(`^${label}(:| \\(refused\\)|$)`)
  return page.getByRole('search').getByRole('button', { name, expanded: false })
}

/** Opens a pill, chooses or enters these values by the labels of their fields, and applies them. */
export async function filterBy(page: Page, label: string, values: Readonly<Record<string, string>>) {
  await pill(page, label).click()
  const layer = page.getByRole('dialog', { name: label, exact: true })
  for (const [field, value] of Object.entries(values)) {
    const control = layer.getByLabel(field, { exact: true })
    // One click in a list applies it; what is entered is applied together.
    if ((await control.getAttribute('role')) === 'listbox')
      await control.getByRole('option', { name: value, exact: true }).click()
    else await control.fill(value)
  }
  const apply = layer.getByRole('button', { name: 'Apply' })
  if (await apply.isVisible()) await apply.click()
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
