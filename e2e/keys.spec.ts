import type { Page, Request } from 'playwright/test'
import { navigation } from '../src/url/pages.ts'
import { expectAccessible } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { openPreferences } from './support/session.ts'
import { rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

/** What each listed key has to do, on a list of transactions with its second row focused; `asked` are the requests since. */
const effects: Readonly<Record<string, (page: Page, asked: readonly string[]) => Promise<void>>> = {
  'Ctrl K': (page) => expect(page.getByRole('dialog', { name: 'Search', exact: true })).toBeVisible(),
  r: (_, asked) => expect.poll(() => asked.join('\n')).toMatch(/\/api\/transactions\?limit=10$/m),
  b: (page) => expect(page.getByRole('dialog', { name: 'What is new' })).toBeVisible(),
  '?': (page) => expect(list(page)).toBeVisible(),
  ...Object.fromEntries(
    navigation.map(({ key, path }) => [
      key,
      (page: Page) => expect(page).toHaveURL(new RegExp(`\\d${path}(\\?.*)?$`)),
    ]),
  ),
  '/': (page) => expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused(),
  n: async (page) => {
    await expectAddress(page, '/transactions?limit=10&offset=10')
    await expect(row(page, 0)).toBeFocused()
  },
  p: async (page) => {
    await expectAddress(page, '/transactions?limit=10')
    await expect(row(page, 0)).toBeFocused()
  },
  j: (page) => expect(row(page, 2)).toBeFocused(),
  k: (page) => expect(row(page, 0)).toBeFocused(),
  Home: (page) => expect(row(page, 0)).toBeFocused(),
  End: (page) => expect(row(page, 9)).toBeFocused(),
  Enter: (page) => expect(page).toHaveURL(/[?&]tx=/),
  Escape: (page) => expect(page).not.toHaveURL(/[?&]tx=/),
  '←': (page) => movesToHeader(page, 'ArrowLeft', 'Date'),
  '→': (page) => movesToHeader(page, 'ArrowRight', 'Status'),
  '[': (page) => expect(row(page, 0)).toHaveAttribute('aria-current', 'true'),
  ']': (page) => expect(row(page, 2)).toHaveAttribute('aria-current', 'true'),
  w: (page) => expect(page.getByRole('button', { name: 'Watching', exact: true })).toBeVisible(),
}

/** How those are pressed whose caps say something else than their names; arrows are pressed where they work. */
const pressed: Readonly<Record<string, readonly string[]>> = { 'Ctrl K': ['Control+k'], '←': [], '→': [] }

/** From the header of the second column. */
async function movesToHeader(page: Page, key: 'ArrowLeft' | 'ArrowRight', to: string): Promise<void> {
  const header = (name: string) =>
    tableOf(page, 'Transactions').getByRole('columnheader', { name, exact: true }).locator('[data-header]')
  await header('Type').focus()
  await page.keyboard.press(key)
  await expect(header(to)).toBeFocused()
}

/** Where a key is pressed that has nothing to do on the first page. */
const pressedAt: Readonly<Record<string, string>> = { p: '/transactions?limit=10&offset=10' }

const ofRecord = ['Escape', '[', ']', 'w']

test('every key that is listed does what it says, and no other key is listed @all', async ({ page }) => {
  const second = (await transactionsOf('limit=2')).at(1)
  const [open] = await transactionsOf('status=pending&limit=1')
  await page.goto('/transactions?limit=10')
  await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
  await page.keyboard.press('?')
  await expect(list(page)).toBeVisible()
  expect((await listedKeys(page)).sort()).toEqual(Object.keys(effects).sort())
  await expectAccessible(page, 'the list of keys')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()

  for (const [keys, effect] of Object.entries(effects))
    await test.step(keys, async () => {
      const address = ofRecord.includes(keys)
        ? `/transactions?limit=10&tx=${(keys === 'w' ? open : second)?.transaction_id}`
        : (pressedAt[keys] ?? '/transactions?limit=10')
      // From a page of its own, with nothing of the key before.
      await goWithin(page, '/no-such-page')
      await expect(page.getByRole('heading', { level: 1, name: 'No such page' })).toBeVisible()
      await goWithin(page, address)
      await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
      if (ofRecord.includes(keys))
        await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
      else await row(page, 1).focus()
      if (keys === 'w') await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible()
      const asked: string[] = []
      const listenTo = (request: Request) => void asked.push(request.url())
      page.on('request', listenTo)
      for (const key of pressed[keys] ?? keys.split(' ')) await page.keyboard.press(key)
      await effect(page, asked)
      page.off('request', listenTo)
      await page.keyboard.press('Escape')
    })
})

test('keys without a modifier do nothing once they are switched off, and no control names one @all', async ({
  page,
}) => {
  await page.goto('/transactions?limit=10')
  await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
  const named = page.locator('[aria-keyshortcuts]:not([aria-keyshortcuts*="+"])')
  await expect(named).not.toHaveCount(0)
  await openPreferences(page)
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(named).toHaveCount(0)
  await row(page, 1).focus()
  await page.keyboard.press('j')
  await expect(row(page, 1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 2)).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.press('n')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await expectAddress(page, '/transactions?limit=10')
})

function list(page: Page) {
  return page.getByRole('dialog', { name: 'Keyboard shortcuts' })
}

function row(page: Page, index: number) {
  return rowHeaderLinks(tableOf(page, 'Transactions')).nth(index)
}

/** The keys as they stand in the list; those pressed one after the other with a gap between them. */
function listedKeys(page: Page): Promise<string[]> {
  return list(page)
    .locator('dt > span')
    .evaluateAll((terms) =>
      terms.map((each) => [...each.querySelectorAll('kbd')].map((cap) => cap.textContent).join(' ')),
    )
}
