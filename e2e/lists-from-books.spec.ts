/** Lists of transactions once everything was read: their totals, any order, what no service filters by, and what is watched. */
import { expectAccessible, expectSound } from './support/accessibility.ts'
import { compareExactly, inWords, transactionsOf, whitelistsOf } from './support/api.ts'
import { chip, expectAddress, filterBy } from './support/page.ts'
import { column, loaded, rows, tableOf } from './support/table.ts'
import { expect, readRecords, test, testWithBooks } from './support/test.ts'

testWithBooks(
  'a list says how many there are, leads to its last page, and is sorted whole',
  async ({ page }) => {
    const all = await transactionsOf(page, 'status=completed&asset_id=ETH&limit=1000')
    const amounts = all.map(({ transaction }) => transaction.amount).sort(compareExactly)
    await page.goto('/transactions?status=completed&asset_id=ETH&limit=10')
    const table = await loaded(page)
    const pager = page.getByRole('navigation', { name: 'Pages of transactions' })
    await expect(pager).toContainText(`1–10 of ${all.length} transactions`)
    const asked: string[] = []
    page.on('request', (request) => {
      // Dates are found by asking, and what is new is read every half minute.
      if (/\/api\/transactions\?(?!.*_date=).*asset_id=/.test(request.url())) asked.push(request.url())
    })

    await pager.getByRole('link', { name: 'Last page' }).click()
    const last = Math.floor((all.length - 1) / 10) * 10
    await expectAddress(page, `/transactions?status=completed&asset_id=ETH&limit=10&offset=${last}`)
    await expect(pager).toContainText(`of ${all.length} transactions`)
    await expect(pager.getByRole('link', { name: 'Next' })).toBeDisabled()
    await expect(pager.getByRole('link', { name: 'Last page' })).toHaveCount(0)
    await expect
      .poll(async () => (await column(table, 'Date')).filter((day) => !/^\d{4}-\d\d-\d\d$/.test(day)))
      .toEqual([])

    // Another order begins at its first page.
    await table.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click()
    await expectAddress(page, '/transactions?status=completed&asset_id=ETH&limit=10&sort=amount:asc')
    await expect.poll(() => column(table, 'Amount')).toEqual(amounts.slice(0, 10))
    await pager.getByRole('link', { name: 'Next' }).click()
    await expect.poll(() => column(table, 'Amount')).toEqual(amounts.slice(10, 20))
    await page.goBack()
    await expect.poll(() => column(table, 'Amount')).toEqual(amounts.slice(0, 10))
    expect(asked).toEqual([])
  },
)

test('records that arrive under an open page move nothing on it @all', async ({ page }) => {
  await page.goto('/transactions?limit=10')
  const table = await loaded(page)
  const pager = page.getByRole('navigation', { name: 'Pages of transactions' })
  await expect(pager).toContainText('1–10 of more than 10')
  const before = await column(table, 'id')
  const place = await table.boundingBox()
  await readRecords(page)
  await expect(pager).toContainText(/1–10 of [\d,]{5} transactions/)
  expect(await column(table, 'id')).toEqual(before)
  expect(await table.boundingBox()).toEqual(place)
  await expect(page.getByRole('main').getByText('Changed')).toHaveCount(0)
})

test('a link that only all records can answer says so, and goes on by itself once they are read @all', async ({
  page,
}) => {
  await page.goto('/transactions?status=pending&status=processing&limit=10')
  const main = page.getByRole('main')
  await expect(main).toContainText('This list needs all records of this account.')
  await expect(chip(page, 'Status')).toHaveAccessibleName('Status: Pending, Processing')
  await expectAccessible(page, 'a list that waits for all records')
  await readRecords(page)
  const table = await loaded(page)
  const statuses = new Set(await column(table, 'Status'))
  expect([...statuses].sort()).toEqual(['Pending', 'Processing'])
  const all = await Promise.all(
    ['pending', 'processing'].map((status) => transactionsOf(page, `status=${status}&limit=1000`)),
  )
  await expect(page.getByRole('navigation', { name: 'Pages of transactions' })).toContainText(
    `of ${all.flat().length} transactions`,
  )
})

testWithBooks('several values and amounts are set in the filters, and Back undoes each', async ({ page }) => {
  const failed = await transactionsOf(page, 'status=failed&limit=1000')
  const cancelled = await transactionsOf(page, 'status=cancelled&limit=1000')
  const both = [...failed, ...cancelled]
  await page.goto('/transactions?limit=10')
  const pager = page.getByRole('navigation', { name: 'Pages of transactions' })
  const expectTotal = (total: number) => expect(pager).toContainText(`of ${total} transactions`)

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
  await expect(chip(page, 'Amount')).toHaveAccessibleName(`Amount: ${least} – ${most}`)
  const isWithin = ({ transaction: { amount } }: (typeof both)[number]) =>
    compareExactly(amount, least) >= 0 && compareExactly(amount, most) <= 0
  await expectTotal(both.filter(isWithin).length)

  await page.goBack()
  await expectTotal(both.length)
  await page.goBack()
  await expect(chip(page, 'Status')).toHaveAccessibleName('Status: Failed')
})

testWithBooks('one press leads to everything in flight, the oldest first, with its age', async ({ page }) => {
  const open = await Promise.all(
    ['pending', 'processing', 'confirming'].map((status) =>
      transactionsOf(page, `status=${status}&limit=1000`),
    ),
  )
  const total = open.flat().length
  await page.goto('/vaults')
  await expect(page).toHaveTitle(`(${total}) Vaults · Custody Console`)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: `In flight ${total}` }).click()
  await expectAddress(
    page,
    '/transactions?status=pending&status=processing&status=confirming&sort=recorded_on:asc',
  )
  await expect(navigation.locator('[aria-current="page"]')).toHaveText(`In flight ${total}`)
  const table = await loaded(page)
  // Each has its day, and for how many days it has been in flight.
  const aged = async () =>
    (await column(table, 'Date')).map((text) => /^(.{10})\s*(?:(\d+) days?|today)$/.exec(text))
  await expect.poll(async () => (await aged()).filter(Boolean).length).toBe(total)
  const ages = (await aged()).map((match) => Number(match?.[2] ?? 0))
  expect(ages).toEqual(ages.toSorted((one, other) => other - one))
  for (const match of await aged())
    expect(Math.floor((Date.now() - Date.parse(match?.[1] ?? '')) / 86_400_000)).toBe(Number(match?.[2] ?? 0))
})

testWithBooks(
  'all transactions to a whitelist are counted, and added up exactly by asset, type and status',
  async ({ page }) => {
    const [whitelist] = await whitelistsOf(page, 'limit=1')
    const filter = `destination_id=${whitelist?.whitelist_id}`
    const all = await transactionsOf(page, `${filter}&limit=999`)
    expect(all.length).toBeGreaterThan(0)
    expect(all.length).toBeLessThan(1000)
    await page.goto(`/whitelists/${whitelist?.whitelist_id}`)
    await page.getByRole('button', { name: 'Totals' }).click()
    const result = page.getByRole('region', { name: 'Count and totals' })
    await expect(result).toContainText(`${all.length} transactions`)
    const totals = tableOf(page, 'Amounts')
    // The button stays where it was, and closes what it opened.
    await expect(page.getByRole('button', { name: 'Totals', expanded: true })).toBeFocused()
    const closed = totals.getByRole('button', { expanded: false })
    while ((await closed.count()) > 0) await closed.first().click()
    const status = inWords(all[0]?.status ?? '')
    const own = (await rows(totals)).filter(({ Status }) => Status === status)
    expect(own.reduce((sum, { Transactions }) => sum + Number(Transactions), 0)).toBe(
      all.filter((item) => inWords(item.status) === status).length,
    )
    await expectSound(page, 'a count')

    await page.goto('/transactions?status=completed&asset_id=BTC&limit=10')
    await page.getByRole('button', { name: 'Totals' }).click()
    await result.getByText('Month', { exact: true }).click()
    await expect(totals.getByRole('columnheader', { name: 'Month' })).toBeVisible()
    await expect(tableOf(page, 'Fees')).toBeVisible()
  },
)

test('a watched transaction is told in the frame and in the title once it has ended @all', async ({
  page,
}) => {
  const [open] = await transactionsOf(page, 'status=pending&limit=1')
  const id = open?.transaction_id ?? ''
  await page.goto(`/transactions/${id}`)
  await readRecords(page)
  await page.keyboard.press('w')
  await expect(page.getByRole('button', { name: 'Watching', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const line = page.getByRole('button', { name: /^(Watching 1|1 watched)/ })
  await expect(line).toHaveText('Watching 1')

  await page.route(/\/api\/transactions/, async (route) => {
    const answer = await route.fetch()
    const body: unknown = JSON.parse(await answer.text(), (_name, value) =>
      value?.transaction_id === id ? { ...value, status: 'completed' } : value,
    )
    await route.fulfill({ response: answer, json: body })
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(line).toHaveText('1 watched transaction ended', { timeout: 30_000 })
  await expect(page).toHaveTitle(/^\(1 new\) Transaction/)
  await line.click()
  const list = page.getByRole('dialog', { name: 'Watched transactions' })
  await list.getByRole('link', { name: /Completed/ }).click()
  await expect(line).toBeHidden()
  await expect(page).not.toHaveTitle(/new/)
})
