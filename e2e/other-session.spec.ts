/** Another key is signed in, or the session is lost, at any moment: what was read with the first is shown to nobody else, and no result mixes two. */
import { account, signInAt, accountsTest as test } from './support/accounts.ts'
import { startSession } from './support/session.ts'
import { arrange } from './support/table.ts'
import { expect } from './support/test.ts'

test.use({ kept: 'configured', viewport: { width: 1440, height: 900 } })
test.beforeEach(async ({ page, accounts: { service } }) => {
  service.reset()
  service.script('*', account)
  await startSession(page, 'key-of-a')
})

test('a reconciliation is not shown to another key, nor to nobody @all', async ({ page }) => {
  await page.goto('/reconciliation')
  const main = page.getByRole('main')
  await expect(main).toContainText('1,100 assets', { timeout: 60_000 })
  const other = await page.context().newPage()
  await signInAt(other, 'key-of-b')
  await expect(main).not.toContainText('1,100 assets')
  await expect(main).toContainText('1,201 assets', { timeout: 60_000 })
  await page.context().clearCookies()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(main).not.toContainText('assets agree')
})

test('a list shows no rows of the key before once another is signed in in another tab @all', async ({
  page,
}) => {
  await arrange(page, ['transaction_id'])
  await page.goto('/transactions?limit=25')
  const table = page.getByRole('table', { name: 'Transactions' })
  await expect(table).toContainText('key-of-a t0')
  const other = await page.context().newPage()
  await signInAt(other, 'key-of-b')
  await expect(table).toContainText('key-of-b t0')
  await expect(table).not.toContainText('key-of-a')
  await expect(page.getByRole('button', { name: /^[\d,]+ new$/ })).toHaveCount(0)
})

test('a page that was sent in one session shows nothing of another one that is signed in before its rows are read @all', async ({
  page,
}) => {
  await arrange(page, ['transaction_id'])
  await page.route(
    ({ pathname }) => pathname === '/transactions',
    async (route) => {
      const answer = await route.fetch()
      // Meanwhile in another tab; so that the page is of one session, and the rows that it asks for are of the other.
      await startSession(page, 'key-of-b')
      await route.fulfill({ response: answer, headers: { ...answer.headers(), 'set-cookie': '' } })
    },
  )
  await page.goto('/transactions?limit=25')
  const table = page.getByRole('table', { name: 'Transactions' })
  await expect(table).toContainText('key-of-b t0')
  await expect(table).not.toContainText('key-of-a')
  await expect(page.getByRole('status').filter({ hasText: 'GTW-12' })).toHaveCount(0)
})
