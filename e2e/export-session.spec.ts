/** Whose an export is: it waits for the key that began it, and leaves nothing behind when that one signs out. */
import type { Route } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { beginTransactions, exportedFrom, one, tray } from './support/export.ts'
import { signIn, signInWith, signOut, startSession } from './support/session.ts'
import { tableOf } from './support/table.ts'
import { expect, test, viewerKey } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test.describe('of the demonstration', () => {
  test.beforeEach(({ page }) => startSession(page))

  test('an export goes on once its session is back, and is gone once somebody signs in with another account @all', async ({
    page,
    context,
  }) => {
    await page.goto('/vaults?limit=10')
    await exportedFrom(page, 'vaults')
    // It loses its session at its second page.
    await context.route(/\/api\/transactions\?.*offset=999/, async (route: Route) => {
      await context.clearCookies()
      const { cookie: _, ...headers } = await route.request().allHeaders()
      return route.continue({ headers })
    })
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    await beginTransactions(page)
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('Sign in with the same key and account')
    await expect(export_.getByRole('link')).toHaveCount(1)
    await expect(one(page, 'Vaults, CSV')).toContainText('Complete')
    await export_.getByRole('link', { name: 'Sign in and continue' }).click()

    await context.unroute(/\/api\/transactions\?.*offset=999/)
    const download = page.waitForEvent('download')
    await signIn(page)
    expect((await download).suggestedFilename()).toMatch(/Z\.csv$/)
    await expect(one(page, 'Vaults, CSV')).toContainText('Complete')

    const other = await context.newPage()
    await other.goto('/sign-in?again=1')
    await signInWith(other, viewerKey, 'another')
    await expect(tray(page)).toHaveCount(0)
  })

  test('signing out in one tab leaves nothing in another: neither rows nor exports @all', async ({
    page,
    context,
  }) => {
    await page.goto('/vaults?limit=10')
    await exportedFrom(page, 'vaults')
    await context.route(/\/api\/transactions\?.*offset=999/, () => {})
    await page.getByRole('link', { name: 'Transactions', exact: true }).click()
    await beginTransactions(page)
    await expect(one(page, 'Transactions, CSV')).toContainText('1,000 records')

    const other = await context.newPage()
    await other.goto('/nowhere')
    await signOut(other)
    for (const tab of [other, page]) await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(tray(page)).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(/\/sign-in\?from=%2Ftransactions$/)
    await signIn(page)
    await expect(tableOf(page, 'Transactions')).toBeVisible()
    await expect(tray(page)).toHaveCount(0)
  })

  test('signing out asks before it ends an export that runs, and names it @all', async ({
    page,
    context,
  }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await context.route(/\/api\/transactions\?.*offset=999/, (route) => released.then(() => route.continue()))
    await page.goto('/transactions?limit=10')
    await beginTransactions(page)
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('1,000 records')
    await signOut(page)
    const question = page.getByRole('dialog', { name: 'Sign out and lose unfinished exports?' })
    await expect(question).toContainText('Transactions, CSV: 1,000 records')
    await expect(question).toContainText('No filter')
    await expectAccessible(page, 'the question before signing out')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Preferences/ })).toBeFocused()
    await expect(export_).toContainText('1,000 records')

    await signOut(page)
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    release()
    await signIn(page)
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(tray(page)).toHaveCount(0)
  })
})
