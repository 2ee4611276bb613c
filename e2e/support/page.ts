/** What a person does on any page: navigates, filters, searches, copies. */
import { expect, type Locator, type Page } from 'playwright/test'
import { rowHeaderLinks, tableOf } from './table.ts'

/** Navigates within the console, without loading it again. */
export async function goWithin(page: Page, address: string): Promise<void> {
  // The frame is in the HTML; the console has started once it has drawn something into it.
  await page.locator('main > *').first().waitFor({ state: 'attached' })
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
}

/** Holds requests for such addresses until the returned function is called, which sends them on. */
export async function hold(page: Pick<Page, 'route'>, addresses: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}

export function bannerOf(page: Page, title: string): Locator {
  const titled = page.getByText(title, { exact: true })
  return page
    .getByRole('alert')
    .filter({ has: titled })
    .or(page.getByRole('status').filter({ has: titled }))
}

/** Records announcements from the next page load on. The returned function lists them in order. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node.parentElement?.matches('[role="status"][aria-live="polite"]'))
          announced.push(node.textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => [...Reflect.get(window, 'announced')])
}

export function chip(page: Page, label: string): Locator {
  const name = new RegExp(`^${label}(:| \\(refused\\)$)`)
  return page.getByRole('search').getByRole('button', { name, expanded: false })
}

export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('search').getByRole('button', { name: 'Filter', exact: true }).click()
  const layer = page.getByRole('dialog', { name: 'Filters', exact: true })
  await expect(showButton(layer)).toBeVisible()
  return layer
}

/** Among filters: it says how many rows there are to show, once that is counted. */
export function showButton(layer: Locator): Locator {
  return layer.getByRole('button', { name: /^(Show|Apply)\b/ })
}

export async function filterBy(page: Page, values: Readonly<Record<string, string>>) {
  const layer = await openFilters(page)
  for (const [field, value] of Object.entries(values)) {
    const group = layer.getByRole('group', { name: field, exact: true })
    if (await group.first().isVisible()) await group.first().getByLabel(value, { exact: true }).check()
    else await layer.getByLabel(field, { exact: true }).fill(value)
  }
  await showButton(layer).click()
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

export async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/transactions?limit=10${query}`)
  await expect(rowHeaderLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
}

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

export function fileDrop(page: Page) {
  return page.getByLabel('Choose a signed file or an audit pack')
}

export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+v')
}

export function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
