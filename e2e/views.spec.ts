import type { Page } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { expectAddress } from './support/page.ts'
import { startSession, viewsKeyOf } from './support/session.ts'
import { expectEveryRow, rowLinks, tableOf } from './support/table.ts'
import { expect, test, viewerKey } from './support/test.ts'

test('the keyboard alone saves a view, opens it by name on another day, and nothing is revived before', async ({
  page,
}) => {
  const [open] = await transactionsOf('status=failed&asset_id=BTC&limit=1')
  await page.goto(`/transactions?status=failed&asset_id=BTC&limit=25&tx=${open?.transaction_id}`)
  await expectEveryRow(tableOf(page, 'Transactions'), 'Asset', 'BTC Bitcoin')
  // It takes the focus when it comes.
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true }).locator(':focus')).toHaveCount(
    1,
  )
  // Beside an open record the tools are in one menu.
  await page.getByRole('button', { name: 'Tools', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Views' })).toBeFocused()
  await page.keyboard.press('Enter')
  const menu = viewsMenu(page)
  await expect(menu.getByRole('link', { name: 'All in flight' })).toBeFocused()
  await expect(menu.getByText('A view keeps this page’s filters, sorting and page size.')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await menu.getByRole('button', { name: 'Save this view…' }).focus()
  await page.keyboard.press('Enter')
  await expect(menu.getByLabel('Name of this view')).toBeFocused()
  await page.keyboard.type('  Failed   Bitcoin ')
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('button', { name: 'Save this view…' })).toBeFocused()
  await expect(ownView(page, 'Failed Bitcoin')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Views' })).toBeFocused()

  await page.goto('/transactions?limit=10')
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
  await expectAddress(page, '/transactions?limit=10')
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeHidden()

  await openViews(page)
  await ownView(page, 'Failed Bitcoin').click()
  await expectAddress(page, '/transactions?status=failed&asset_id=BTC&limit=25')
  await expectEveryRow(tableOf(page, 'Transactions'), 'Asset', 'BTC Bitcoin')
  await expect(menu).toBeHidden()
})

test('views are deleted, no two have one name, and those that cannot be read are left out @all', async ({
  page,
}) => {
  await page.goto('/robots.txt')
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    await viewsKeyOf(page),
    JSON.stringify([
      'nonsense',
      { name: 'Cold ETH', href: '/balances/cold?asset_id=ETH' },
      { name: 'A name as long as the name of a view can ever be made', href: '/vaults' },
    ]),
  ] as const)
  await page.goto('/vaults?limit=5')
  await openViews(page)
  const menu = viewsMenu(page)
  await menu.getByRole('button', { name: 'Save this view…' }).click()
  const name = menu.getByLabel('Name of this view')
  // The names of built-in views are taken too.
  for (const taken of ['Cold ETH', 'Pending']) {
    await name.fill(taken.toUpperCase())
    await name.press('Enter')
    await expect(name).toHaveAccessibleDescription(new RegExp(`“${taken}” already`))
  }
  await expectAccessible(page, 'views, and a refused name')
  await menu.getByRole('button', { name: 'Cancel' }).click()
  await expect(menu.getByRole('button', { name: 'Save this view…' })).toBeFocused()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, 'views on a phone')
  await expectNoSidewaysScroll(page, 'views on a phone')

  await menu.getByRole('button', { name: 'Delete Cold ETH' }).click()
  await expect(ownView(page, 'Cold ETH')).toBeHidden()
  await expect(menu.getByRole('heading', { name: 'Your views' })).toBeFocused()
  await expect(ownView(page, 'A name as long')).toBeVisible()
})

test('another tab’s views are there at once, and neither tab loses the other’s @all', async ({
  page,
  context,
}) => {
  await page.goto('/vaults?limit=6')
  await openViews(page)
  const other = await context.newPage()
  await other.goto('/vaults?limit=5')
  await saveAs(other, 'From the other tab')
  await expect(ownView(page, 'From the other tab')).toBeVisible()
  await viewsMenu(page).getByRole('button', { name: 'Save this view…' }).click()
  await viewsMenu(page).getByLabel('Name of this view').fill('From this tab')
  await page.keyboard.press('Enter')
  for (const name of ['From the other tab', 'From this tab']) await expect(ownView(other, name)).toBeVisible()
})

test('views are those of one account: the next one neither sees nor changes them @all', async ({ page }) => {
  await page.goto('/transactions?status=failed&limit=10')
  await saveAs(page, 'Failed of the first')
  await expect(ownView(page, 'Failed of the first')).toBeVisible()
  await page.request.post('/session', { data: { apiKey: viewerKey, accountId: 'another' } })
  await page.goto('/transactions?status=pending&limit=10')
  await saveAs(page, 'Pending of another')
  await expect(ownView(page, 'Pending of another')).toBeVisible()
  await expect(ownView(page, 'Failed of the first')).toHaveCount(0)
  await startSession({ request: page.request })
  await page.reload()
  await openViews(page)
  await expect(ownView(page, 'Failed of the first')).toBeVisible()
  await expect(ownView(page, 'Pending of another')).toHaveCount(0)
})

test('a view that the browser does not keep is not said to be kept, and the rest works @all', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto('/vaults?limit=5')
  await saveAs(page, 'Lost')
  await expect(viewsMenu(page).getByText('Not saved: this browser’s storage')).toBeVisible()
  await viewsMenu(page).getByRole('link', { name: 'Pending' }).click()
  await expectAddress(page, '/transactions?status=pending')
})

function viewsMenu(page: Page) {
  return page.getByRole('dialog', { name: 'Views', exact: true })
}

async function openViews(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(viewsMenu(page)).toBeVisible()
}

async function saveAs(page: Page, name: string): Promise<void> {
  await openViews(page)
  await viewsMenu(page).getByRole('button', { name: 'Save this view…' }).click()
  await viewsMenu(page).getByLabel('Name of this view').fill(name)
  await page.keyboard.press('Enter')
}

/** The link of one of the reader's own views: it says the page that it is of beside its name. */
function ownView(page: Page, name: string) {
  return viewsMenu(page).getByRole('link', { name: new RegExp(`^${name}`) })
}
