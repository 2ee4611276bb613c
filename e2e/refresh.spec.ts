import type { Locator, Page } from 'playwright/test'
import { serviceErrors } from '../src/contract/errors.ts'
import { expectAccessible } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { nextRefresh } from './support/refresh.ts'
import { errorBody, json } from './support/scripted-service.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

for (const width of [1440, 900, 360])
  test(`no row moves at ${width} px when an automatic refresh fails, is looked at, and works again`, async ({
    page,
    scripted,
  }) => {
    await page.clock.install()
    await page.setViewportSize({ width, height: 800 })
    const rows = await openList(page)
    const before = await places(rows)
    scripted.script('/transactions', errorBody('ERR-01'))
    await nextRefresh(page, scripted)
    const mention = page.getByRole('button', { name: /^ERR-01 · not refreshed since \d\d:\d\d:\d\d/ })
    await expect(mention).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Not refreshed: ERR-01.' })).toHaveCount(1)
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await places(rows)).toEqual(before)

    await mention.click()
    const banner = page.getByRole('alert').filter({ hasText: serviceErrors['ERR-01'].title })
    await expect(banner).toBeVisible()
    expect(await places(rows)).toEqual(before)
    await banner.getByRole('button', { name: 'Hide' }).click()
    await expect(banner).toBeHidden()

    // What was asked for is told at once, and goes by itself when a later reading works.
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(banner).toBeVisible()
    expect(await places(rows)).toEqual(before)
    scripted.reset()
    await nextRefresh(page, scripted)
    await expect(banner).toBeHidden()
    await expect(mention).toBeHidden()
    expect(await places(rows)).toEqual(before)
  })

test('a failure over the rows, and one that is only mentioned, have no finding', async ({
  page,
  scripted,
}) => {
  test.slow()
  await openList(page)
  scripted.script('/transactions', errorBody('ERR-01'))
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  const banner = page.getByRole('alert')
  await expect(banner).toBeVisible()
  await expectAccessible(page, 'a failure over the rows')
  await banner.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByRole('button', { name: /^ERR-01 · not refreshed/ })).toBeFocused()
  await expectAccessible(page, 'a failure that is mentioned')
  await page.keyboard.press('Enter')
  await expect(banner).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(banner.getByRole('button', { name: 'Try again' })).toBeFocused()
})

test('rows that are found no longer stay until the reader asks, and come back by themselves', async ({
  page,
  scripted,
}) => {
  await page.clock.install()
  const rows = await openList(page)
  scripted.script('/transactions', errorBody('TXN-02'))
  await nextRefresh(page, scripted)
  const changed = page.getByRole('button', { name: 'The list has changed · Show' })
  await expect(changed).toBeVisible()
  await expect(rows).toHaveCount(50)
  await changed.click()
  await expect(rows).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('TXN-02')

  // Where there is no row none has to hold still.
  scripted.reset()
  await nextRefresh(page, scripted)
  await expect(rows).toHaveCount(50)
})

test('new transactions are offered on a narrow screen without moving a row', async ({ page, scripted }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 360, height: 800 })
  const [newest, ...older] = await transactionsOf(page, 'limit=6')
  scripted.script('/transactions', json({ transactions: older }))
  const rows = await openList(page)
  const before = await places(rows)
  scripted.script('/transactions', json({ transactions: [newest, ...older] }))
  await nextRefresh(page, scripted)
  await expect(page.getByRole('button', { name: '1 new · Show' })).toBeVisible()
  expect(await places(rows)).toEqual(before)
})

async function openList(page: Page): Promise<Locator> {
  await page.goto('/transactions')
  const table = tableOf(page, 'Transactions')
  await expect(table).toHaveAttribute('aria-busy', 'false')
  await expect(rowLinks(table).first()).toBeVisible()
  return rowLinks(table)
}

/** Where rows are on the page, in pixels from its top. */
function places(rows: Locator): Promise<number[]> {
  return rows.evaluateAll((all) => all.slice(0, 5).map((row) => Math.round(row.getBoundingClientRect().top)))
}
