/** Another revision has lists read again: no row moves, what is new is offered, and it can be turned off. */
import type { Locator, Page } from 'playwright/test'
import { serveTransactions, accountsTest as test, untilKept, untilRevised } from './support/accounts.ts'
import { openPreferences, startSession } from './support/session.ts'
import { expectEveryRow, expectRows, rowHeaderLinks, rows, tableOf } from './support/table.ts'
import { expect } from './support/test.ts'

test.use({ kept: 'configured' })

interface Listed {
  readonly transaction_id: string
  status: string
  readonly transaction: object
}

const listed = (name: string, status = 'completed'): Listed => ({
  transaction_id: name,
  status,
  transaction: { transaction_type: 'deposit', asset_id: 'BTC', network_id: 'BTC', amount: '1', fee: '0' },
})

/** An account of a key of its own, whose list the test changes. */
let transactions: Listed[] = []
let tests = 0
test.beforeEach(async ({ page, accounts: { service } }, { workerIndex }) => {
  tests += 1
  service.reset()
  transactions = [listed('d', 'pending'), listed('c', 'pending'), listed('b'), listed('a')]
  serveTransactions(service, transactions)
  await startSession(page, `key ${workerIndex} ${tests}`)
  await untilKept(page)
  await page.clock.install()
})

test('another revision moves no row: new ones wait to be shown, changed ones change in place @all', async ({
  page,
}) => {
  const links = await openList(page)
  const table = tableOf(page, 'Transactions')
  await expectEveryRow(table, 'Date', '–')
  const before = await rows(table)
  await untilRevised(page, () => {
    turn(transactions[0])
    transactions.unshift(listed('e'))
  })
  const news = page.getByRole('button', { name: '1 new · Show' })
  await expect(news).toBeVisible()
  await expectRows(table, [
    { ...before[0], Date: `Changed ${before[0]?.Date}`, Status: 'Completed' },
    ...before.slice(1),
  ])
  await expect(page.getByRole('status').filter({ hasText: ': Completed.' })).toHaveCount(1)
  await news.click()
  await expect(news).toBeHidden()
  await expect(links).toHaveCount(5)
  expect((await rows(table)).map(({ id }) => id)).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('the refresh button has the account read, and shows what is new then @all', async ({ page }) => {
  const links = await openList(page)
  await expect(page.getByRole('region', { name: 'Records' })).toContainText(
    /4 records as of \d\d:\d\d:\d\d UTC/,
  )
  transactions.unshift(listed('e'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(links).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Records' })).toContainText('5 records')
  await expect(page.getByRole('button', { name: 'Show' })).toHaveCount(0)

  await test.step('without automatic refresh nothing is asked for, until somebody asks', async () => {
    const live = async () =>
      (await openPreferences(page)).getByRole('checkbox', { name: 'Refresh automatically' })
    await (await live()).uncheck()
    await page.keyboard.press('Escape')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    transactions.unshift(listed('f'))
    await page.clock.runFor(60_000)
    await page.clock.fastForward(240_000)
    const ofGateway = () => asked.filter((path) => path.startsWith('/api/'))
    expect(ofGateway()).toEqual([])
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(links).toHaveCount(6)
    expect(ofGateway()[0]).toBe('/api/sync')
    await page.reload()
    await expect(await live()).not.toBeChecked()
  })
})

/** Between what is in flight and what has ended. */
function turn(transaction: Listed | undefined): void {
  if (transaction) transaction.status = transaction.status === 'pending' ? 'completed' : 'pending'
}

async function openList(page: Page, query = ''): Promise<Locator> {
  await page.goto(`/transactions${query}`)
  const table = tableOf(page, 'Transactions')
  await expect(table).toHaveAttribute('aria-busy', 'false')
  await expect(rowHeaderLinks(table).first()).toBeVisible()
  return rowHeaderLinks(table)
}
