/** The records of an account are read by themselves, whatever its service, its tabs and its session do meanwhile. */
import type { Page } from 'playwright/test'
import { startGatewayBefore } from './support/product.ts'
import { errorBody, type HeldAnswer, held, type Script } from './support/scripted-service.ts'
import { signOut, startSession } from './support/session.ts'
import { test as base, expect, type ScriptedConsole } from './support/test.ts'

const test = base.extend<object, { synced: { readonly console: string } }>({
  synced: [
    async ({ scriptedConsole }, use) => {
      const gateway = await startGatewayBefore(scriptedConsole.address, { SYNC: 'auto', SYNC_PAGES: '2' })
      await use({ console: gateway.address })
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ synced }, use) => use(synced.console),
})
test.use({ viewport: { width: 1440, height: 900 } })

const recordsOf = (page: Page) => page.getByRole('region', { name: 'Records' })
const allRead = /^All 1,300 transactions/

/** The second page of transactions is answered otherwise. */
function atSecondPage({ passOn }: ScriptedConsole, answer: Script): Script {
  return (request, response) =>
    (/limit=1000&offset=999\b/.test(request.url ?? '') ? answer : passOn)(request, response)
}

/** Holds the second page back. */
function heldUp(service: ScriptedConsole): HeldAnswer {
  const second = held(service.passOn)
  service.script('/transactions', atSecondPage(service, second.script))
  return second
}

test('they are there without a question, and what is new every half minute', async ({ page, scripted }) => {
  await page.clock.install()
  await startSession(page)
  await page.goto('/statements?period=2026-01')
  await expect(page.getByText(/holdings proved/).first()).toBeVisible({ timeout: 30_000 })
  await expect(recordsOf(page)).toContainText(allRead)
  const before = scripted.received.length
  await page.clock.runFor(31_000)
  await expect.poll(() => scripted.received.length - before).toBeGreaterThan(0)
  await expect(recordsOf(page)).toContainText(allRead)
  // The newest, the end of the list, what is open, and all holdings.
  expect(scripted.received.length - before).toBeLessThan(30)
})

test('a service that refuses for a while is waited out @all', async ({ page, scripted }) => {
  let refused = 0
  scripted.script(
    '/transactions',
    atSecondPage(scripted, (request, response) => {
      refused += 1
      ;(refused < 3 ? errorBody('ERR-03', { 'retry-after': '1' }) : scripted.passOn)(request, response)
    }),
  )
  await startSession(page)
  await page.goto('/vaults')
  await expect(recordsOf(page)).toContainText(/continues in \d s/)
  await expect(recordsOf(page)).toContainText(allRead, { timeout: 30_000 })
})

test('where the tab that reads is closed another one reads @all', async ({ page, context, scripted }) => {
  const second = heldUp(scripted)
  await startSession(page)
  await page.goto('/vaults')
  await second.arrived()
  const other = await context.newPage()
  await other.goto('/vaults')
  await expect(recordsOf(other)).toContainText('Reading records')
  await page.close()
  second.release()
  await expect(recordsOf(other)).toContainText(allRead, { timeout: 30_000 })
})

test('signing out in the middle ends the reading @all', async ({ page, scripted }) => {
  const second = heldUp(scripted)
  await startSession(page)
  await page.goto('/vaults')
  await second.arrived()
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const before = scripted.received.length
  second.release()
  await startSession(page)
  await page.goto('/vaults')
  await expect(recordsOf(page)).toContainText(allRead, { timeout: 30_000 })
  const pages = scripted.received.slice(before).filter(({ target }) => /limit=1000&offset=0\b/.test(target))
  expect(pages).not.toEqual([])
})

test('an account without transactions has none, and says so @all', async ({ page, scripted }) => {
  scripted.script('/transactions', errorBody('TXN-02'))
  await startSession(page)
  await page.goto('/transactions')
  await expect(recordsOf(page)).toContainText('No transactions', { timeout: 30_000 })
})

test('a large account is read when its reader says so @all', async ({ page, scripted }) => {
  scripted.script('/transactions', (request, response) => {
    // More than two pages, by the one request that asks for that.
    if (/limit=1&offset=2000\b/.test(request.url ?? '')) request.url = '/transactions?limit=1&offset=1200'
    scripted.passOn(request, response)
  })
  await startSession(page)
  await page.goto('/statements?period=2026-01')
  const records = recordsOf(page)
  await expect(records).toContainText('Too many records to read unasked')
  await page.getByRole('main').getByRole('button', { name: 'Read all records' }).click()
  await expect(records).toContainText(allRead, { timeout: 30_000 })
})
