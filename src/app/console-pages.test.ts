/** What the gateway knows of the console's pages, held against the console itself. */
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { endpoints, pathSegment } from '../contract/endpoints.ts'
import {
  transactionStatuses,
  transactionTypes,
  vaultTypes,
  whitelistTypes,
} from '../contract/enumerations.ts'
import { consolePageAt, consolePages } from '../server/gateway/console-pages.ts'
import { cases } from '../testing/cases.ts'
import { balancesView, transactionsView, vaultsView, whitelistsView } from '../url/lists.ts'
import { pageAt, pages } from './pages.ts'

test('every route of the console has its page at the gateway, and that page is loaded by itself', () => {
  const root = new URL('../../', import.meta.url)
  const there = [...pages, { path: '/sign-in', load: () => import('./SignInPage.tsx') }]
  // Each page's own module, by the text of the function that loads it.
  const routes = there.map(({ path, load }) => {
    const from = /\(["']([^"']+\.tsx)["']/.exec(String(load))?.[1] ?? ''
    return `${path} ${from.startsWith('/') ? from.slice(1) : new URL(from, import.meta.url).href.slice(root.href.length)}`
  })
  expect(routes.length).toBeGreaterThan(10)
  expect(consolePages.map(({ route, module }) => `${route} ${module}`).sort()).toEqual(routes.sort())
  for (const { module } of consolePages) expect(existsSync(new URL(module, root)), module).toBe(true)
})

const asked: string[] = []
beforeAll(() => {
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.reject(new TypeError('no network in this test'))
  })
})
afterAll(() => vi.unstubAllGlobals())

/** What the console asks for first at an address. */
async function askedAt(address: string): Promise<string | undefined> {
  const { pathname, search } = new URL(address, 'http://console.invalid')
  const at = pageAt(pathname)
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  asked.length = 0
  await at?.page.prefetch?.(client, search, at.name)
  return asked[0]
}

const plain = [
  '/transactions',
  '/transactions?limit=100&offset=200&status=pending&tx=demo-1&columns=status,amount&sort=amount',
  '/transactions?source_address=0xAB%20c%2B%26%22&asset_id=ETH&limit=999',
  '/transactions/tx-1',
  '/transactions/%C3%BC%20%22%3E',
  '/balances?asset_id=BTC&zero=hide&q=b',
  '/balances/cold',
  '/balances/warm?network_id=N',
  '/vaults?vault_type=cold&density=compact',
  '/vaults/v%26w',
  '/whitelists?whitelist_type=third_party&whitelist=w-1',
  '/whitelists/w-1',
]

test.each(plain)('%s begins with what the console asks for', async (address) => {
  const first = consolePageAt(address)?.first
  expect(first).toMatch(/^\/api\//)
  expect(first).toBe(await askedAt(address))
})

test.each([
  '/transactions?limit=25&limit=50',
  '/transactions?address=0xAB',
  '/transactions/..%2f',
  '/balances/lukewarm',
  '/whitelists?q=a',
  '/verify',
  '//transactions',
])('%s begins with nothing: not all of it is understood, or nothing is read there', (address) => {
  expect(consolePageAt(address)?.first ?? null).toBeNull()
})

test('whatever a link says, what is asked for ahead is what the console asks for', async () => {
  const names = [
    ...new Set([
      ...Object.values(endpoints).flatMap(({ parameters }) => Object.keys(parameters)),
      ...[transactionsView, balancesView, vaultsView, whitelistsView].flatMap(({ table }) => table.columns),
      ...['tx', 'q', 'zero', 'open', 'whitelist', 'columns', 'widths', 'density', 'sort', '__proto__'],
    ]),
  ]
  const values = [
    ...transactionStatuses,
    ...transactionTypes,
    ...vaultTypes,
    ...whitelistTypes,
    ...['changepool', '0', '1', '25', '999', '1000', '0050', '1e2', '-1', 'hide', 'all', '', ' '],
    ...['2026-11-01', '"><script>', 'a+b c&d=e', '\u0000', '%zz', '\ud800'],
  ]
  const path = fc.oneof(
    fc.constantFrom(...consolePages.map(({ route }) => route.replace(/:\w+$/, 'x-1'))),
    fc
      .tuple(fc.constantFrom('/transactions/', '/vaults/', '/balances/'), fc.string({ minLength: 1 }))
      .map(([before, id]) => before + pathSegment(id)),
  )
  const query = fc.array(
    fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom(...values), fc.string())),
    { maxLength: 4 },
  )
  let told = 0
  await fc.assert(
    fc.asyncProperty(path, query, async (at, parameters) => {
      const { pathname, search } = new URL(
        `${at}?${new URLSearchParams(parameters)}`,
        'http://console.invalid',
      )
      const first = consolePageAt(pathname + search)?.first ?? null
      if (first === null) return
      told += 1
      expect(first).toBe(await askedAt(pathname + search))
    }),
    { numRuns: cases(3000) },
  )
  expect(told).toBeGreaterThan(cases(3000) / 20)
})
