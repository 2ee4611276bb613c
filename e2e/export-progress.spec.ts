/** Exports on their way: watched, refused, held up by a failure, the network or the end of a session, and folded once they are done. */

import type { Route } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { beginTransactions, exportedFrom, leaveOutDates, one, textOf, tray } from './support/export.ts'
import { goWithin, hold } from './support/page.ts'
import { atSecondPage, errorBody, held } from './support/scripted-service.ts'
import { signIn, signInWith, signOut } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test, viewerKey } from './support/test.ts'

test.use({ dates: true, viewport: { width: 1440, height: 900 } })

test('an export that is refused is not tried again, one that ended is folded, and offline one waits @all', async ({
  page,
  context,
}) => {
  await test.step('a filter that the service refuses is not tried again', async () => {
    await page.goto('/transactions?status=nonsense')
    await beginTransactions(page)
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('Refused: the service does not accept this filter.')
    await expect(export_).toContainText('TXN-01')
    await expect(export_.getByRole('button', { name: /Try again/ })).toHaveCount(0)
    await export_.getByRole('button', { name: 'Cancel' }).click()
    await expect(tray(page)).toHaveCount(0)
  })

  await test.step('what has ended well stands in one line when another is begun, and unfolds', async () => {
    await goWithin(page, '/vaults?limit=5')
    const lines = (await textOf(await exportedFrom(page, 'vaults'))).trim().split('\r\n')
    const first = one(page, 'Vaults, CSV').last()
    await exportedFrom(page, 'vaults')
    await expect(first).toContainText(`Complete, ${lines.length - 1} rows`)
    await expect(first.getByRole('button', { name: 'Save again' })).toHaveCount(0)
    // The pager can be pressed beside them.
    await page.getByRole('link', { name: 'Next', exact: true }).click({ trial: true })
    await first.getByRole('button', { name: 'Expand' }).click()
    await expect(first).toContainText('Saved as vaults_')
    await expect(first.getByRole('button', { name: 'Save again' })).toBeVisible()
    await expectAccessible(page, 'exports of which one is folded')
  })

  await test.step('offline, it says so, and goes on by itself', async () => {
    await goWithin(page, '/transactions?limit=10')
    await expect(rowLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
    let asked = () => {}
    const begun = new Promise<void>((resolve) => {
      asked = resolve
    })
    let offline = true
    await context.route(/\/api\/transactions\?.*offset=999/, async (route) => {
      if (!offline) return route.continue()
      await context.setOffline(true)
      asked()
      await route.abort('internetdisconnected')
    })
    const download = exportedFrom(page, 'transactions', leaveOutDates)
    await begun
    await expect(one(page, 'Transactions, CSV')).toContainText('This browser is offline')
    offline = false
    await context.setOffline(false)
    expect((await download).suggestedFilename()).toMatch(/Z\.csv$/)
  })
})

test.describe('of a service that is held up', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('it is watched, and goes on from any page; two run at once; leaving warns @all', async ({
    page,
    scripted,
  }) => {
    const second = held(scripted.passOn)
    scripted.script('/transactions', atSecondPage(scripted.passOn, second.script))
    await page.goto('/transactions?limit=10')
    await beginTransactions(page)
    const transactions = one(page, 'Transactions, CSV')
    await expect(transactions).toContainText(/1,000 records, 1 page/)
    await expect(tray(page)).toContainText('1 export running')
    await expectAccessible(page, 'an export that is on its way')

    await page.getByRole('link', { name: 'Vaults', exact: true }).click()
    await expect(rowLinks(tableOf(page, 'Vaults')).first()).toBeVisible()
    expect((await exportedFrom(page, 'vaults')).suggestedFilename()).toMatch(/Z\.csv$/)
    await expect(tray(page)).toContainText('1 of 2 exports running')

    const leaving = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const warning = await leaving
    expect(warning.type()).toBe('beforeunload')
    await warning.dismiss()

    const download = page.waitForEvent('download')
    second.release()
    const whole = await download
    expect(whole.suggestedFilename()).toMatch(/Z\.csv$/)
    expect((await textOf(whole)).split('\r\n').length).toBeGreaterThan(1000)
  })

  test('what a failure stopped goes on from there @all', async ({ page, scripted }) => {
    scripted.script('/transactions', atSecondPage(scripted.passOn, errorBody('ERR-00')))
    await page.goto('/transactions?limit=10')
    await beginTransactions(page)
    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('Stopped by an error')
    await expect(export_).toContainText('ERR-00')
    await expectAccessible(page, 'an export that an error stopped')
    scripted.reset()
    const download = page.waitForEvent('download')
    await export_.getByRole('button', { name: 'Try again from here' }).click()
    expect((await download).suggestedFilename()).toMatch(/Z\.csv$/)
    // It went on where it was: the first page was read to begin with and to see at the end what is new, and not for another try.
    const asked = scripted.received.map(({ target }) => new URL(target, 'http://service').searchParams)
    expect(asked.filter((query) => query.get('limit') === '1000')[0]?.get('offset')).toBe('999')
  })
})

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

test('signing out asks before it ends an export that runs, and names it @all', async ({ page, context }) => {
  const release = await hold(context, /\/api\/transactions\?.*offset=999/)
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
