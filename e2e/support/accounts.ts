/** Two accounts of one service, each with a key of its own, and a console at which either signs in. */
import type { IncomingMessage } from 'node:http'
import type { Page } from 'playwright/test'
import { startGatewayBefore } from './product.ts'
import {
  errorBody,
  json,
  type Script,
  type ScriptedService,
  startScriptedService,
} from './scripted-service.ts'
import { signInWith } from './session.ts'
import { test as base } from './test.ts'

export const test = base.extend<object, { accounts: { service: ScriptedService; address: string } }>({
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

/** Number of records per account: more than a page, and different for each. */
const sizes: Readonly<Record<string, number>> = { 'key-of-a': 1100, 'key-of-b': 1201 }

/** An account as its key reads it: as many vaults, balances, whitelists and transactions as `sizes` says. */
export const account: Script = (request, response) => {
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

export function keyOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return String(headers['x-api-key'])
}

export async function signInAt(page: Page, key: string): Promise<void> {
  await page.goto('/sign-in?again=1')
  await signInWith(page, key)
}
