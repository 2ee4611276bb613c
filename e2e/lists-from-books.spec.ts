/** Lists of transactions once everything was read: their totals, any order, and what no service filters by. */
import { transactionsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { startSession } from './support/session.ts'
import { column, loaded } from './support/table.ts'
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
      if (request.url().includes('/api/transactions?')) asked.push(request.url())
    })

    await pager.getByRole('link', { name: 'Last page' }).click()
    const last = Math.floor((all.length - 1) / 10) * 10
    await expectAddress(page, `/transactions?status=completed&asset_id=ETH&limit=10&offset=${last}`)
    await expect(pager).toContainText(`of ${all.length} transactions`)
    await expect(pager.getByRole('link', { name: 'Next' })).toBeDisabled()
    await expect(pager.getByRole('link', { name: 'Last page' })).toHaveCount(0)

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

test('records that arrive under an open page move nothing on it', async ({ page }) => {
  await startSession(page)
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

/** Orders two amounts that are not negative as integers of their smallest part. */
function compareExactly(one: string, other: string): number {
  const units = (text: string) => {
    const [integer = '', fraction = ''] = text.split('.')
    return BigInt(integer + fraction.padEnd(40, '0'))
  }
  return units(one) < units(other) ? -1 : units(one) > units(other) ? 1 : 0
}
