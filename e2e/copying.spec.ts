/** Values in full: as they are copied, found in the page and read aloud, however they are drawn. */
import type { Locator } from 'playwright/test'
import { transactionsOf, whitelistsOf } from './support/api.ts'
import { json } from './support/scripted-service.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

test('amounts, addresses, hashes and links are copied whole and plain', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [record] = await transactionsOf(
    page,
    'limit=1&transaction_type=withdraw&status=completed&asset_id=BTC',
  )
  if (!record) throw new Error('the demonstration has no completed withdrawal of BTC')
  const { transaction, transaction_id } = record
  await page.goto(`/transactions?tx=${transaction_id}`)
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  for (const [button, text] of [
    ['Copy source address', transaction.source.source_address],
    ['Copy destination address', transaction.destination.destination_address],
    ['Copy source kind', 'vault'],
    ['Copy destination kind', transaction.destination.destination_type],
    ['Copy transaction hash', transaction.txn_hash],
    ['Copy transaction id', transaction_id],
    ['Copy link to this transaction', `${baseURL}/transactions/${transaction_id}`],
  ] as const)
    await test.step(button, async () => {
      await drawer.getByRole('button', { name: button }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
    })
  await drawer.getByRole('button', { name: 'Copy as JSON' }).click()
  await expect
    .poll(async () => JSON.parse(await page.evaluate(() => navigator.clipboard.readText())))
    .toMatchObject({ transaction_id, transaction })
})

test('a value in a table is copied, found in the page and read aloud whole', async ({
  page,
  context,
  scripted,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [record] = await transactionsOf(page, 'limit=1&transaction_type=withdraw&status=completed')
  if (!record) throw new Error('the demonstration has no completed withdrawal')
  const amount = '1234567890.500'
  const sent = { ...record, transaction: { ...record.transaction, amount } }
  scripted.script('/transactions', json({ transactions: [sent, record] }))
  await page.goto('/transactions')
  const table = tableOf(page, 'Transactions')
  await expect(rowLinks(table)).toHaveCount(2)
  const line = table.getByRole('row').nth(1)
  for (const text of [amount, record.transaction.txn_hash, record.transaction_id])
    await test.step(text, async () => {
      const cell = line.getByRole('cell', { name: text, exact: true })
      await cell.evaluate(select)
      await page.keyboard.press('ControlOrMeta+C')
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
      await expectFound(cell, text)
    })
})

test('an address in the drawer stands in groups of four, and is copied, found and read aloud without gaps', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [whitelist] = await whitelistsOf(page, 'limit=1')
  const text = whitelist?.assets[0]?.address ?? ''
  await page.goto(`/whitelists?whitelist=${whitelist?.whitelist_id}`)
  const drawer = page.getByRole('dialog', { name: 'Whitelist' })
  const address = drawer.getByRole('definition').filter({ hasText: text }).first()
  await address.evaluate(select)
  await page.keyboard.press('ControlOrMeta+C')
  await expect.poll(async () => (await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(text)
  expect(await address.ariaSnapshot()).toContain(`text: ${text}`)
  await expectFound(address, text)
})

/** Finds the text as Ctrl-F does, from the beginning of this place on, and within it. */
async function expectFound(place: Locator, text: string): Promise<void> {
  await place.evaluate((element) => getSelection()?.collapse(element, 0))
  expect(await place.page().evaluate(`find(${JSON.stringify(text)})`)).toBe(true)
  const isWithin = (element: Node) => element.contains(getSelection()?.focusNode ?? null)
  expect(await place.evaluate(isWithin)).toBe(true)
}

function select(element: Element): void {
  getSelection()?.selectAllChildren(element)
}
