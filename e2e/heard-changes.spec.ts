import { serveTransactions, accountsTest as test, untilKept, untilRevised } from './support/accounts.ts'
import { recordAnnouncements } from './support/page.ts'
import { startSession } from './support/session.ts'
import { expect } from './support/test.ts'

test.use({ kept: 'configured' })

test('a record that was opened by its link and changes is marked, and told @all', async ({
  page,
  accounts: { service },
}) => {
  const details = { transaction_type: 'deposit', amount: '1', asset_id: 'BTC', network_id: 'BTC' }
  const item = { transaction_id: 'a', status: 'confirming', transaction: details }
  service.reset()
  serveTransactions(service, [item])
  await startSession(page, 'key of a changing record')
  await untilKept(page)
  await page.clock.install()
  const announced = await recordAnnouncements(page)
  for (const link of ['/transactions?status=failed&tx=a', '/transactions/a'])
    await test.step(link, async () => {
      await page.goto(link)
      await expect(
        page.getByText(item.status === 'confirming' ? 'Confirming' : 'Processing').first(),
      ).toBeVisible()
      await untilRevised(page, () => {
        item.status = item.status === 'confirming' ? 'processing' : 'confirming'
      })
      await expect
        .poll(announced)
        .toContain(`Deposit 1 BTC: ${item.status === 'confirming' ? 'Confirming' : 'Processing'}.`)
    })
})
