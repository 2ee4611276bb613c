/** What changed in a record, beside it, on a service that is scripted to change. */
import type { Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { serveTransactions, test, untilKept, untilRevised } from './support/accounts.ts'
import { expectAddress, hold } from './support/page.ts'
import { startSession } from './support/session.ts'
import { expect } from './support/test.ts'

test.use({ kept: 'configured', viewport: { width: 1440, height: 900 } })

function historyIn(page: Page) {
  return page.getByRole('region', { name: 'History' })
}

/** The newest first, in one line each. */
async function steps(page: Page): Promise<readonly string[]> {
  const texts = await historyIn(page).getByRole('listitem').allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' '))
}

const time = String.raw`(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d`

function told(text: string) {
  return expect.stringMatching(new RegExp(text.replaceAll('TIME', time)))
}

test('a withdrawal is told from when it was first seen until its end, and what should never happen is marked @all', async ({
  page,
  accounts: { service },
}) => {
  const details = { transaction_type: 'withdraw', amount: '1', asset_id: 'BTC', network_id: 'BTC' }
  const before = { transaction_id: 'before', status: 'completed', transaction: { ...details, note: 'one' } }
  const items = [before]
  service.reset()
  serveTransactions(service, items)
  await startSession(page, 'key of a history')
  await untilKept(page)
  await page.clock.install()
  await page.goto('/transactions/before')
  await expect
    .poll(() => steps(page))
    .toEqual([
      told('^Completed as of TIME UTC Changes have been kept since then. What came before was not seen.$'),
    ])

  const withdrawal = { transaction_id: 'new', status: 'pending', transaction: details }
  await untilRevised(page, () => items.unshift({ ...withdrawal, transaction: { ...details, note: '' } }))
  const first = items[0]
  if (!first) throw new Error('It was put there.')
  await page.goto('/transactions?tx=new')
  await expect
    .poll(() => steps(page))
    .toEqual([told('^Pending first seen TIME UTC Between TIME and TIME UTC$')])
  for (const status of ['processing', 'completed'])
    await untilRevised(page, () => {
      first.status = status
    })
  await expect
    .poll(() => steps(page))
    .toEqual([
      told('^Completed in flight .+ by TIME UTC Between TIME and TIME UTC$'),
      told('^Processing by TIME UTC Between TIME and TIME UTC$'),
      told('^Pending first seen TIME UTC Between TIME and TIME UTC$'),
    ])
  await expectAccessible(page, 'a transaction with its history')

  // Told once a second update agrees.
  await untilRevised(page, () => {
    before.transaction.note = 'two'
  })
  await page.goto('/transactions/before')
  await expect
    .poll(async () => (await steps(page))[0], { timeout: 20_000 })
    .toEqual(
      told(
        '^Changed after its end by TIME UTC It was Completed, which should be final. Note: one became two Between',
      ),
    )
})

test('a whitelist tells a swapped address, character by character, and what went to both since @all', async ({
  page,
  accounts: { service },
}) => {
  const [one, other] = [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x52908400098527886E0F7030069857D2E4169EE8',
  ]
  const entry = { asset_id: 'ETH', network_id: 'ETH', address: one }
  const whitelist = { whitelist_id: 'W', whitelist_name: 'Broker', assets: [entry] }
  service.reset()
  serveTransactions(service, [{ transaction_id: 'a', status: 'completed' }], { whitelists: [whitelist] })
  await startSession(page, 'key of a whitelist')
  await untilKept(page)
  await page.clock.install()
  await page.goto('/whitelists/W')
  await expect.poll(() => steps(page)).toEqual([told('^Already listed as of TIME UTC')])
  // Whitelists are read once a minute.
  await untilRevised(
    page,
    () => {
      whitelist.whitelist_name = 'Broker & Co'
      entry.address = other
    },
    75_000,
  )
  await expect
    .poll(() => steps(page))
    .toEqual([
      told(
        `^ETH address replaced by TIME UTC Before ${one} Now ${other} No transactions to the new address since then No transactions to the old address since then`,
      ),
      told('^Renamed by TIME UTC Broker became Broker & Co'),
      told('^Already listed'),
    ])
  await expect(historyIn(page).locator('mark')).toHaveText(['7', '8'])
  await expectAccessible(page, 'a whitelist with its history')
  await page.goto('/whitelists?whitelist=W')
  await expect(historyIn(page).getByRole('listitem')).toHaveCount(3)
})

test('a vault tells its totals as they were seen, and leads to what completed meanwhile @all', async ({
  page,
  accounts: { service },
}) => {
  const source = { source_type: 'vault', source_id: 'V' }
  const details = { transaction_type: 'withdraw', amount: '1.5', asset_id: 'BTC', network_id: 'BTC', source }
  const withdrawal = { transaction_id: 'out', status: 'processing', transaction: details }
  const balances = { total_balance: '4', available_balance: '4' }
  const vault = {
    ...{ vault_id: 'V', vault_name: 'Cold', vault_type: 'cold' },
    assets: [{ asset_id: 'BTC', network_id: 'BTC', balances }],
  }
  service.reset()
  serveTransactions(service, [withdrawal], { vaults: [vault] })
  await startSession(page, 'key of a vault')
  await untilKept(page)
  await page.clock.install()
  await page.goto('/vaults/V')
  await expect.poll(() => steps(page)).toEqual([told('^Already listed as of TIME UTC')])
  const release = await hold(page, /\/api\/changes/)
  await untilRevised(page, () => {
    withdrawal.status = 'completed'
    balances.total_balance = '2.5'
  })
  release()
  await expect
    .poll(() => steps(page))
    .toEqual([
      told(String.raw`^BTC -1\.5 by TIME UTC 4 became 2\.5 1 transaction of it completed meanwhile Between`),
      told('^Already listed'),
    ])
  await historyIn(page).getByRole('link', { name: '1 transaction of it' }).click()
  await expectAddress(page, '/transactions?transaction_id=out')
})
