/** Somebody signs in or out in another tab while much is read in this one: one browser, two accounts, and nothing of both in one result. */
import type { IncomingMessage } from 'node:http'
import type { Page } from 'playwright/test'
import { normaliseTransaction } from '../src/api/normalise.ts'
import { gatewayErrors } from '../src/contract/gateway-errors.ts'
import { exportOf } from '../src/features/export/testing/made-export.ts'
import { transactionsExport } from '../src/features/export/transactions.ts'
import { expectAccessible } from './support/accessibility.ts'
import { startGatewayBefore } from './support/product.ts'
import {
  errorBody,
  json,
  type Script,
  type ScriptedService,
  startScriptedService,
} from './support/scripted-service.ts'
import { test as base, expect } from './support/test.ts'

/** A service that any key is accepted by, behind a gateway at which people sign in. */
const test = base.extend<object, { accounts: { service: ScriptedService; address: string } }>({
  accounts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what the fixture needs, here nothing
    async ({}, use) => {
      const service = await startScriptedService()
      const gateway = await startGatewayBefore(service.address)
      await use({ service, address: gateway.address })
      await gateway.stop()
      await service.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ accounts }, use) => use(accounts.address),
})
test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(({ accounts }) => accounts.service.reset())

/** So many records an account has: more than a page, and not as many as the other. */
const sizes: Readonly<Record<string, number>> = { 'key-of-a': 1500, 'key-of-b': 2501 }

const readings = [
  {
    name: 'a review of whitelists',
    open: (page: Page) => page.goto('/whitelists/hygiene'),
    button: 'Start',
    count: '2,501 transactions. Read from',
    again: 'Run again',
  },
  {
    name: 'a reconciliation',
    open: (page: Page) => page.goto('/reconciliation'),
    button: 'Start',
    count: '2,501 assets',
    again: 'Run again',
  },
  {
    name: 'a count',
    open: (page: Page) => page.goto('/transactions?limit=25'),
    button: 'Count and total all that match',
    count: '2,501 transactions',
    again: 'Count again',
  },
  {
    name: 'a comparison with an export',
    open: async (page: Page) => {
      const records = items('transactions', 'key-of-b').slice(0, 10).map(normaliseTransaction)
      const made = await exportOf(transactionsExport, records, 'xlsx', ['transaction_id'], {
        parameters: {},
      })
      await page.goto('/verify')
      const buffer = Buffer.from(await made.file.arrayBuffer())
      await page.locator('input[type=file]').setInputFiles({ name: made.name, mimeType: '', buffer })
    },
    button: 'Compare with the service now',
    count: '10 rows are the same, 0 changed, 2,491 new, 0 gone',
    again: 'Compare again',
  },
] as const

for (const { name, open, button, count, again } of readings)
  test(`${name} ends where another key is signed in meanwhile, and begins again with that one`, async ({
    page,
    accounts: { service },
  }) => {
    test.slow()
    const pause = pausing()
    service.script('*', pause.script)
    await signIn(page, 'key-of-a')
    await open(page)
    await expect(page.getByRole('button', { name: button })).toBeEnabled()
    pause.isArmed = true
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('region', { name: 'Progress' })).toContainText(
      'The service asks to wait (ERR-03)',
    )
    await signIn(page, 'key-of-b')
    const before = service.received.length

    const banner = page.getByRole('status').filter({ hasText: gatewayErrors['GTW-12'].title })
    await expect(banner).toContainText('GTW-12')
    await expect(banner).toContainText('records of two accounts do not mix')
    await expect(
      page.getByText(/Complete: read twice| assets agree|Partial: |rows are the same/),
    ).toHaveCount(0)
    // Nothing of the other account was read for it.
    expect(service.received.slice(before).filter(isLongReading)).toEqual([])
    await expectAccessible(page, `${name} that another key has ended`)

    await banner.getByRole('button', { name: 'Begin again' }).click()
    await expect(page.getByRole('main')).toContainText(count, { timeout: 20_000 })
    await expect(banner).toHaveCount(0)
    await expect(page.getByRole('button', { name: again })).toBeVisible()
    const keys = service.received.slice(before).filter(isLongReading).map(keyOf)
    expect(new Set(keys)).toEqual(new Set(['key-of-b']))
  })

test('what came of it is not shown to another key, and is there again for its own', async ({
  page,
  accounts: { service },
}) => {
  service.script('*', account)
  await signIn(page, 'key-of-a')
  await page.goto('/whitelists/hygiene')
  await page.getByRole('button', { name: 'Start' }).click()
  const result = page.getByText('1,500 transactions. Read from')
  await expect(result).toBeVisible()
  const other = await page.context().newPage()
  await signInAt(other, 'key-of-b')
  await expect(result).toHaveCount(0)
  await expect(page.getByText('belongs to another key or account')).toBeVisible()
  await expectAccessible(page, 'a review of another key')
  await signInAt(other, 'key-of-a')
  await expect(result).toBeVisible()
  // Nor to nobody: it waits for its own.
  await page.context().clearCookies()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.getByRole('main')).toContainText('GTW-04')
  await expect(result).toHaveCount(0)
  await signInAt(other, 'key-of-a')
  await expect(result).toBeVisible()
})

test('what the overview tells of the last reconciliation is told to the key that made it alone', async ({
  page,
  accounts: { service },
}) => {
  service.script('*', account)
  await signIn(page, 'key-of-a')
  await page.goto('/reconciliation')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('1,500 assets', {
    timeout: 20_000,
  })
  await page.goto('/')
  const told = page.getByRole('region', { name: 'Reconciliation' })
  await expect(told).toContainText('1,500 assets')
  await signIn(page, 'key-of-b')
  await page.goto('/')
  await expect(told).toContainText('No reconciliation has been run in this browser yet.')
})

test('a session that is lost holds it up, and it goes on by itself once the same key is signed in again', async ({
  page,
  accounts: { service },
}) => {
  const pause = pausing()
  service.script('*', pause.script)
  await signIn(page, 'key-of-a')
  await page.goto('/whitelists/hygiene')
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  pause.isArmed = true
  await page.getByRole('button', { name: 'Start' }).click()
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress).toContainText('The service asks to wait (ERR-03)')
  await page.context().clearCookies()
  await expect(progress).toContainText('On hold: 1,000 records')
  await expect(progress).toContainText('GTW-04')
  await expectAccessible(page, 'a review that is held up')
  // Without a session it cannot go on.
  await progress.getByRole('button', { name: 'Resume' }).click()
  await expect(progress.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(progress.getByRole('button', { name: 'Resume' })).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await progress.getByRole('link', { name: 'Sign in in a new tab' }).click()
  await enterKey(await opened, 'key-of-a')
  await expect(page.getByText('1,500 transactions. Read from')).toBeVisible()
  const first = service.received.filter(
    ({ target }) => isLongReading({ target }) && target.startsWith('/transactions?limit=1000&offset=0'),
  )
  // The second pass has smaller pages: it was not begun anew.
  expect(first).toHaveLength(1)
})

test('a list shows no rows of the key before once another is signed in in another tab', async ({
  page,
  accounts: { service },
}) => {
  service.script('*', account)
  await signIn(page, 'key-of-a')
  await page.goto('/transactions?limit=25&columns=transaction_id')
  const table = page.getByRole('table', { name: 'Transactions' })
  await expect(table).toContainText('key-of-a t0')
  const other = await page.context().newPage()
  await signInAt(other, 'key-of-b')
  await expect(table).toContainText('key-of-b t0')
  await expect(table).not.toContainText('key-of-a')
  await expect(page.getByRole('button', { name: /new$/ })).toHaveCount(0)
})

test('a page that was sent in one session shows nothing of another one that is signed in before its rows are read', async ({
  page,
  accounts: { service },
}) => {
  service.script('*', account)
  await signIn(page, 'key-of-a')
  await page.route('**/transactions?limit=25', async (route) => {
    const answer = await route.fetch()
    // Meanwhile in another tab; so that the page is of one session, and the rows that it asks for are of the other.
    await signIn(page, 'key-of-b')
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'set-cookie': '' } })
  })
  const told: string[] = []
  page.on('response', (response) => void (response.status() === 409 && told.push(response.url())))
  await page.goto('/transactions?limit=25')
  const table = page.getByRole('table', { name: 'Transactions' })
  await expect(table).toContainText('key-of-b t0')
  // It was the page's own session in which the rows were asked for, and that was refused.
  expect(told.length).toBeGreaterThan(0)
  await expect(table).not.toContainText('key-of-a')
  await expect(page.getByRole('status').filter({ hasText: 'GTW-12' })).toHaveCount(0)
})

/** An account as its key reads it: as many vaults, balances, whitelists and transactions as `sizes` says. */
const account: Script = (request, response) => {
  const url = new URL(request.url ?? '', 'http://service.invalid')
  const [path, code] = lists.get(url.pathname) ?? ['none', 'ERR-00']
  const offset = Number(url.searchParams.get('offset') ?? 0)
  const limit = Number(url.searchParams.get('limit') ?? 200)
  const records = items(path, keyOf(request)).slice(offset, offset + limit)
  return (records.length > 0 ? json({ [path]: records }) : errorBody(code))(request, response)
}

const lists = new Map<string, readonly [string, Parameters<typeof errorBody>[0]]>([
  ['/transactions', ['transactions', 'TXN-02']],
  ['/whitelist', ['whitelists', 'WHT-00']],
  ['/vaults', ['vaults', 'VAL-01']],
  ['/balances', ['balance', 'BAL-00']],
  ['/balances/cold', ['balance', 'BAL-01']],
  ['/balances/warm', ['none', 'BAL-01']],
])

function items(path: string, key: string): readonly object[] {
  const length = path === 'none' ? 0 : (sizes[key] ?? 0)
  return Array.from({ length }, (_, index) => ({
    transaction_id: `${key} t${index}`,
    status: 'completed',
    transaction: { transaction_type: 'deposit', asset_id: 'AAA', network_id: 'N', amount: '1', fee: '0' },
    whitelist_id: `${key} w${index}`,
    whitelist_name: `Whitelist ${index}`,
    vault_id: `${key} v${index}`,
    vault_name: `Vault ${index}`,
    vault_type: 'cold',
    ...(path === 'vaults' && { assets: [holding(index)] }),
    ...(path === 'balance' && holding(index)),
  }))
}

function holding(index: number) {
  const balances = {
    total_balance: '1',
    available_balance: '1',
    processing_balance: '0',
    staking_balance: '0',
    claimable_balance: '0',
  }
  return { asset_id: `A${index}`, asset_name: '', network_id: 'N', network_name: '', balances }
}

/** An account, and a rate limit once: at the second page of a long list, while it is armed. */
function pausing() {
  const pause = {
    isArmed: false,
    script: ((request, response) => {
      const isSecond =
        pause.isArmed &&
        isLongReading({ target: request.url ?? '' }) &&
        /offset=999\b/.test(request.url ?? '')
      if (!isSecond) return account(request, response)
      pause.isArmed = false
      return errorBody('ERR-03', { 'retry-after': '3' })(request, response)
    }) satisfies Script,
  }
  return pause
}

function isLongReading({ target }: { target: string }): boolean {
  return /\blimit=1000\b/.test(target)
}

function keyOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return String(headers['x-api-key'])
}

/** Signs this browser in, as another tab does that knows nothing of this one. */
async function signIn({ request }: Pick<Page, 'request'>, apiKey: string): Promise<void> {
  expect((await request.post('/session', { data: { apiKey } })).ok()).toBe(true)
}

async function signInAt(page: Page, key: string): Promise<void> {
  await page.goto('/sign-in?again=1')
  await enterKey(page, key)
}

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}
