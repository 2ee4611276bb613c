/** The strip of totals of a filter. `src/kits/totals` tests what is added up. */
import { expectSound } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { expectAddress } from './support/page.ts'
import { rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('what is completed is counted and added up, what came to nothing stands beside it, and both lead to their lists', async ({
  page,
}) => {
  // To a whitelist to which at least one did not arrive.
  const [lost] = await transactionsOf('transaction_type=withdraw&status=failed&limit=1')
  const id = lost?.transaction.destination.destination_id
  const all = await transactionsOf(`destination_id=${id}&limit=999`)
  const completed = all.filter(({ status }) => status === 'completed')
  const failed = all.filter(({ status }) => status === 'failed' || status === 'rejected')
  await page.goto(`/whitelists/${id}`)
  await page.getByRole('button', { name: 'Totals' }).click()
  const strip = page.getByRole('region', { name: 'Count and totals' })
  await expect(strip).toContainText(new RegExp(`${completed.length} completed, worth [\\d,]+\\.\\d\\d EUR`))
  // The button stays where it was, and closes what it opened.
  await expect(page.getByRole('button', { name: 'Totals', expanded: true })).toBeFocused()
  const amounts = tableOf(page, 'Amounts')
  const assets = await rows(amounts)
  const counts = assets.map(({ Completed }) => Number(Completed))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(completed.length)
  const cents = (text: string | undefined) => BigInt((text ?? '').replaceAll(/\D/g, ''))
  const worth = /worth ([\d,.]+) EUR/.exec((await strip.textContent()) ?? '')?.[1]
  const values = assets.map((row) => cents(row['Value (EUR)'])).reduce((sum, one) => sum + one, 0n)
  // Each is rounded by itself.
  expect(Math.abs(Number(values - cents(worth)))).toBeLessThanOrEqual(assets.length)
  await expectSound(page, 'totals')
  await strip
    .getByRole('link', { name: `${failed.length} failed or rejected`, exact: true })
    .first()
    .click()
  await expectAddress(page, `/transactions?status=failed&status=rejected&sent_to=${id}`)
  await expect(page.getByRole('navigation', { name: 'Pages of transactions' })).toContainText(
    new RegExp(`of ${failed.length} transactions?`),
  )
})

test('an asset is one row that opens to its types, fees are a press away, and each page remembers its strip @all', async ({
  page,
}) => {
  const types = new Set(
    (await transactionsOf('asset_id=ETH&limit=999')).map(({ transaction }) => transaction.transaction_type),
  )
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Totals' }).click()
  const strip = page.getByRole('region', { name: 'Count and totals' })
  const amounts = tableOf(page, 'Amounts')
  await expect(amounts.getByRole('row')).toHaveCount(1 + 8)
  await expect(strip).toContainText('The first 8 of')
  await amounts.getByRole('button', { name: 'ETH', exact: true }).click()
  await expect(amounts.getByRole('row')).toHaveCount(1 + 8 + types.size)
  expect(await strip.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(
    0,
  )

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'In flight' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'In flight' })).toBeVisible()
  await expect(strip).toHaveCount(0)
  await page.goto('/transactions')
  await expect(strip).toContainText('completed, worth')
})
