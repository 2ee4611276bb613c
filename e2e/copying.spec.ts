/** Values in full: as they are copied, found in the page and read aloud, however they are drawn. */
import type { Locator } from 'playwright/test'
import { transactionsOf } from './support/api.ts'
import { copied, goWithin } from './support/page.ts'
import { json } from './support/scripted-service.ts'
import { rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1920, height: 900 } })

test('values are copied, found in the page and read aloud whole and plain, in a drawer and in a table @all', async ({
  page,
  baseURL,
  scripted,
}) => {
  const query = 'limit=1&transaction_type=withdraw&status=completed&asset_id=BTC'
  const [record] = await transactionsOf(query)
  if (!record) throw new Error('the demonstration has no completed withdrawal of BTC')
  const { transaction, transaction_id } = record

  await page.goto(`/transactions?limit=10&tx=${transaction_id}`)
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  for (const [button, text] of [
    ['Copy source address', transaction.source.source_address],
    ['Copy destination address', transaction.destination.destination_address],
    ['Copy amount', transaction.amount],
    ['Copy link to this transaction', `${baseURL}/transactions/${transaction_id}`],
  ] as const)
    await test.step(button, async () => {
      const copy = drawer.getByRole('button', { name: button })
      // Until it is compared with the known addresses, an address is copied only after a question.
      await expect(copy).not.toHaveAttribute('aria-haspopup')
      await copy.click()
      await expect.poll(() => copied(page)).toBe(text)
    })
  await drawer.getByRole('button', { name: 'More', exact: true }).click()
  await drawer.getByRole('button', { name: 'Copy as JSON' }).click()
  const received = { ...record, timestamp: expect.any(String) }
  await expect.poll(async () => JSON.parse(await copied(page))).toEqual(received)

  /** Selected by hand, and found as Ctrl-F does. A row is drawn anew when more is known of it, and a selection in it is gone. */
  const expectPlain = (place: Locator, text: string) =>
    expect(async () => {
      await place.evaluate((element) => getSelection()?.selectAllChildren(element))
      await page.keyboard.press('ControlOrMeta+C')
      expect((await copied(page)).trim()).toBe(text)
      await place.evaluate((element) => getSelection()?.collapse(element, 0))
      expect(await page.evaluate(`find(${JSON.stringify(text)})`)).toBe(true)
      const isWithin = (element: Node) => element.contains(getSelection()?.focusNode ?? null)
      expect(await place.evaluate(isWithin)).toBe(true)
    }).toPass()

  const amount = '1234567890.500'
  const sent = { ...record, transaction: { ...transaction, amount } }
  scripted.script('/transactions', json({ transactions: [sent, record] }))
  await goWithin(page, '/transactions?limit=20')
  const table = tableOf(page, 'Transactions')
  await expect(rowHeaderLinks(table)).toHaveCount(2)
  for (const text of [amount, transaction.txn_hash])
    await expectPlain(table.getByRole('row').nth(1).getByRole('cell', { name: text, exact: true }), text)
})
