/** Two accounts of one service, each with a key of its own, and a console at which either signs in. */
import type { IncomingMessage } from 'node:http'
import type { Page } from 'playwright/test'
import { revisionPath } from '../../src/contract/revision.ts'
import { startGatewayBefore } from './product.ts'
import {
  errorAnswer,
  json,
  type Script,
  type ScriptedService,
  startScriptedService,
} from './scripted-service.ts'
import { signInWith } from './session.ts'
import { test as base, expect } from './test.ts'

interface AccountFixtures {
  /** As KEEP_RECORDS has it. Records are updated every second. */
  kept: 'configured' | 'none'
  accounts: { service: ScriptedService; address: string }
}

export const accountsTest = base.extend<object, AccountFixtures>({
  kept: ['none', { option: true, scope: 'worker' }],
  accounts: [
    async ({ kept }, use) => {
      const service = await startScriptedService()
      const gateway = await startGatewayBefore(service.address, { KEEP_RECORDS: kept, SYNC_SECONDS: '1' })
      await use({ service, address: gateway.address })
      await gateway.stop()
      await service.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ accounts }, use) => use(accounts.address),
})

/** Number of records per account: more than a page, and different for each. */
const sizes: Readonly<Record<string, number>> = { 'key-of-a': 1100, 'key-of-b': 1201 }

/** An account as its key reads it: as many vaults, balances, whitelists and transactions as `sizes` says. */
export const account: Script = (request, response) => {
  const url = new URL(request.url ?? '', 'http://service.invalid')
  const [path, code] = lists.get(url.pathname) ?? ['none', 'ERR-00']
  const offset = Number(url.searchParams.get('offset') ?? 0)
  const limit = Number(url.searchParams.get('limit') ?? 200)
  const records = items(path, keyOf(request)).slice(offset, offset + limit)
  return (records.length > 0 ? json({ [path]: records }) : errorAnswer(code))(request, response)
}

const lists = new Map<string, readonly [string, Parameters<typeof errorAnswer>[0]]>([
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

export function keyOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return String(headers['x-api-key'])
}

export async function signInAt(page: Page, key: string): Promise<void> {
  await page.goto('/sign-in?again=1')
  await signInWith(page, key)
}

/** Serves a list of transactions as it is at each moment, and of the other lists what `others` has then. */
export function serveTransactions(
  service: ScriptedService,
  transactions: readonly { readonly transaction_id: string; readonly status: string }[],
  others: { readonly vaults?: readonly object[]; readonly whitelists?: readonly object[] } = {},
): void {
  service.script('*', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service.invalid')
    const offset = Number(searchParams.get('offset') ?? 0)
    const status = searchParams.get('status')
    const id = /^\/transactions\/(.+)/.exec(pathname)?.[1]
    const isOther = pathname !== '/transactions' && id === undefined
    // No transaction was recorded on any day.
    const listed = isOther || searchParams.has('start_date') ? [] : transactions
    const answer = listed
      .filter(
        (one) =>
          (status === null || one.status === status) && (id ?? one.transaction_id) === one.transaction_id,
      )
      .slice(offset, offset + Number(searchParams.get('limit') ?? 200))
    const [vaults = [], whitelists = []] = offset === 0 ? [others.vaults, others.whitelists] : []
    json({ transactions: answer, vaults, whitelists, balances: [] })(request, response)
  })
}

/** Waits until the records of the session's account are there. */
export async function untilKept(page: Page): Promise<void> {
  await expect.poll(() => revisionOf(page), { timeout: 60_000 }).not.toBeNull()
}

async function revisionOf({ request }: Page): Promise<string | null> {
  return (await (await request.get(revisionPath)).json()).revision
}

/** Waits until the gateway tells another revision, and lets the page ask for it. The page's clock is installed. */
export async function untilRevised(page: Page, change: () => void, timeout = 20_000): Promise<void> {
  const before = await revisionOf(page)
  change()
  await expect.poll(() => revisionOf(page), { timeout }).not.toBe(before)
  await page.clock.runFor(6000)
}
