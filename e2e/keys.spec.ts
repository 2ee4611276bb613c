import type { Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { startSession } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

/** What each listed key has to do, on a list of transactions with its second row focused. */
const effects: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'Ctrl K': (page) => expect(page.getByRole('dialog', { name: 'Search', exact: true })).toBeVisible(),
  '?': (page) => expect(list(page)).toBeVisible(),
  'g o': (page) => expectAddress(page, '/'),
  'g h': (page) => expectAddress(page, '/whitelists/hygiene'),
  'g r': (page) => expectAddress(page, '/reconciliation'),
  'g c': (page) => expectAddress(page, '/check'),
  'g t': (page) => expectAddress(page, '/transactions'),
  'g b': (page) => expectAddress(page, '/balances'),
  'g v': (page) => expectAddress(page, '/vaults'),
  'g w': (page) => expectAddress(page, '/whitelists'),
  '/': (page) => expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused(),
  j: (page) => expect(row(page, 2)).toBeFocused(),
  k: (page) => expect(row(page, 0)).toBeFocused(),
  Home: (page) => expect(row(page, 0)).toBeFocused(),
  End: (page) => expect(row(page, 49)).toBeFocused(),
  Enter: (page) => expect(page).toHaveURL(/[?&]tx=/),
  Escape: (page) => expect(page).not.toHaveURL(/[?&]tx=/),
  '←': (page) => changesWidth(page, 'ArrowLeft'),
  '→': (page) => changesWidth(page, 'ArrowRight'),
  '[': (page) => expect(row(page, 0)).toHaveAttribute('aria-current', 'true'),
  ']': (page) => expect(row(page, 2)).toHaveAttribute('aria-current', 'true'),
}

/** How those are pressed whose caps say something else than their names; arrows are pressed where they work. */
const pressed: Readonly<Record<string, readonly string[]>> = { 'Ctrl K': ['Control+k'], '←': [], '→': [] }

/** What the list says of the edge of a column; that arrows move between headers is in `table.spec.ts`. */
async function changesWidth(page: Page, key: 'ArrowLeft' | 'ArrowRight'): Promise<void> {
  await tableOf(page, 'Transactions').getByRole('separator', { name: 'Width of Amount' }).focus()
  await page.keyboard.press(key)
  await expect(page).toHaveURL(/[?&]widths=amount/)
}

/** Keys that work on an open record. */
const ofRecord = ['Escape', '[', ']']

test.beforeEach(({ page }) => startSession(page))

test('every key that is listed does what it says, and no other key is listed', async ({ page }) => {
  test.slow()
  const second = (await transactionsOf(page, 'limit=2')).at(1)
  await page.goto('/transactions')
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(50)
  await page.keyboard.press('?')
  await expect(list(page)).toBeVisible()
  expect((await listedKeys(page)).sort()).toEqual(Object.keys(effects).sort())
  await expectAccessible(page, 'the list of keys')

  for (const [keys, effect] of Object.entries(effects))
    await test.step(keys, async () => {
      await page.goto(
        ofRecord.includes(keys) ? `/transactions?tx=${second?.transaction_id}` : '/transactions?limit=50',
      )
      await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(50)
      if (!ofRecord.includes(keys)) await row(page, 1).focus()
      for (const key of pressed[keys] ?? keys.split(' ')) await page.keyboard.press(key)
      await effect(page)
    })
})

test('while somebody types, keys are letters', async ({ page }) => {
  await page.goto('/transactions')
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(50)
  const typed = '?gbjk/[]g v'
  const field = page.getByRole('combobox', { name: 'Find' })
  await field.pressSequentially(typed)
  await expect(field).toHaveValue(typed)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view…' }).click()
  const name = page.getByLabel('Name of this view')
  await name.pressSequentially(typed)
  await expect(name).toHaveValue(typed)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search' })
  await search.pressSequentially(typed)
  await expect(search).toHaveValue(typed)
  await expect(list(page)).toBeHidden()
  await expectAddress(page, '/transactions')
})

test('keys with a modifier stay the browser’s own', async ({ page }) => {
  await page.goto('/transactions')
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(50)
  for (const keys of ['Control+j', 'Alt+k', 'Control+Shift+k', 'Alt+/', 'Meta+k', 'Control+[']) {
    await page.evaluate(() => {
      document.addEventListener('keydown', (event) =>
        document.body.setAttribute('data-taken', `${event.defaultPrevented}`),
      )
    })
    await page.keyboard.press(keys)
    await expect(page.locator('body'), keys).toHaveAttribute('data-taken', 'false')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAddress(page, '/transactions')
})

function list(page: Page) {
  return page.getByRole('dialog', { name: 'Keyboard shortcuts' })
}

function row(page: Page, index: number) {
  return rowLinks(tableOf(page, 'Transactions')).nth(index)
}

/** The keys as they stand in the list; those pressed one after the other with a gap between them. */
async function listedKeys(page: Page): Promise<string[]> {
  const keys = await list(page)
    .locator('dt > span')
    .evaluateAll((found) =>
      found.map((each) => [...each.querySelectorAll('kbd')].map((cap) => cap.textContent).join(' ')),
    )
  return keys
}
