/** The records of an account are read by themselves, whatever its service, its tabs and its session do meanwhile. */
import type { Page } from 'playwright/test'
import { startGatewayBefore } from './support/product.ts'
import { atSecondPage, errorBody, held, json } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { test as base, expect } from './support/test.ts'

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

test('where the tab that reads is closed another one reads @all', async ({ page, context, scripted }) => {
  const second = held(scripted.passOn)
  scripted.script('/transactions', atSecondPage(scripted.passOn, second.script))
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

test('an account without transactions has none, and says so @all', async ({ page, scripted }) => {
  scripted.script('/transactions', errorBody('TXN-02'))
  await startSession(page)
  await page.goto('/transactions')
  await expect(recordsOf(page)).toContainText('No transactions', { timeout: 30_000 })
})

test('an answer of another form stops the reading in one line of the rail, is told once on the page, and is tried again', async ({
  page,
  scripted,
}) => {
  scripted.script('/vaults', json(null))
  await startSession(page)
  await page.goto('/reconciliation')
  const failure = 'The answer has an unexpected form'
  await expect(page.getByRole('main').getByText(failure)).toHaveCount(1, { timeout: 30_000 })
  const records = recordsOf(page)
  await expect(records).toContainText(failure)
  await expect(records).not.toContainText('GET /vaults')
  await expect(page.getByRole('button', { name: /^Preferences/ })).toBeInViewport()
  scripted.reset()
  await records.getByRole('button', { name: 'Try again' }).click()
  await expect(records).toContainText(allRead, { timeout: 30_000 })
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
  await expect(records).toContainText('Too many records to read without asking')
  await page.getByRole('main').getByRole('button', { name: 'Read all records' }).click()
  await expect(records).toContainText(allRead, { timeout: 30_000 })
})
