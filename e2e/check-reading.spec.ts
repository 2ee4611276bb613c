/** What the check of an address reads for its verdict: what it asks and counts, and what it says where it could not read. */
import type { Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { check, checkNext, end, expectVerdict, section, sentOf, stranger, unknown } from './support/check.ts'
import { crash, errorBody, hang, json } from './support/scripted-service.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('what could not be read is said, and never taken for a no', async ({ page, scripted }) => {
  await test.step('whitelists', async () => {
    scripted.script('/whitelist', errorBody('ERR-02'))
    await check(page, unknown)
    await expectVerdict(page, 'Cannot say', 'The whitelists could not be read')
    await expect(page.getByText('ERR-02')).toBeVisible()
    await expect(section(page, 'Known as')).toContainText('could not be read')
    await expectAccessible(page, 'a check without whitelists')
    scripted.reset()
  })
  await test.step('transactions, until they are read again', async () => {
    scripted.script('/transactions', crash)
    await check(page, unknown)
    await expectVerdict(page, 'Cannot say', 'its transactions could not be read')
    await expect(end(page, 'Sent to it')).not.toContainText('The service lists no')
    scripted.reset()
    await end(page, 'Sent to it').getByRole('button', { name: 'Try again' }).click()
    await expectVerdict(page, 'Never seen', '')
  })
  await test.step('a rate limit is waited out', async () => {
    scripted.script('/transactions', (request, response) => {
      scripted.reset()
      errorBody('ERR-03', { 'retry-after': '1' })(request, response)
    })
    await checkNext(page, stranger(1))
    await expectVerdict(page, 'Never seen', '')
  })
  await test.step('what is on its way', async () => {
    scripted.script('/transactions', hang)
    await check(page, unknown)
    await expectVerdict(page, 'Checking …', 'Reading whitelists')
    await expectAccessible(page, 'a check on its way')
    // It was never used, but what tells our vaults is not there yet.
    scripted.script('/transactions', (request, response) =>
      (request.url?.includes('transaction_type=withdraw') ? hang : errorBody('TXN-02'))(request, response),
    )
    await checkNext(page, stranger(1))
    await expect(end(page, 'Sent to it')).toContainText('The service lists no transactions to it.')
    await expectVerdict(page, 'Checking …', 'Reading whitelists')
  })
})

test('only the read API is asked, and what it answers is counted once, and with exact sums @all', async ({
  page,
  baseURL,
  scripted,
}) => {
  await test.step('nothing leaves the browser but calls to the read API', async () => {
    const asked: URL[] = []
    page.on('request', (request) => asked.push(new URL(request.url())))
    await check(page, unknown)
    await expectVerdict(page, 'Never seen', '')
    expect(asked.length).toBeGreaterThan(4)
    for (const url of asked) expect(url.origin).toBe(baseURL)
    const withAddress = asked.filter((url) =>
      url.href.toLowerCase().includes(unknown.toLowerCase().slice(2, 12)),
    )
    expect([...new Set(withAddress.map(({ pathname }) => pathname))].sort()).toEqual([
      '/api/transactions',
      '/check',
    ])
  })

  await test.step('a service that takes spellings for one another, or answers with other addresses, is not counted twice', async () => {
    const [one, two] = await transactionsOf(page, 'limit=2&transaction_type=withdraw&network_id=ETH')
    const { destination } = sentOf(one)
    const toIt = {
      ...one,
      status: 'completed',
      transaction: { ...one?.transaction, destination: { ...destination, destination_address: stranger(1) } },
    }
    scripted.script('/transactions', (request, response) =>
      (request.url?.includes('destination_address')
        ? json({ transactions: [toIt, two] })
        : errorBody('TXN-02'))(request, response),
    )
    await checkNext(page, stranger(1))
    await expectVerdict(page, 'Not trusted, although it was sent to before', 'One transaction sent to it')
    await expect(end(page, 'Sent to it').getByRole('link')).toHaveText(['1 transaction'])
    await expect(end(page, 'Sent to it')).toContainText('They were left out.')
    // A whole page of others, and more of them: the address may be in what was not read.
    scripted.script('/transactions', json({ transactions: Array.from({ length: 200 }, () => two) }))
    await checkNext(page, stranger(2))
    await expectVerdict(page, 'Cannot say', 'its transactions could not be read')
    await expect(end(page, 'Sent to it')).not.toContainText('The service lists no')
    scripted.reset()
  })

  await test.step('its whole history is in the books, with exact sums, and without a request', async () => {
    const found = await busiest(page)
    await checkNext(page, found.address)
    await expect(
      end(page, 'Sent to it')
        .first()
        .getByRole('link', { name: found.count > 100 ? '100+ transactions' : /transactions/ }),
    ).toBeVisible()
    const used = section(page, 'Used before')
    await used.getByRole('button', { name: 'Read them' }).click()
    const history = page.getByRole('region', { name: 'Whole history' })
    await expect(history).toContainText(`${found.count} sent to it`, { timeout: 60_000 })
    await expect(history.getByRole('table', { name: 'Transactions' })).toBeVisible()
    await expectAccessible(page, 'the whole history of an address')
  })
})

/** The address to which most of the latest transactions went, and to how many in all. */
async function busiest(page: Page) {
  const counts = new Map<string, number>()
  for (const { transaction } of await transactionsOf(page, 'limit=1000&transaction_type=withdraw')) {
    const { destination_address } = transaction.destination
    counts.set(destination_address, (counts.get(destination_address) ?? 0) + 1)
  }
  const [address = ''] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? []
  const all = await transactionsOf(page, `limit=1000&destination_address=${address}`)
  return { address, count: all.length }
}
