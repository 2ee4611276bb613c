/** One party, from a transaction to its page, and from each of its figures to exactly the transactions that it counts. */
import { expectAccessible } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { expectAddress } from './support/page.ts'
import { rowHeaderLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a transaction leads to its counterparty, whose figures lead to as many transactions @all', async ({
  page,
}) => {
  const [paid] = await transactionsOf('limit=1&transaction_type=withdraw&status=completed&asset_id=USDC_ETH')
  const { destination_id: id = '', destination_name: name = '' } = paid?.transaction.destination ?? {}
  await page.goto(`/transactions/${paid?.transaction_id}`)
  await page.getByRole('link', { name: 'With this counterparty' }).click()
  await expectAddress(page, `/counterparties/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Check' })).toContainText(/address/)

  await expect(main.getByRole('button', { name: `Export ${name}`, exact: true })).toBeVisible()

  const sent = tableOf(page, 'Sent')
  await sent.getByRole('button', { name: 'USDC_ETH', exact: true }).click()
  await expect(rowHeaderLinks(sent)).not.toHaveCount(0)
  await expectAccessible(page, 'a counterparty with an open row')
  const figures = await rows(sent)
  const total = figures.find(({ Asset }) => Asset === 'USDC_ETH')
  await rowHeaderLinks(sent).first().click()
  await expect(page).toHaveURL(/sent_to=.*status=completed|status=completed.*sent_to=/)
  await expect(main).toContainText(new RegExp(`\\b${total?.Transactions} transactions?\\b`))
  await main.getByRole('button', { name: 'Totals' }).click()
  await expect(main).toContainText(total?.Amount ?? '')
})
