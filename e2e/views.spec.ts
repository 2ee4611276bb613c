import type { Page } from 'playwright/test'
import { viewerKey } from '../src/server/service/keys.ts'
import { expectAddress } from './support/page.ts'
import { startSession } from './support/session.ts'
import { expectEveryRow, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('a saved view is opened by its name another day, and nothing of it is revived before @all', async ({
  page,
}) => {
  await page.goto('/transactions?status=failed&asset_id=BTC&limit=25')
  await expectEveryRow(tableOf(page, 'Transactions'), 'Asset', 'BTC Bitcoin')
  await saveAs(page, 'Failed Bitcoin')
  await expect(ownView(page, 'Failed Bitcoin')).toHaveAttribute('aria-current', 'page')

  await page.goto('/transactions?limit=10')
  await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
  await expectAddress(page, '/transactions?limit=10')
  await openViews(page)
  await ownView(page, 'Failed Bitcoin').click()
  await expectAddress(page, '/transactions?status=failed&asset_id=BTC&limit=25')
  await expectEveryRow(tableOf(page, 'Transactions'), 'Asset', 'BTC Bitcoin')
  await expect(viewsMenu(page)).toBeHidden()
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
