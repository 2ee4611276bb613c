/** Another key is signed in, or the session is lost, while much is read: no result mixes two accounts. */
import type { Page } from 'playwright/test'
import { gatewayErrors } from '../src/contract/gateway-errors.ts'
import { expectAccessible } from './support/accessibility.ts'
import { account, keyOf, test } from './support/accounts.ts'
import { errorBody, type Script } from './support/scripted-service.ts'
import { signInWith, startSession } from './support/session.ts'
import { expect } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(({ accounts }) => accounts.service.reset())

const readings = [
  {
    name: 'a review of whitelists',
    open: (page: Page) => page.goto('/whitelists/hygiene'),
    button: 'Start',
    count: '1,201 transactions. Read from',
    again: 'Run again',
  },
  {
    name: 'a count',
    open: (page: Page) => page.goto('/transactions?limit=25'),
    button: 'Count and total all that match',
    count: '1,201 transactions',
    again: 'Count again',
  },
] as const

for (const [index, { name, open, button, count, again }] of readings.entries())
  test(`${name} ends where another key is signed in meanwhile, and begins again with that one${index > 0 ? ' @all' : ''}`, async ({
    page,
    accounts: { service },
  }) => {
    const pause = pausing()
    service.script('*', pause.script)
    await page.clock.install()
    await startSession(page, 'key-of-a')
    await open(page)
    await expect(page.getByRole('button', { name: button })).toBeEnabled()
    pause.isArmed = true
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('region', { name: 'Progress' })).toContainText(
      'The service asks to wait (ERR-03)',
    )
    await startSession(page, 'key-of-b')
    const before = service.received.length
    await page.clock.fastForward(10_000)

    const banner = page.getByRole('status').filter({ hasText: gatewayErrors['GTW-12'].title })
    await expect(banner).toContainText('GTW-12')
    await expect(banner).toContainText('records of two accounts do not mix')
    await expect(page.getByText(/Complete: read twice| assets agree|Partial: /)).toHaveCount(0)
    // Nothing of the other account was read for it.
    expect(service.received.slice(before).filter(isLongReading)).toEqual([])
    // The same words stand on each of these pages.
    if (open === readings[0].open) await expectAccessible(page, `${name} that another key has ended`)

    await banner.getByRole('button', { name: 'Begin again' }).click()
    await expect(page.getByRole('main')).toContainText(count, { timeout: 20_000 })
    await expect(banner).toHaveCount(0)
    await expect(page.getByRole('button', { name: again })).toBeVisible()
    const keys = service.received.slice(before).filter(isLongReading).map(keyOf)
    expect(new Set(keys)).toEqual(new Set(['key-of-b']))
  })

test('a session that is lost holds it up, and it goes on by itself once the same key is signed in again', async ({
  page,
  accounts: { service },
}) => {
  const pause = pausing()
  service.script('*', pause.script)
  await page.clock.install()
  await startSession(page, 'key-of-a')
  await page.goto('/whitelists/hygiene')
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  pause.isArmed = true
  await page.getByRole('button', { name: 'Start' }).click()
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress).toContainText('The service asks to wait (ERR-03)')
  await page.context().clearCookies()
  await page.clock.fastForward(10_000)
  await expect(progress).toContainText('On hold: 1,000 records')
  await expect(progress).toContainText('GTW-04')
  await expectAccessible(page, 'a review that is held up')
  // Without a session it cannot go on.
  await progress.getByRole('button', { name: 'Resume' }).click()
  await expect(progress.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(progress.getByRole('button', { name: 'Resume' })).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await progress.getByRole('link', { name: 'Sign in in a new tab' }).click()
  await signInWith(await opened, 'key-of-a')
  await expect(page.getByText('1,100 transactions. Read from')).toBeVisible()
  const first = service.received.filter(
    ({ target }) => isLongReading({ target }) && target.startsWith('/transactions?limit=1000&offset=0'),
  )
  // The second pass has smaller pages: it was not begun anew.
  expect(first).toHaveLength(1)
})

/** An account, and a rate limit once: at the second page of a long list, while it is armed. */
function pausing() {
  const pause = {
    isArmed: false,
    script: ((request, response) => {
      const isSecond =
        pause.isArmed &&
        isLongReading({ target: request.url ?? '' }) &&
        /offset=999\b/.test(request.url ?? '')
      if (!isSecond) return account(request, response)
      pause.isArmed = false
      return errorBody('ERR-03', { 'retry-after': '10' })(request, response)
    }) satisfies Script,
  }
  return pause
}

function isLongReading({ target }: { target: string }): boolean {
  return /\blimit=1000\b/.test(target)
}
