/** How a session ends that nobody uses any more, and every session at once. */
import type { Request } from 'playwright/test'
import { gatewayErrors } from '../src/contract/gateway-errors.ts'
import { idleHeader, parseSessionState } from '../src/contract/session.ts'
import { openPreferences, startSession } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test, viewerKey } from './support/test.ts'

test('whoever does nothing is asked a minute before the session ends, and signed out without an answer @all', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.goto('/transactions?limit=10')
  const rows = rowLinks(tableOf(page, 'Transactions'))
  await expect(rows).toHaveCount(10)
  // The gateway's own clock does not move with the page's: its answers are those that it would give then.
  let idleSeconds = 55
  let isBroken = false
  const attended: boolean[] = []
  await page.route('**/session', async (route) => {
    if (isBroken) return await route.abort()
    const answer = await route.fetch()
    const state = parseSessionState(await answer.json())
    attended.push(idleFor(route.request()) < 60_000)
    await route.fulfill({ response: answer, json: state.signedIn ? { ...state, idleSeconds } : state })
  })
  const refresh = page.waitForRequest(
    (request) => request.url().includes('/api/transactions') && idleFor(request) >= 60_000,
  )
  await page.clock.fastForward('14:01')
  await refresh
  const question = page.getByRole('dialog', { name: 'Are you still there?' })
  await expect(question).toBeVisible()
  expect(attended).toEqual([false])
  idleSeconds = 900
  const stay = question.getByRole('button', { name: 'Stay signed in' })
  isBroken = true
  await stay.click()
  await expect(question.getByRole('alert')).toContainText('No connection')
  isBroken = false
  await stay.click()
  await expect(question).toBeHidden()
  expect(attended).toEqual([false, true])
  await expect(rows).toHaveCount(10)

  idleSeconds = 55
  await page.clock.fastForward('14:01')
  await expect(question).toBeVisible()
  await context.clearCookies()
  await page.clock.fastForward(56_000)
  await expect(page.getByRole('main')).toContainText(gatewayErrors['GTW-04'].title)
  await expect(question).toBeHidden()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('signing out everywhere ends the session of another browser too @all', async ({
  page,
  browser,
  baseURL,
}) => {
  // An account of its own: other tests read with the same key.
  await startSession(page, viewerKey, 'left-everywhere')
  const elsewhere = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  await startSession(elsewhere, viewerKey, 'left-everywhere')
  await page.goto('/vaults')
  await expect(rowLinks(tableOf(page, 'Vaults'))).not.toHaveCount(0)
  await (await openPreferences(page)).getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect((await elsewhere.request.get('/api/vaults')).status()).toBe(401)
  await elsewhere.close()
})

/** For how many milliseconds nobody had done anything when the page made a request. */
function idleFor(request: Request): number {
  return Number(request.headers()[idleHeader])
}

test('signing out that fails is seen, and can be tried again @all', async ({ page }) => {
  await page.goto('/vaults')
  await page.route('**/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: /^Preferences/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const failed = page.getByRole('dialog', { name: 'Signing out failed' })
  await expect(failed).toContainText('You may still be signed in.')
  await page.unroute('**/session')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeVisible()
})
