/** How far the gateway has read the records of an account is told on every page, and what needs all of them waits. */
import type { Page } from 'playwright/test'
import { serveTransactions, accountsTest as test } from './support/accounts.ts'
import { errorAnswer, held, json } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { rowHeaderLinks, tableOf } from './support/table.ts'
import { expect } from './support/test.ts'

const recordsOf = (page: Page) => page.getByRole('region', { name: 'Records' })

test.use({ kept: 'configured', viewport: { width: 1440, height: 900 } })

test('says how far it is, and what waits for all records goes on by itself once they are read @all', async ({
  page,
  accounts: { service },
}) => {
  service.reset()
  const transactions = Array.from({ length: 60 }, (_, index) => ({
    transaction_id: `t${index}`,
    status: 'completed',
    transaction: { amount: String(index) },
  }))
  serveTransactions(service, transactions)
  const last = held(json({ whitelists: [] }))
  service.script('/whitelist', last.script)
  await startSession(page, 'key of an account that is being read')
  await page.goto('/transactions?sort=amount:desc')
  await last.arrived()
  const main = page.getByRole('main')
  await expect(main).toContainText('all records of the account, which are still being read')
  await expect(recordsOf(page)).toContainText('Reading records')
  last.release()
  await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(50, { timeout: 30_000 })
  await expect(recordsOf(page)).toContainText(/60 records as of \d\d:\d\d:\d\d UTC/, { timeout: 30_000 })
})

test('says since when the service does not answer, and the rows stay @all', async ({
  page,
  accounts: { service },
}) => {
  service.reset()
  serveTransactions(service, [{ transaction_id: 'a', status: 'pending' }])
  await startSession(page, 'key of a service that falls silent')
  await page.goto('/transactions')
  await expect(recordsOf(page)).toContainText(/1 record as of /, { timeout: 30_000 })
  // One that is not asked again within the minute.
  service.script('*', errorAnswer('ERR-00'))
  await expect(recordsOf(page)).toContainText(/Not answered since \d\d:\d\d:\d\d UTC \(ERR-00\)/, {
    timeout: 30_000,
  })
  await expect(page.getByRole('main')).toContainText(/no answer from the service since \d\d:\d\d:\d\d UTC/)
  await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(1)
})
