/** Activity over time: what the chart says is what the lists say, for those who look, those who press keys and those who listen. */
import type { IncomingMessage } from 'node:http'
import type { Page } from 'playwright/test'
import { transactionList } from '../src/contract/records.ts'
import { sumOf } from '../src/features/activity/figures.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, vaultsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { errorBody, hang, json, type Script } from './support/scripted-service.ts'
import { openPreferences, startSession } from './support/session.ts'
import { compact, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { goWithin } from './support/within.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('figures are those of the lists, and lead to them', async ({ page }) => {
  await startSession(page)
  await test.step('every month has what its lists have', async () => {
    await page.goto('/?show=table&span=12m')
    const table = tableOf(page, 'Activity, last 12 months')
    await expect(activityOf(page)).toContainText('As of', { timeout: 20_000 })
    const lines = await rows(table)
    expect(lines).toHaveLength(12)
    for (const { Month: month = '', Deposits, Withdrawals } of lines) {
      const dates = `start_date=${month}-01&end_date=${lastDayOf(month)}`
      const answer = await page.request.get(`/api/transactions?limit=1000&${dates}`)
      // One month of the demonstration is empty.
      const inMonth = answer.ok() ? transactionList.parse(await answer.json()).transactions : []
      if (!answer.ok()) expect(await answer.json()).toMatchObject({ error_code: 'TXN-02' })
      const typed = (type: string) =>
        inMonth.filter(({ transaction }) => transaction.transaction_type === type)
      expect([month, Deposits, Withdrawals]).toEqual([
        month,
        String(typed('deposit').length),
        String(typed('withdraw').length),
      ])
    }
    const before = lines[1]?.Month ?? ''
    await table.getByRole('row', { name: before }).getByRole('link').nth(1).click()
    await expectAddress(
      page,
      `/transactions?start_date=${before}-01&end_date=${lastDayOf(before)}&transaction_type=withdraw`,
    )
  })

  await test.step('a vault’s amounts are exact, and those of its completed transactions', async () => {
    const [vault] = await vaultsOf(page, 'limit=1&vault_type=warm')
    const id = vault?.vault_id ?? ''
    const into = await transactionsOf(
      page,
      `limit=1000&status=completed&destination_id=${id}&start_date=${monthsAgo(11)}-01`,
    )
    const first = into[0]?.transaction
    await goWithin(page, `/vaults/${id}?show=table&span=12m`)
    await expect(page.getByRole('heading', { level: 1, name: vault?.vault_name ?? '' })).toBeVisible()
    const activity = activityOf(page)
    await activity.scrollIntoViewIfNeeded()
    await expect(activity).toContainText('As of', { timeout: 20_000 })
    await activity
      .getByLabel('Asset')
      .selectOption(
        `${first?.asset_id}${first?.network_id === first?.asset_id ? '' : ` · ${first?.network_id}`}`,
      )
    await activity.getByText('Amount', { exact: true }).click()
    await expect(page).toHaveURL(/span=12m&measure=amount&show=table$/)
    const lines = await rows(tableOf(page, 'Activity, last 12 months'))
    const ofAsset = into.filter(
      ({ transaction }) =>
        transaction.asset_id === first?.asset_id && transaction.network_id === first.network_id,
    )
    expect(sumOf(lines.map((line) => compact(line[`In, ${first?.asset_id}`] ?? '')))).toBe(
      sumOf(ofAsset.map(({ transaction }) => transaction.amount)),
    )
  })
})

test.describe('on a service of the test’s own', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('keys move among the bars, of which each leads to its day @all', async ({ page, scripted }) => {
    scripted.script(
      '/transactions',
      days((back) => ({ deposit: back, withdraw: back === 3 ? 0 : 1 })),
    )
    await page.goto('/')
    const activity = activityOf(page)
    await expect(activity).toContainText('As of')
    await expect(activity.getByRole('listitem').filter({ hasText: 'Deposits' })).toHaveText('Deposits435')
    await activity.getByRole('radio', { name: 'Chart' }).focus()
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAccessibleName(/: Deposits 0$/)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(focused).toHaveAccessibleName(/: Deposits 3$/)
    await page.keyboard.press('ArrowDown')
    await expect(focused).toHaveAccessibleName(/: Withdrawals 0$/)
    await page.keyboard.press('Home')
    await expect(focused).toHaveAccessibleName(/: Withdrawals 1$/)
    // One stop of the Tab key.
    await page.keyboard.press('Tab')
    await expect(focused).toHaveText('Reconcile')
    await page.keyboard.press('Shift+Tab')
    await expectAccessible(page, 'activity, as a chart')
    await page.keyboard.press('Enter')
    await expectAddress(
      page,
      `/transactions?start_date=${dayBack(29)}&end_date=${dayBack(29)}&transaction_type=withdraw`,
    )

    const asked = scripted.received.length
    await page.goBack()
    await expect(activityOf(page)).toContainText('As of')
    expect(scripted.received.slice(asked).filter(isOfPast)).toHaveLength(0)
    await activityOf(page).getByText('Table', { exact: true }).click()
    await expect(tableOf(page, 'Activity, last 30 days').getByRole('row')).toHaveCount(31)
    await expectAccessible(page, 'activity, as a table')
    await page.setViewportSize({ width: 360, height: 800 })
    await expectNoSidewaysScroll(page, 'activity at 360 px')
  })

  test('a day that cannot be read is no zero, a rate limit is waited out, and without filters by date there is no chart @all', async ({
    page,
    scripted,
  }) => {
    let broken = true
    let limited = false
    scripted.script('/transactions', (request, response) => {
      const start = queryOf(request).get('start_date')?.slice(0, 10)
      if (start === dayBack(2) && broken) errorBody('ERR-01')(request, response)
      else if (start === dayBack(4) && !limited) {
        limited = true
        errorBody('ERR-03', { 'retry-after': '1' })(request, response)
      } else days(() => ({ deposit: 1, withdraw: 0 }))(request, response)
    })
    await page.goto('/')
    const activity = activityOf(page)
    await expect(activity).toContainText('The service asks to wait (ERR-03)')
    await expect(activity).toContainText('1 day could not be read: The service failed (ERR-01)')
    await expect(activity.getByRole('link', { name: 'Deposits not read' })).toHaveCount(1)
    await activity.getByText('Table', { exact: true }).click()
    const line = tableOf(page, 'Activity, last 30 days').getByRole('row', { name: dayBack(2) })
    await expect(line).toContainText('not read')
    await expectAccessible(page, 'activity with a day that is missing')
    broken = false
    await activity.getByRole('button', { name: 'Try again' }).click()
    await expect(line.getByRole('link')).toHaveText(['1', '0'])
    await expect(activity).not.toContainText('could not be read')

    await test.step('a service that does not filter by date gets no chart', async () => {
      const one = json({ transactions: [record('t1', 'deposit')] })
      scripted.script('/transactions', one)
      await page.reload()
      await expect(activity).toContainText('The service lists a transaction on two different days')
      await expect(activity.getByRole('link')).toHaveCount(0)

      scripted.script('/transactions', (request, response) => {
        const answer = queryOf(request).has('start_date') ? errorBody('TXN-03') : one
        answer(request, response)
      })
      await page.reload()
      await expect(activity).toContainText('The service does not filter by date')
      await (await openPreferences(page)).getByLabel('Show dates').uncheck()
      await expect(activity).toContainText('Turn on “Show dates” to see it.')
    })
  })

  test('it is asked for once it is in view and seen, three at a time, and no more when the page is left @all', async ({
    page,
    scripted,
  }) => {
    const asked = () => scripted.received.filter(isOfPeriod).length
    scripted.script('/transactions', (request, response) => {
      const answer = isOfPeriod({ target: request.url ?? '' })
        ? hang
        : days(() => ({ deposit: 1, withdraw: 1 }))
      answer(request, response)
    })
    await page.setViewportSize({ width: 800, height: 300 })
    await page.goto('/')
    const activity = activityOf(page)
    await expect(activity).toContainText('Reading 0 of 30 days')
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
    await activity.scrollIntoViewIfNeeded()
    // What it would have asked for would have left before this.
    await page.evaluate(async () => {
      for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve))
      await fetch('/api/vaults?limit=1')
    })
    expect(
      scripted.received.filter(({ target }) => /^\/transactions\?limit=1(000)?&.*start_date/.test(target)),
    ).toEqual([])
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect.poll(asked).toBe(3)
    await page.getByRole('link', { name: 'Reconcile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Reconciliation' })).toBeVisible()
    expect(asked()).toBe(3)
  })
})

function activityOf(page: Page) {
  return page.getByRole('region', { name: 'Activity' })
}

function queryOf({ url }: Pick<IncomingMessage, 'url'>): URLSearchParams {
  return new URL(url ?? '', 'http://service.invalid').searchParams
}

/** Whether a request is for the figures of a period. */
function isOfPeriod({ target }: { readonly target: string }): boolean {
  const query = queryOf({ url: target })
  return target.startsWith('/transactions?') && query.has('start_date') && query.get('limit') === '1000'
}

function isOfPast(request: { readonly target: string }): boolean {
  return isOfPeriod(request) && queryOf({ url: request.target }).get('end_date')?.slice(0, 10) !== dayBack(0)
}

/** A service with so many deposits and withdrawals at the beginning of the day so many days ago, for sixty days. */
function days(of: (back: number) => { deposit: number; withdraw: number }): Script {
  return (request, response) => {
    const query = queryOf(request)
    const [from, to] = ['start_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? ''))
    const records = Array.from({ length: 60 }, (_, back) => back)
      .filter(
        (back) => !(Date.parse(dayBack(back)) < (from ?? 0)) && !(Date.parse(dayBack(back)) > (to ?? 0)),
      )
      .flatMap((back) =>
        Object.entries(of(back)).flatMap(([type, count]) =>
          Array.from({ length: count }, (_, index) => record(`${back} ${type} ${index}`, type)),
        ),
      )
      .filter(({ transaction_id: id }) => id === (query.get('transaction_id') ?? id))
    const offset = Number(query.get('offset') ?? 0)
    const page = records.slice(offset, offset + Number(query.get('limit') ?? 200))
    const answer = page.length > 0 ? json({ transactions: page }) : errorBody('TXN-02')
    answer(request, response)
  }
}

function record(transaction_id: string, transaction_type: string) {
  return {
    transaction_id,
    status: 'completed',
    transaction: { transaction_type, asset_id: 'AAA', network_id: 'N', amount: '1', fee: '0' },
  }
}

function dayBack(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

function monthsAgo(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7)
}

/** Of the month that goes on it is today. */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return last < dayBack(0) ? last : dayBack(0)
}
