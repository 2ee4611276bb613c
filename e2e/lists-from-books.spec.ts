/** What is made of lists of transactions: totals, and what is watched. */
import { expectSound } from './support/accessibility.ts'
import { inWords, transactionsOf, whitelistsOf } from './support/api.ts'
import { rows, tableOf } from './support/table.ts'
import { expect, readRecords, test, testWithBooks } from './support/test.ts'

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
