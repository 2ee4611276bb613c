/** Lists as the records know them: their length, any order, several values, what waits for them, and what is in flight. */
import type { Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { compareExactly, transactionsOf } from './support/api.ts'
import { chip, expectAddress, filterBy } from './support/page.ts'
import { column, loaded, rowHeaderLinks, rows } from './support/table.ts'
import { expect, test } from './support/test.ts'

const pagerOf = (page: Page) => page.getByRole('navigation', { name: 'Pages of transactions' })

test.beforeEach(async ({ page }) => {
  // The gateway reads the account once, and answers from the records then.
  await expect
    .poll(async () => (await (await page.request.get('/api/transactions?limit=1')).json()).from, {
      timeout: 60_000,
    })
    .toBe('store')
})

test('a list says how many there are, leads to its last page, and is sorted whole', async ({ page }) => {
  const all = await transactionsOf('status=completed&asset_id=ETH&limit=1000')
  const amounts = all
    .map(({ transaction }) => transaction.amount)
    .sort((one, other) => compareExactly(other, one))
  await page.goto('/transactions?status=completed&asset_id=ETH&limit=10')
  const table = await loaded(page)
  const pager = pagerOf(page)
  await expect(pager).toContainText(`1–10 of ${all.length} transactions`)

  await pager.getByRole('link', { name: 'Last page' }).click()
  const last = Math.floor((all.length - 1) / 10) * 10
  await expectAddress(page, `/transactions?status=completed&asset_id=ETH&limit=10&offset=${last}`)
  await expect(pager).toContainText(`of ${all.length} transactions`)
  await expect(pager.getByRole('link', { name: 'Next' })).toBeDisabled()
  await expect(pager.getByRole('link', { name: 'Last page' })).toHaveCount(0)

  // Another order begins at its first page.
  await table.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click()
  await expectAddress(page, '/transactions?status=completed&asset_id=ETH&limit=10&sort=amount:desc')
  await expect.poll(() => column(table, 'Amount')).toEqual(amounts.slice(0, 10))
  await pager.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => column(table, 'Amount')).toEqual(amounts.slice(10, 20))
  await page.goBack()
  await expect.poll(() => column(table, 'Amount')).toEqual(amounts.slice(0, 10))
  // A record leads to the next one in the order that is seen.
  const second = (await rows(table))[1]?.id
  await rowHeaderLinks(table).first().click()
  await page.getByRole('button', { name: 'Next transaction' }).click()
  await expect(page).toHaveURL(new RegExp(`tx=${second}`))
})

test('several values and amounts are set in the filters, and Back undoes each', async ({ page }) => {
  const failed = await transactionsOf('status=failed&limit=1000')
  const cancelled = await transactionsOf('status=cancelled&limit=1000')
  const both = [...failed, ...cancelled]
  await page.goto('/transactions?limit=10')
  const expectTotal = (total: number) => expect(pagerOf(page)).toContainText(`of ${total} transactions`)

  await filterBy(page, { Status: 'Failed' })
  await chip(page, 'Status').click()
  const layer = page.getByRole('dialog', { name: 'Status', exact: true })
  await layer.getByRole('button', { name: 'Choose several' }).click()
  await expect(layer.getByRole('checkbox').first()).toBeFocused()
  await layer.getByLabel('Cancelled').press('Space')
  await expectAccessible(page, 'a choice of several values')
  await layer.getByLabel('Cancelled').press('Enter')
  await expectAddress(page, '/transactions?limit=10&status=failed&status=cancelled')
  await expectTotal(both.length)

  const [least, most] = ['0.5', '20']
  await filterBy(page, { 'Amount from': least, 'Amount to': most })
  await expectAddress(
    page,
    `/transactions?limit=10&status=failed&status=cancelled&amount_from=${least}&amount_to=${most}`,
  )
  const isWithin = ({ transaction: { amount } }: (typeof both)[number]) =>
    compareExactly(amount, least) >= 0 && compareExactly(amount, most) <= 0
  await expectTotal(both.filter(isWithin).length)

  await page.goBack()
  await expectTotal(both.length)
  await page.goBack()
  await expect(chip(page, 'Status')).toHaveAccessibleName('Status: Failed')
})

test('the count of another filter never stands under new chips, and comes after rows that are counted late', async ({
  page,
}) => {
  await page.goto('/transactions?limit=10')
  await loaded(page)
  const pager = pagerOf(page)
  let count = () => {}
  const counted = new Promise<void>((resolve) => {
    count = resolve
  })
  // Counting takes longer than a page should.
  await page.route('**/api/transactions?*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), total: null } })
  })
  await page.route('**/api/totals*', async (route) => {
    await counted
    await route.continue()
  })
  await filterBy(page, { Status: 'Failed' })
  await loaded(page)
  await expect(pager).toContainText('1–10 transactions, counting…')
  count()
  const failed = await transactionsOf('status=failed&limit=1000')
  await expect(pager).toContainText(`1–10 of ${failed.length} transactions`)
})

test('one press leads to everything in flight, the oldest first, with its age', async ({ page }) => {
  const open = await Promise.all(
    ['pending', 'processing', 'confirming'].map((status) => transactionsOf(`status=${status}&limit=1000`)),
  )
  const total = open.flat().length
  await page.goto('/vaults')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: `In flight ${total}` }).click()
  await expectAddress(
    page,
    '/transactions?status=pending&status=processing&status=confirming&sort=recorded_on:asc',
  )
  await expect(navigation.locator('[aria-current="page"]')).toHaveText(`In flight ${total}`)
  await expect(page.getByRole('heading', { level: 1, name: 'In flight' })).toBeVisible()
  await expect(chip(page, 'Status')).toHaveAccessibleName('Status: In flight')
  const table = await loaded(page)
  // Each has its day, and for how many days it has been in flight.
  const aged = async () =>
    (await rows(table)).map(({ Date: day, Age: age }) =>
      /^(.{10}) (?:(\d+) days?|today)$/.exec(`${day} ${age}`),
    )
  await expect.poll(async () => (await aged()).filter(Boolean).length).toBe(Math.min(total, 50))
  const ages = (await aged()).map((match) => Number(match?.[2] ?? 0))
  expect(ages).toEqual(ages.toSorted((one, other) => other - one))
  for (const match of await aged())
    expect(Math.floor((Date.now() - Date.parse(match?.[1] ?? '')) / 86_400_000)).toBe(Number(match?.[2] ?? 0))
})
