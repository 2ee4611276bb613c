/** A service that sends what no custody service would: pages stay readable, and say what they leave out. */
import { json, text } from './support/scripted-service.ts'
import { tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

// Megabytes go through service, gateway and browser before anything is there to be seen.
const expectSoon = expect.configure({ timeout: 20_000 })

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

test('broken ids, hidden characters, endless notes and nesting break no page @all', async ({
  page,
  scripted,
}) => {
  const transaction = {
    transaction_id: 'half \ud800',
    status: 'completed',
    transaction: {
      transaction_type: 'withdraw',
      asset_id: '\u200b'.repeat(20_000),
      network_id: 'ETH',
      amount: '1',
      fee: '0',
      source: { source_type: 'vault', source_id: 'v \udfff', source_name: 'x'.repeat(5_000_000) },
      destination: {
        destination_type: 'whitelist',
        destination_id: '\ud800',
        destination_name: 'a\u200d'.repeat(50_000),
      },
      note: 'n'.repeat(5_000_000),
    },
  }
  scripted.script('/transactions', json({ transactions: [transaction] }))
  await page.goto('/transactions')
  const table = tableOf(page, 'Transactions')
  await expectSoon(table).toContainText('20,000 hidden characters')
  await expectSoon(table).toContainText('4,990,000 more characters')
  await table.getByRole('row').nth(1).getByRole('link').first().press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await expectSoon(drawer).toContainText('TXN-04')

  scripted.script(
    '/transactions/deep',
    raw(`{"transactions":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`),
  )
  await page.goto('/transactions/deep')
  await expectSoon(page.getByRole('main')).toContainText('more than 100 deep')
  scripted.script('/transactions/half', json({ transactions: [{ ...transaction, transaction_id: 'half' }] }))
  await page.goto('/transactions/half')
  await expectSoon(page.getByRole('main')).toContainText('20,000 hidden characters')
  await expectSoon(page.getByRole('main')).toContainText('4,990,000 more characters')
})

test('a transaction whose id no path can carry opens by its link @all', async ({ page, scripted }) => {
  for (const id of ['a/b', 'a;b\u0001', '..']) {
    scripted.script('/transactions', json({ transactions: [{ transaction_id: id, note: `This is ${id}` }] }))
    const link = id === '..' ? '/transactions?tx=..' : `/transactions/${encodeURIComponent(id)}`
    await page.goto(link)
    await expectSoon(page.getByText(/^This is /)).toBeVisible()
    scripted.reset()
  }
})

/** JSON as a text, which nobody could make by an object, or would want to. */
function raw(body: string) {
  return text(body, 200, { 'content-type': 'application/json' })
}
