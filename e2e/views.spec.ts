import type { Page } from 'playwright/test'
import { transactionsOf } from './support/api.ts'
import { expectAddress } from './support/page.ts'
import { startSession } from './support/session.ts'
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
