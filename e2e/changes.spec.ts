/** What changed, as a reader sees it who was away: of a service that is scripted to change. */
import { expectAccessible } from './support/accessibility.ts'
import { expectAddress } from './support/page.ts'
import { startGatewayBefore } from './support/product.ts'
import type { Script } from './support/scripted-service.ts'
import { rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test, viewerKey } from './support/test.ts'

type Statuses = Readonly<Record<string, string>>

const first: Statuses = { 'tx-1': 'completed', 'tx-2': 'confirming', 'tx-3': 'pending' }
/** One went back, one moved forward, and one is new. */
const later: Statuses = { 'tx-4': 'pending', 'tx-1': 'completed', 'tx-2': 'pending', 'tx-3': 'completed' }

const broker = '0x52908400098527886E0F7030069857D2E4169EE7'

function serving(statuses: () => Statuses): Script {
  return (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.invalid')
    const isAsked = (name: string, value: string) => (searchParams.get(name) ?? value) === value
    const isFirstPage = isAsked('offset', '0')
    const transactions = Object.entries(statuses())
      .filter(([id, status]) => isFirstPage && isAsked('status', status) && isAsked('transaction_id', id))
      .map(([transaction_id, status]) => ({
        ...{ transaction_id, status },
        transaction: {
          ...{ transaction_type: 'withdraw', asset_id: 'ETH', network_id: 'ETH', amount: '12.5' },
          destination: { destination_type: 'whitelist', destination_id: 'W', destination_address: broker },
        },
      }))
    const assets =
      statuses() === later ? [{ asset_id: 'ETH', network_id: 'ETH', address: broker, memo: '' }] : []
    const whitelists = [{ whitelist_id: 'W', whitelist_name: 'Broker', assets }]
    const body = { transactions, whitelists, vaults: [], balances: [], balance: [] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

test('what went back comes first, with its record, until it is marked as seen @all', async ({
  page,
  scripted,
}) => {
  let statuses = first
  scripted.script(
    '*',
    serving(() => statuses),
  )
  const { address, stop } = await startGatewayBefore(scripted.address, {
    ...{ CUSTODY_API_KEY: viewerKey, KEEP_RECORDS: 'configured', SYNC_SECONDS: '1' },
  })
  try {
    await page.goto(`${address}/changes`)
    const main = page.getByRole('main')
    await expect(main).toContainText('Changes are kept since', { timeout: 60_000 })
    // A first visit is of the last 24 hours, most of which nobody watched.
    await expect(main).toContainText(/No change was seen since|What changed in this time is not known/)
    await expect(page).toHaveURL(/\/changes\?from=\d{4}-\d\d-\d\dT/)
    // What is told from here on is new.
    await page.getByRole('button', { name: 'What is new', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'What is new' })).toContainText('Nothing new')
    await page.keyboard.press('Escape')
    statuses = later
    await expect(main).toContainText('Unexpected: 1 went back in status', { timeout: 60_000 })
    const alarms = tableOf(page, 'What should never happen (1)')
    expect(await rows(alarms)).toMatchObject([
      { What: 'Went back in status', Type: 'Withdraw', Amount: '12.5' },
    ])
    await expectAccessible(page, 'changes')
    await main.getByRole('link', { name: '12.5 ETH in 1' }).click()
    await expect(page).toHaveURL(/\/transactions\?.*sent_to=0x52.*changed_to=completed/)
    await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(1)
    await page.goBack()
    await main.getByRole('link', { name: 'New: Pending' }).click()
    await expectAddress(page, '/transactions?transaction_id=tx-4')
    const bell = page.getByRole('button', { name: /^What is new \(/ })
    await expect(bell).toBeVisible()
    await page.goto(`${address}/changes`)
    await expect(main.getByLabel('Time', { exact: true }).locator('option:checked')).toHaveText(
      /^(The last 24 hours|From and until)$/,
    )
  } finally {
    await stop()
  }
})
