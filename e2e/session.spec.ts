import type { Page, Request } from 'playwright/test'
import { serviceErrors } from '../src/contract/errors.ts'
import { idleHeader, parseSessionState } from '../src/contract/session.ts'
import { viewerKey } from '../src/server/service/keys.ts'
import { signInHref } from '../src/url/sign-in.ts'
import { transactionLine, transactionsOf } from './support/api.ts'
import { chip, expectAddress } from './support/page.ts'
import { openDemonstration, signInWith, startSession } from './support/session.ts'
import { expectRows, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ signedIn: false })

test('a session that ends while somebody reads leaves the sign-in form alone, and the same reader comes back to the rows', async ({
  page,
  context,
}) => {
  await startSession(page)
  const address = '/transactions?status=completed&limit=25&offset=25'
  await page.goto(address)
  const table = tableOf(page, 'Transactions')
  await expect(rowHeaderLinks(table)).toHaveCount(25)
  await context.clearCookies()

  // Within five seconds, though nobody does anything.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(/^Your session has ended/)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expectAddress(page, signInHref(new URL(address, 'http://console.invalid')))
  await openDemonstration(page)
  await expectAddress(page, address)
  await expectRows(table, (await transactionsOf('status=completed&limit=25&offset=25')).map(transactionLine))

  // As with the back/forward cache, which is off while a test drives the browser.
  const turn = (type: string) =>
    page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
  const rows = rowHeaderLinks(table)
  await test.step('a page that the browser kept shows nothing before its session is known', async () => {
    await turn('pagehide')
    await expect(rows.first()).toBeHidden()
    await turn('pageshow')
    await expect(rows).toHaveCount(25)
    await expect(rows.first()).toBeVisible()

    await turn('pagehide')
    await context.clearCookies()
    await turn('pageshow')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(rows).toHaveCount(0)
  })

  await test.step('another reader who signs in there is not led to the page of the one before', async () => {
    await signInWith(page, viewerKey, 'of-another-reader')
    await expectAddress(page, '/')
  })
})

test('one signs in with a key that the service accepts, which is left nowhere, and goes nowhere else', async ({
  page,
  baseURL,
}) => {
  await page.goto('/vaults')
  await expectAddress(page, '/sign-in?from=%2Fvaults')

  await test.step('what cannot be a key is refused before it is sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await enterKey(page, 'ключ')
    await expect(page.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('API key')).toHaveAccessibleDescription(/printable characters/)
    expect(sent).toEqual([])
  })

  for (const key of ['no-such-key', 'demo-no-role-key'])
    await test.step(`${key} is refused under its field, and in the service’s own words on demand`, async () => {
      await enterKey(page, key)
      const field = page.getByLabel('API key')
      await expect(field).toHaveAccessibleDescription(/does not know this key, or it has no viewer role/)
      await expect(field).toBeFocused()
      await page.getByText('Details', { exact: true }).click()
      const banner = page.getByRole('status').filter({ hasText: serviceErrors['ERR-02'].title })
      await expect(banner).toContainText('ERR-02')
      await expect(banner).toContainText(serviceErrors['ERR-02'].message)
      await expect(banner).toContainText('POST /session')
      // The banner gives advice, but not the service's address, before anyone has signed in.
      await expect(banner).toContainText(serviceErrors['ERR-02'].advice)
      await expect(banner).not.toContainText('/authentication')
      await expect(banner.getByRole('link', { name: 'opens in a new tab' })).toHaveCount(0)
      await expect(banner.getByRole('link', { name: 'Sign in again' })).toHaveCount(0)
      await expectAddress(page, '/sign-in?from=%2Fvaults')
      expect(await (await page.request.get('/api/vaults')).json()).toMatchObject({
        error_code: 'GTW-04',
      })
    })

  await test.step('the key is left nowhere that a script, a link or a copy of the page could give away', async () => {
    await enterKey(page, viewerKey)
    await expectAddress(page, '/vaults')
    await expect(rowHeaderLinks(tableOf(page, 'Vaults')).first()).toBeVisible()
    const readable = await page.evaluate(() => ({
      storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      cookies: document.cookie,
      page: document.documentElement.outerHTML,
      address: location.href,
      history: JSON.stringify(history.state),
    }))
    for (const [where, text] of Object.entries(readable)) expect(text, where).not.toContain(viewerKey)
    expect(readable.cookies).toBe('')
  })

  // Which addresses are those of this console is tested beside `returnPath`.
  await test.step('a link to sign in leads to no other site', async () => {
    await page.goto(`/sign-in?${new URLSearchParams({ from: '//evil.invalid/' })}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(baseURL)
  })
})

test('the keyboard alone signs in, turns a page, opens a transaction, comes back and filters @all', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Open the demonstration' })).toBeVisible()
  await tabTo(page, 'Open the demonstration')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
  // It appears after the page and moves what is under it.
  await expect(page.getByRole('region', { name: 'Records' })).toBeVisible()
  await tabTo(page, 'Transactions', { backwards: true })
  await page.keyboard.press('Enter')
  const table = tableOf(page, 'Transactions')
  await expect(rowHeaderLinks(table)).toHaveCount(50)

  await tabTo(page, 'Skip to content', { backwards: true })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, 'Next')
  await page.keyboard.press('Enter')
  await expectAddress(page, '/transactions?offset=50')
  const records = await transactionsOf('limit=50&offset=50')
  await expectRows(table, records.map(transactionLine))

  // Tab stops at one row; arrows move on from it.
  await rowFocus(page)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rowHeaderLinks(table).nth(2)).toBeFocused()
  await expectVisibleFocus(page)
  const room = await page.getByRole('main').evaluate((main) => getComputedStyle(main).paddingInlineEnd)
  await page.keyboard.press('Enter')
  await expectAddress(page, `/transactions?offset=50&tx=${records[2]?.transaction_id}`)
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await expect(drawer.getByRole('heading', { name: 'Transaction', exact: true })).toBeFocused()
  await tabTo(page, 'Previous transaction')
  await page.keyboard.press('Enter')
  await expectAddress(page, `/transactions?offset=50&tx=${records[1]?.transaction_id}`)
  await tabTo(page, 'Close')
  await page.keyboard.press('Enter')
  await expect(drawer).toBeHidden()
  await expect(rowHeaderLinks(table).nth(1)).toBeFocused()
  // The page takes its room back a moment after the drawer has gone, sooner than hands can press the next key.
  await expect(page.getByRole('main')).toHaveCSS('padding-inline-end', room)

  const filters = page.getByRole('button', { name: 'Filter', exact: true })
  await tabTo(page, 'Filter', { backwards: true })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Today' })).toBeFocused()
  await tabTo(page, 'Failed')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expectAddress(page, '/transactions?status=failed')
  await expect(filters).toBeFocused()
  await tabTo(page, 'Clear Status')
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')
  await expectAddress(page, '/transactions')
  await expect(chip(page, 'Status')).toBeHidden()
  await expect(filters).toBeFocused()

  await tabTo(page, 'Preferences', { backwards: true, exact: false })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'UTC' })).toBeFocused()
  await tabTo(page, 'Sign out')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeFocused()
  await expect(page.getByRole('status')).toHaveText('You are signed out.')
  const refused = await page.request.get('/api/transactions')
  expect(await refused.json()).toMatchObject({ error_code: 'GTW-04' })
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test.describe('the end of a session', () => {
  test.use({ signedIn: true })

  test('whoever does nothing is asked a minute before the session ends, and signed out without an answer @all', async ({
    page,
    context,
  }) => {
    await page.clock.install()
    await page.goto('/transactions?limit=10')
    const rows = rowHeaderLinks(tableOf(page, 'Transactions'))
    await expect(rows).toHaveCount(10)
    // The gateway's clock does not move with the page's, so its answers are changed to what it would send then.
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
      (request) => request.url().endsWith('/api/revision') && idleFor(request) >= 60_000,
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
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(question).toBeHidden()
    await expect(page.getByRole('table')).toHaveCount(0)
  })

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
})

/** The idle time in milliseconds that a request reported. */
function idleFor(request: Request): number {
  return Number(request.headers()[idleHeader])
}

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Presses Tab until the control of this name has the focus, which has to be visible at every stop. */
async function tabTo(page: Page, name: string, { backwards = false, exact = true } = {}): Promise<void> {
  const control = page
    .getByRole('button', { name, exact })
    .or(page.getByRole('link', { name, exact }))
    .or(page.getByRole('checkbox', { name, exact }))
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab')
    await expectVisibleFocus(page)
    // Finding a control by role is slow, so that comes after the cheap check.
    if (!(await focusMentions(page, name))) continue
    if (await control.evaluateAll((all) => all.some((one) => one === document.activeElement))) return
  }
  throw new Error(`60 times Tab does not lead to "${name}"`)
}

function focusMentions(page: Page, words: string): Promise<boolean> {
  return page.evaluate((words) => {
    const { activeElement } = document
    const labelled = activeElement?.closest('label') ?? activeElement
    return `${activeElement?.getAttribute('aria-label')} ${labelled?.textContent}`.includes(words)
  }, words)
}

async function rowFocus(page: Page): Promise<void> {
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Shift+Tab')
    if (await page.evaluate(() => document.activeElement?.closest('td, th') instanceof Element)) return
  }
  throw new Error('60 times Tab does not lead to a row')
}

/** The focused element is in view and has a visible focus mark. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const focus = () =>
    page.evaluate(() => {
      const { activeElement } = document
      if (activeElement === null || activeElement === document.body) return 'left the page'
      const box = activeElement.getBoundingClientRect()
      // A radio button of our own drawing is marked by its label, a row's link by a ring that the row draws.
      const outlined = [activeElement, activeElement.parentElement].some(
        (element) => element instanceof Element && getComputedStyle(element).outlineStyle !== 'none',
      )
      const row = activeElement.closest('tr')
      const drawnBeside = ['::before', '::after'].some(
        (part) => getComputedStyle(activeElement, part).boxShadow !== 'none',
      )
      const ringed = row instanceof Element && getComputedStyle(row, '::after').outlineStyle !== 'none'
      const marked = outlined || drawnBeside || ringed
      if (!marked) return `no mark on ${activeElement.outerHTML.slice(0, 200)}`
      return box.width > 0 && box.bottom > 0 && box.top < innerHeight
        ? 'visible'
        : `out of sight at ${Math.round(box.left)}, ${Math.round(box.top)}: ${activeElement.outerHTML.slice(0, 200)}`
    })
  await expect.poll(focus).toBe('visible')
}
