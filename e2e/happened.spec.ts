/** What happens at the service: beside its record, on the page of changes and in the bell. That webhooks hear of it, and of nothing twice, is tested beside the gateway. */
import type { ChangesAnswer } from '../src/contract/changes.ts'
import { recordAnnouncements } from './support/page.ts'
import { errorAnswer, json, type ScriptedService, startScriptedService } from './support/scripted-service.ts'
import { startSteppedConsole } from './support/stepped-console.ts'
import { expect, test } from './support/test.ts'

const [trusted, lookAlike] = [
  'bc1q9d4ywgfnd8h43da5tpcxcn6ajv590cg6d3tg6a',
  'bc1q9d4ywgfnd8h43da5tpcxcn6ajv590cg6d3tgxa',
]

/** As it is at each moment. */
function serveAccount(service: ScriptedService) {
  const movement = (transaction_type: string, amount: string, vault: string) => ({
    ...{ transaction_type, amount, asset_id: 'BTC', network_id: 'BTC', fee: '0' },
    ...(transaction_type === 'deposit'
      ? { destination: { destination_type: 'vault', destination_id: vault } }
      : { source: { source_type: 'vault', source_id: vault } }),
  })
  const account = {
    transactions: [
      { transaction_id: 'withdrawal', status: 'pending', transaction: movement('withdraw', '1', 'v1') },
      { transaction_id: 'vanishing', status: 'pending', transaction: movement('withdraw', '2', 'v1') },
      { transaction_id: 'deposit', status: 'completed', transaction: movement('deposit', '10', 'v1') },
      { transaction_id: 'other', status: 'completed', transaction: movement('deposit', '5', 'v2') },
    ],
    totals: { v1: '10', v2: '5' },
    address: trusted,
    /** The withdrawal completes, another one disappears, a balance moves by itself, and an address is replaced. */
    change() {
      account.transactions = account.transactions
        .filter(({ transaction_id }) => transaction_id !== 'vanishing')
        .map((one) => ({ ...one, status: 'completed' }))
      account.totals = { v1: '9', v2: '7' }
      account.address = lookAlike
    },
  }
  const holding = (total: string) => ({
    ...{ asset_id: 'BTC', asset_name: 'Bitcoin', network_id: 'BTC', network_name: 'Bitcoin' },
    balances: {
      ...{ total_balance: total, available_balance: total, processing_balance: '0' },
      ...{ staking_balance: '0', claimable_balance: '0' },
    },
  })
  const vault = (id: 'v1' | 'v2', vault_name: string) => ({
    ...{ vault_id: id, vault_name, vault_type: 'cold', assets: [holding(account.totals[id])] },
  })
  service.script('*', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service.invalid')
    const [, list = '', part] = pathname.split('/')
    const page = (records: readonly object[]) => {
      const offset = Number(searchParams.get('offset') ?? 0)
      return records.slice(offset, offset + Number(searchParams.get('limit') ?? 200))
    }
    const [status, id] = [searchParams.get('status'), searchParams.get('transaction_id') ?? part ?? null]
    const found = account.transactions.filter(
      (one) => (status === null || one.status === status) && (id === null || one.transaction_id === id),
    )
    const total = String(Number(account.totals.v1) + Number(account.totals.v2))
    const bodies: Readonly<Record<string, () => object>> = {
      // No day is known of any.
      transactions: () => ({ transactions: searchParams.has('start_date') ? [] : page(found) }),
      vaults: () => ({ vaults: page([vault('v1', 'Treasury'), vault('v2', 'Reserve')]) }),
      balances: () => ({ balances: part === 'warm' ? [] : page([holding(total)]) }),
      whitelist: () => ({
        whitelists: page([
          {
            ...{ whitelist_id: 'w1', whitelist_name: 'Exchange', whitelist_type: 'third_party' },
            assets: [{ asset_id: 'BTC', network_id: 'BTC', address: account.address }],
          },
        ]),
      }),
    }
    const body = bodies[list]?.()
    const isUnknown = list === 'transactions' && part !== undefined && found.length === 0
    return (isUnknown || !body ? errorAnswer('TXN-04') : json(body))(request, response)
  })
  return account
}

test('what happens is beside its record, on /changes and in the bell @all', async ({ page }) => {
  test.setTimeout(180_000)
  const service = await startScriptedService()
  const account = serveAccount(service)
  const stepped = await startSteppedConsole({
    CUSTODY_API_URL: service.address,
    CUSTODY_API_KEY: 'key',
  })
  const open = (path: string) => page.goto(`${stepped.address}${path}`)
  const bell = page.getByRole('button', { name: /^What is new/ })
  const panel = page.getByRole('dialog', { name: 'What is new' })
  const history = page.getByRole('region', { name: 'History' })
  const told = async () => {
    const answer = await page.request.get(`${stepped.address}/api/changes?limit=1000`)
    const { changes }: ChangesAnswer = await answer.json()
    return changes.map(({ kind, id, event }) => `${kind} ${id} ${event}`).sort()
  }
  const announced = await recordAnnouncements(page)

  for (const seconds of [0, 20, 20, 60]) await stepped.pass(seconds)
  await open('/transactions/withdrawal')
  await page.getByRole('button', { name: 'Watch', exact: true }).click()
  await expect(bell).toHaveAccessibleName('What is new')
  expect(await told()).toEqual([])

  account.change()
  // Whitelists are read once a minute. The vanished transaction asks for a whole reading, and no balance is called unexplained before it.
  for (const seconds of [70, 20, 300, 20]) await stepped.pass(seconds)
  const moved = ['all', 'cold'].map((type) => `balance ${type} changed`)
  const seen = [
    ...[...moved, 'entry w1 changed', 'holding v1 changed', 'holding v2 changed'],
    ...['holding v2 unexplained', 'transaction vanishing gone', 'transaction withdrawal changed'],
  ]
  expect(await told()).toEqual(seen)
  await test.step('in the bell, told once', async () => {
    await expect(bell).toHaveAccessibleName('What is new (4)')
    await expect(page).toHaveTitle(/^\(4 new\) /)
    const sentence = 'Withdraw 1 BTC: pending → completed.'
    expect((await announced()).filter((text) => text === sentence)).toHaveLength(1)
    await bell.click()
    await expect(panel.getByRole('heading', { level: 3 })).toHaveText([
      ...['Watched', 'Should never happen', 'Whitelists and vaults', 'Routine'],
    ])
    await expect(panel.getByRole('listitem')).toHaveText([
      /Withdraw 1 BTC: pending → completed/,
      ...[/1 transaction gone/, /1 balance not explained/, /1 change to whitelists/, /1 completed/],
    ])
    await page.keyboard.press('Escape')
  })
  await test.step('beside its record', async () => {
    for (const [path, words] of [
      ['/transactions/withdrawal', /Completed.*Pending/s],
      ['/transactions/vanishing', /gone/i],
      ['/whitelists/w1', new RegExp(`address replaced.*${trusted}.*${lookAlike}`, 's')],
      ['/vaults/v2', /not explained by transactions/],
    ] as const) {
      await open(path)
      await expect(history).toHaveText(words)
    }
  })
  await test.step('on the page of changes', async () => {
    await open('/changes')
    await expect(page.getByText('Unexpected: 1 transaction gone, 1 balance not explained.')).toBeVisible()
    await expect(page.getByText('Looks like the one it replaced.')).toBeVisible()
    await expect(page.getByText('Moved forward: Pending, now Completed')).toBeVisible()
  })
  await stepped.close()
  await service.close()
})
