/** Reports have all records read by the console itself, once one is opened and as long as it is. */
import type { Page } from 'playwright/test'
import { startGatewayBefore } from './support/product.ts'
import { atSecondPage, held, json } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { test as base, expect } from './support/test.ts'

const recordsOf = (page: Page) => page.getByRole('region', { name: 'Records' })

const test = base.extend<object, { unkept: { readonly console: string } }>({
  unkept: [
    async ({ scriptedConsole }, use) => {
      const gateway = await startGatewayBefore(scriptedConsole.address)
      await use({ console: gateway.address })
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ unkept }, use) => use(unkept.console),
})

test.use({ viewport: { width: 1440, height: 900 } })

test('all are read for a report that is open, and what is new every half minute', async ({
  page,
  scripted,
}) => {
  await page.clock.install()
  await startSession(page)
  await page.goto('/vaults')
  await expect(recordsOf(page)).toContainText('Records are not kept here')
  await recordsOf(page).getByRole('button').click()
  await expect(page.getByRole('dialog', { name: 'Records' })).toContainText('KEEP_RECORDS=none')
  await page.goto('/statements?period=2026-01')
  await expect(page.getByText(/holdings proved/).first()).toBeVisible({ timeout: 30_000 })
  const before = scripted.received.length
  await page.clock.runFor(31_000)
  await expect.poll(() => scripted.received.length - before).toBeGreaterThan(0)
  // The newest, the end of the list, what is open, and all holdings.
  expect(scripted.received.length - before).toBeLessThan(30)
  await page.getByRole('link', { name: 'Whitelists', exact: true }).click()
  await expect(rowLinks(tableOf(page, 'Whitelists')).first()).toBeVisible()
  const left = scripted.received.length
  await page.clock.runFor(90_000)
  expect(scripted.received.length).toBe(left)
})

test('where the tab that reads is closed another one reads @all', async ({ page, context, scripted }) => {
  const second = held(scripted.passOn)
  scripted.script('/transactions', atSecondPage(scripted.passOn, second.script))
  await startSession(page)
  await page.goto('/statements?period=2026-01')
  await second.arrived()
  const other = await context.newPage()
  await other.goto('/statements?period=2026-01')
  await expect(other.getByRole('main')).toContainText('Reading records')
  await page.close()
  second.release()
  await expect(other.getByText(/holdings proved/).first()).toBeVisible({ timeout: 30_000 })
})

test('an answer of another form stops the reading, is told on the page, and is tried again', async ({
  page,
  scripted,
}) => {
  scripted.script('/vaults', json(null))
  await startSession(page)
  await page.goto('/reconciliation')
  const main = page.getByRole('main')
  await expect(main.getByText('The answer has an unexpected form')).toHaveCount(1, { timeout: 30_000 })
  scripted.reset()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Reconciliation', exact: true })).toContainText('As of', {
    timeout: 30_000,
  })
})
