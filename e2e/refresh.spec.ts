/** The list is read again every half minute: no row moves, what is new is offered, what has failed is said under them, and it can be turned off. */
import type { Locator, Page } from 'playwright/test'
import { serviceErrors } from '../src/contract/errors.ts'
import { expectAccessible } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { errorBody, json } from './support/scripted-service.ts'
import { openPreferences } from './support/session.ts'
import { column, expectRows, rowLinks, rows, tableOf } from './support/table.ts'
import { expect, type ScriptedConsole, test } from './support/test.ts'

test.use({ dates: true, baseURL: ({ scripted }, use) => use(scripted.console) })

test('no row moves when an automatic refresh fails, is looked at, and works again, however wide the window is @all', async ({
  page,
  scripted,
}) => {
  await page.clock.install()
  const rows = await openList(page)
  for (const width of [1440, 900, 360])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      const before = await places(rows)
      scripted.script('/transactions', errorBody('ERR-01'))
      await nextRefresh(page, scripted)
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

      scripted.reset()
      await nextRefresh(page, scripted)
      await expect(line).toBeHidden()
      expect(await places(rows)).toEqual(before)
    })
})

test('rows that are found no longer stay until the reader asks, and come back by themselves @all', async ({
  page,
  scripted,
}) => {
  await page.clock.install()
  const rows = await openList(page)
  scripted.script('/transactions', errorBody('TXN-02'))
  await nextRefresh(page, scripted)
  const changed = page.getByRole('button', { name: 'The list has changed · Show' })
  await expect(changed).toBeVisible()
  await expect(rows).toHaveCount(10)
  await changed.click()
  await expect(rows).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('TXN-02')

  // Without rows there is nothing to hold still, so they appear at once.
  scripted.reset()
  await nextRefresh(page, scripted)
  await expect(rows).toHaveCount(10)

  await test.step('without automatic refresh nothing is asked for, until somebody asks', async () => {
    const live = async () =>
      (await openPreferences(page)).getByRole('checkbox', { name: 'Refresh automatically' })
    await (await live()).uncheck()
    await page.keyboard.press('Escape')
    const asked = () => lists(scripted).length
    const before = asked()
    await page.clock.fastForward(30_000)
    await page.clock.fastForward(600_000)
    expect(asked()).toBe(before)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect.poll(asked).toBe(before + 1)
    await page.reload()
    await expect(await live()).not.toBeChecked()
  })
})

test('an automatic refresh moves no row: new ones wait to be shown, changed ones change in place', async ({
  page,
  scripted,
}) => {
  await page.clock.install()
  const [newest, ...older] = await transactionsOf(page, 'limit=6&status=completed')
  const list = (...transactions: readonly unknown[]) =>
    scripted.script('/transactions', json({ transactions }))
  list(...older)
  await page.goto('/transactions')
  const table = tableOf(page, 'Transactions')
  await expect(rowLinks(table)).toHaveCount(5)
  // The scripted list has no dates.
  await expect.poll(() => column(table, 'Date')).toEqual(Array(5).fill('–'))
  const before = await rows(table)

  list(newest, { ...older[0], status: 'failed' }, ...older.slice(1))
  await nextRefresh(page, scripted)
  const news = page.getByRole('button', { name: '1 new · Show' })
  await expect(news).toBeVisible()
  await expectRows(table, [
    { ...before[0], Date: `Changed ${before[0]?.Date}`, Status: 'Failed' },
    ...before.slice(1),
  ])
  await expect(page.getByRole('status').filter({ hasText: ': Failed.' })).toHaveCount(1)

  // A second reading finds the same again, and a third that one has gone.
  await nextRefresh(page, scripted)
  await expect(news).toBeVisible()
  await news.click()
  await expect(news).toBeHidden()
  await expect(rowLinks(table)).toHaveCount(6)
  expect((await rows(table)).map((row) => row.id)).toEqual(
    [newest, ...older].map((record) => record?.transaction_id),
  )
  list(newest, ...older.slice(1))
  await nextRefresh(page, scripted)
  await expect(page.getByRole('button', { name: 'The list has changed · Show' })).toBeVisible()
  await expect(rowLinks(table)).toHaveCount(6)
})

/** A reading of the first page of the list without filters; what is read ahead, and for the address book, are others. */
const firstPage = /\/transactions\?limit=\d+&offset=0$/

function lists(scripted: ScriptedConsole) {
  return scripted.received.filter(({ target }) => firstPage.test(target))
}

/** Lets the clock pass the next automatic refresh, and waits until it has been answered. */
async function nextRefresh(page: Page, scripted: ScriptedConsole): Promise<void> {
  const before = lists(scripted).length
  const answered = page.waitForResponse((response) => firstPage.test(response.url()))
  await page.clock.fastForward(31_000)
  await (await answered).finished()
  // The first answer may be that of a reading that was under way.
  await expect.poll(() => lists(scripted).length).toBeGreaterThan(before)
}

async function openList(page: Page): Promise<Locator> {
  await page.goto('/transactions?limit=10')
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
  return rows.evaluateAll((all) => all.slice(0, 5).map((row) => Math.round(row.getBoundingClientRect().top)))
}
