/** When it happened: dates that the console finds with the service's own filter, in the table and in the record. */
import type { Locator, Page } from 'playwright/test'
import { transactionsOf } from './support/api.ts'
import { goWithin, hold } from './support/page.ts'
import { errorBody } from './support/scripted-service.ts'
import { openPreferences } from './support/session.ts'
import { arrange, column, loaded, rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

test('every row and record has the day for which the service returns it, found for those who want it @all', async ({
  page,
}) => {
  const asked = askedForDays(page)
  const table = tableOf(page, 'Transactions')

  await test.step('without the column, or by the reader’s choice, nothing is asked', async () => {
    await arrange(page, { transactions: { columns: ['status', 'amount'] } })
    await page.goto('/transactions?limit=10')
    await loaded(page)
    await (await openPreferences(page)).getByRole('checkbox', { name: 'Show dates' }).uncheck()
    await arrange(page, { transactions: {} })
    await page.goto('/transactions?limit=10')
    await loaded(page)
    await expect(table.getByRole('columnheader', { name: 'Date' })).toHaveCount(0)
    expect(asked).toEqual([])
    const unnamed = await page.evaluateHandle(datesWithoutName)
    await (await openPreferences(page)).getByRole('checkbox', { name: 'Show dates' }).check()
    await expect(table.getByRole('columnheader', { name: 'Date' })).toBeVisible()
    await dated(page)
    expect(asked.length).toBeGreaterThan(0)
    expect(await unnamed.jsonValue(), 'dates in rows whose names lack them').toEqual([])
  })

  await test.step('dates that come after their rows move no column', async () => {
    const release = await hold(page, /start_date/)
    await page.goto('/transactions?limit=10')
    await loaded(page)
    const before = await columnWidths(table)
    await expect(table.getByRole('rowheader').first()).toHaveText('')
    release()
    await dated(page)
    expect(await columnWidths(table)).toEqual(before)
    await page.unrouteAll()
  })

  await test.step('a record has its day at once, and leads to its day', async () => {
    const [day] = await dated(page)
    await rowLinks(table).first().click()
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await expect(drawer).toContainText(`${day} UTC`)
    await drawer.getByRole('link', { name: 'Show all transactions with this date' }).click()
    await expect(page).toHaveURL(new RegExp(`start_date=${day}&end_date=${day}$`))
    await expect.poll(() => daysIn(table).then((all) => [...new Set(all)])).toEqual([day])
  })

  await test.step('every row has its day, with a line where the day changes', async () => {
    await goWithin(page, '/transactions?limit=30')
    await expect(rowLinks(table)).toHaveCount(30)
    await loaded(page)
    const dates = await dated(page)
    const ids = (await rows(table)).map((row) => row.id)
    const [day] = dates
    const listed = await transactionsOf(page, `start_date=${day}&end_date=${day}&limit=1000`)
    const ofDay = new Set(listed.map((item) => item.transaction_id))
    expect(ids.filter((_, row) => dates[row] === day)).toEqual(ids.filter((id) => ofDay.has(id ?? '')))
    const divided = await table
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.flatMap((row, place) => ('divided' in (row as HTMLElement).dataset ? place : [])),
      )
    expect(divided).toEqual(dates.flatMap((day, row) => (row > 0 && day !== dates[row - 1] ? row : [])))
    expect(divided.length).toBeGreaterThan(0)

    // What is known is asked for once.
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/offset=30/)
    await expect(table).toHaveAttribute('aria-busy', 'false')
    await dated(page)
    await page.goBack()
    const before = asked.length
    await expect.poll(() => dated(page)).toEqual(dates)
    expect(asked.length).toBe(before)
  })
})

test.describe('another service', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('that does not filter by date, or ignores dates, gives none, and the page says why @all', async ({
    page,
    scripted,
  }) => {
    const expectRemark = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()
    scripted.script('/transactions', (request, response) =>
      (request.url?.includes('start_date') ? errorBody('TXN-03') : scripted.passOn)(request, response),
    )
    await page.goto('/transactions?limit=10')
    const table = await loaded(page)
    await expectRemark('No dates: the service does not filter by date')
    await expect.poll(() => daysIn(table).then((all) => [...new Set(all)])).toEqual(['–'])
    await expect(table.getByTitle('The service does not filter by date').first()).toBeVisible()

    scripted.script('/transactions', (request, response) => {
      const url = new URL(request.url ?? '', 'http://localhost')
      for (const name of ['start_date', 'end_date']) url.searchParams.delete(name)
      request.url = `${url.pathname}${url.search}`
      scripted.passOn(request, response)
    })
    // What a session has found out is not asked again.
    const asked = askedForDays(page)
    await page.reload()
    await loaded(page)
    await expectRemark('No dates: the service does not filter by date')
    expect(asked).toEqual([])
    await page.evaluate(() => sessionStorage.removeItem('custody-console.service-profile'))
    await page.reload()
    await loaded(page)
    await expectRemark('No dates: the service’s date filter returns other days as well')
    await page.goto('/transactions?limit=10&start_date=2026-08-01&end_date=2026-08-31')
    await expectRemark('Rows may be from other days: the service’s date filter returns other days as well')
  })
})

/** The dates of the page's rows, once they are all there. */
async function dated(page: Page): Promise<string[]> {
  const dates = () => daysIn(tableOf(page, 'Transactions'))
  await expect.poll(async () => (await dates()).filter((day) => !/^\d{4}-\d\d-\d\d$/.test(day))).toEqual([])
  return dates()
}

/** Runs in the page: what rows show first and are not named by, whenever one changes from now on. */
function datesWithoutName(): string[] {
  const unnamed: string[] = []
  new MutationObserver(() => {
    // The age of what is in flight stands under its date.
    for (const link of document.querySelectorAll('tbody a[data-row-id]'))
      if (link.textContent && !link.ariaLabel?.includes(link.textContent.slice(0, 10)))
        unnamed.push(link.textContent)
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  return unnamed
}

function askedForDays(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/service/transactions?') && request.url().includes('start_date'))
      asked.push(request.url())
  })
  return asked
}

/** Without the age of what is in flight. */
async function daysIn(table: Locator): Promise<string[]> {
  return (await column(table, 'Date')).map((text) => text.replace(/\s*(?:\d+ days?|today)$/, ''))
}

function columnWidths(table: Locator): Promise<number[]> {
  return table
    .getByRole('columnheader')
    .evaluateAll((headers) => headers.map((header) => header.getBoundingClientRect().width))
}
