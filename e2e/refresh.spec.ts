/** Another revision has lists read again: no row moves, what is new is offered, what has failed is said under them, and it can be turned off. */
import type { Locator, Page } from 'playwright/test'
import { serviceErrors } from '../src/contract/errors.ts'
import { expectAccessible } from './support/accessibility.ts'
import { serveTransactions, test, untilKept, untilRevised } from './support/accounts.ts'
import { openPreferences, startSession } from './support/session.ts'
import { expectEveryRow, expectRows, rowLinks, rows, tableOf } from './support/table.ts'
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

test('no row moves when rows cannot be read again, and can be again, however wide the window is @all', async ({
  page,
}) => {
  const rows = await openList(page)
  for (const width of [1440, 900, 360])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      const before = await places(rows)
      const { message } = serviceErrors['ERR-01']
      await page.route(isList, (route) =>
        route.fulfill({ status: 500, json: { error_code: 'ERR-01', code: '500', error: message } }),
      )
      await untilRevised(page, () => turn(transactions[0]))
      const { title } = serviceErrors['ERR-01']
      const line = page.getByRole('main').getByRole('alert')
      await expect(line).toContainText(`${title} Not refreshed since`)
      await expect(line).toBeInViewport({ ratio: 1 })
      expect(await places(rows)).toEqual(before)
      expect(await isCovered(rows.first())).toBe(false)

      await line.getByRole('button', { name: 'Details' }).click()
      const details = page.getByRole('dialog', { name: title })
      await expect(details).toContainText('ERR-01')
      if (width === 1440) await expectAccessible(page, 'a failure under the rows, with its details')
      await page.keyboard.press('Escape')
      await expect(details).toBeHidden()
      await expect(line.getByRole('button', { name: 'Details' })).toBeFocused()

      await page.unroute(isList)
      await untilRevised(page, () => turn(transactions[0]))
      await expect(line).toBeHidden()
      expect(await places(rows)).toEqual(before)
    })
})

test('rows that are found no longer stay until the reader asks @all', async ({ page }) => {
  const rows = await openList(page, '?status=pending')
  await untilRevised(page, () => turn(transactions[0]))
  const changed = page.getByRole('button', { name: 'The list has changed · Show' })
  await expect(changed).toBeVisible()
  await expect(rows).toHaveCount(2)
  await changed.click()
  await expect(rows).toHaveCount(1)
})

test('another revision moves no row: new ones wait to be shown, changed ones change in place', async ({
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

const isList = /\/api\/transactions\?limit=/

/** Between what is in flight and what has ended. */
function turn(transaction: Listed | undefined): void {
  if (transaction) transaction.status = transaction.status === 'pending' ? 'completed' : 'pending'
}

async function openList(page: Page, query = ''): Promise<Locator> {
  await page.goto(`/transactions${query}`)
  const table = tableOf(page, 'Transactions')
  await expect(table).toHaveAttribute('aria-busy', 'false')
  await expect(rowLinks(table).first()).toBeVisible()
  return rowLinks(table)
}

function isCovered(row: Locator): Promise<boolean> {
  return row.evaluate((link) => {
    const { left, width, top, height } = link.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    return !link.contains(seen) && !link.closest('tr')?.contains(seen)
  })
}

function places(rows: Locator): Promise<number[]> {
  return rows.evaluateAll((all) => all.slice(0, 4).map((row) => Math.round(row.getBoundingClientRect().top)))
}
