/** Values in full: as they are copied, found in the page and read aloud, however they are drawn. */
import type { Locator } from 'playwright/test'
import { transactionsOf, whitelistsOf } from './support/api.ts'
import { copied, goWithin } from './support/page.ts'
import { json } from './support/scripted-service.ts'
import { loaded, rowLinks, tableOf } from './support/table.ts'
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
    ['Copy source id', transaction.source.source_id],
    ['Copy transaction hash', transaction.txn_hash],
    ['Copy transaction id', transaction_id],
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
  await expect(rowLinks(table)).toHaveCount(2)
  for (const text of [amount, transaction.txn_hash])
    await expectPlain(table.getByRole('row').nth(1).getByRole('cell', { name: text, exact: true }), text)

  await test.step('an address in a drawer, which stands in groups of four', async () => {
    const [whitelist] = await whitelistsOf('limit=1')
    const text = whitelist?.assets[0]?.address ?? ''
    await goWithin(page, `/whitelists?limit=5&whitelist=${whitelist?.whitelist_id}`)
    const definitions = page.getByRole('dialog', { name: 'Whitelist' }).getByRole('definition')
    const address = definitions.filter({ hasText: text }).first().locator('span').first()
    await expectPlain(address, text)
    expect(await address.ariaSnapshot()).toContain(`text: ${text}`)
  })
})

test('selected rows paste into a sheet as rows, of whole values in one line each', async ({
  page,
  scripted,
}) => {
  const sent = (transaction_id: string, details: object) => ({
    ...{ transaction_id, status: 'completed' },
    transaction: { transaction_type: 'deposit', asset_id: 'ETH', network_id: 'ETH', ...details },
  })
  const hash = `0x${'ab'.repeat(32)}`
  scripted.script(
    '/transactions',
    json({
      transactions: [
        sent('t1', {
          ...{ amount: '1234567.50', txn_hash: hash },
          source: { source_name: '=HYPERLINK("http://bad.invalid")', source_id: 'v1' },
          destination: { destination_name: 'Two\nlines\tand a tab', destination_id: 'w1' },
        }),
        sent('t2', { amount: '-0.5', fee: '0.1234567890123456789' }),
      ],
    }),
  )
  await page.goto('/transactions?limit=20')
  const table = tableOf(page, 'Transactions')
  await expect(rowLinks(table)).toHaveCount(2)
  const cell = (row: number, column: string) =>
    table.getByRole('row').nth(row).locator(`[data-label="${column}"]`)
  /** Selects as a hand does, from within one cell to within another, and copies. */
  const copiedBetween = async (from: Locator, to: Locator) => {
    const end = await to.elementHandle()
    await from.evaluate((start, last) => {
      const range = document.createRange()
      range.setStart(start, 0)
      range.setEnd(last ?? start, last?.childNodes.length ?? 0)
      getSelection()?.removeAllRanges()
      getSelection()?.addRange(range)
    }, end)
    await page.keyboard.press('ControlOrMeta+C')
    const { text, html } = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      const read = async (type: string) => (await (await item?.getType(type))?.text()) ?? ''
      return { text: await read('text/plain'), html: await read('text/html') }
    })
    const cells = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell),
    )
    return { text, cells }
  }
  const headers = await table
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))
  await test.step('several rows are whole, from whichever cells they are selected', async () => {
    const { text, cells } = await copiedBetween(cell(1, 'Status'), cell(2, 'Type'))
    const rows = text.split('\n').map((line) => line.split('\t'))
    expect(cells).toEqual(rows)
    const named = rows.map((row) => Object.fromEntries(headers.map((name, index) => [name, row[index]])))
    expect(rows.map((row) => row.length)).toEqual([headers.length, headers.length])
    expect(named).toMatchObject([
      {
        ...{ Type: 'Deposit', Status: 'Completed', Amount: '1234567.50', Hash: hash },
        ...{ From: `'=HYPERLINK("http://bad.invalid")`, To: 'Two lines and a tab' },
      },
      { Amount: '-0.5', Fee: '0.1234567890123456789 ETH', From: '–', Hash: '–' },
    ])
  })
  await test.step('cells of one row are those that are selected', async () => {
    const { text } = await copiedBetween(cell(1, 'Status'), cell(1, 'Amount'))
    expect(text).toBe('Completed\t1234567.50')
  })
})

test('a copy says whether it was made, and moves no button beside it @all', async ({ page }) => {
  await page.goto('/transactions?limit=5')
  await loaded(page)
  const main = page.getByRole('main')
  const place = () => main.getByRole('button', { name: 'Views' }).boundingBox()
  const before = await place()
  await main.getByRole('button', { name: 'Copy link' }).click()
  await expect(main.getByRole('button', { name: 'Copied', exact: true })).toBeVisible()
  expect(await place()).toEqual(before)
  await expect(main.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject()
    document.execCommand = () => false
  })
  await main.getByRole('button', { name: 'Copy link' }).click()
  await expect(main.getByRole('button', { name: 'Failed' })).toBeVisible()
  expect(await place()).toEqual(before)
})
