import { createMemoryRouter, type LoaderFunctionArgs, matchRoutes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { firstTargetAt } from '../server/gateway/console-files.ts'
import { signedIn } from '../sync/service/testing/answers.ts'
import { consoleRoutes } from './routes.tsx'

const requests: string[] = []
beforeEach(() => {
  requests.splice(0)
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url)
    return Promise.reject(new TypeError('no network in this test'))
  })
})

/** Goes to an address, as the router does. */
async function visit(address: string, client = createQueryClient(signedIn)): Promise<void> {
  client.setDefaultOptions({ queries: { retry: false } })
  const request = new Request(new URL(address, 'http://console.invalid'))
  for (const { route, params } of matchRoutes(consoleRoutes(client), new URL(request.url)) ?? [])
    if (typeof route.loader === 'function') await route.loader({ request, params } as LoaderFunctionArgs)
}

test.each([
  '/transactions',
  '/transactions?limit=100&offset=200&status=pending&tx=demo-1&columns=status,amount&sort=amount:desc',
  '/transactions?source_address=0xAB%20c%2B%26%22&asset_id=ETH&limit=999&asset_id=',
  '/transactions?transaction_type=changepool&limit=1e2&offset=-1&status=%20pending%20&whatever=1',
  '/transactions?address=0xAB&status=pending&status=failed&text=fee',
  '/transactions/tx-1',
  '/transactions/%C3%BC%20%22%3E',
  '/balances?asset_id=BTC&zero=hide&q=b',
  '/balances/cold',
  '/balances/warm?network_id=N',
  '/vaults?vault_type=cold&asset_id=BTC',
  '/vaults/v%26w?day=2026-11-01',
  '/whitelists?whitelist_type=third_party&whitelist=w-1',
])('the gateway asks ahead at %s for what the console asks first', async (address) => {
  await visit(address)
  expect(requests[0]).toMatch(/^\/api\//)
  expect(firstTargetAt(address)).toBe(requests[0])
})

test.each(['/transactions/..%2f', '/transactions/%zz', '/balances/lukewarm', '/verify', '//transactions'])(
  'nothing is asked ahead at %s',
  (address) => {
    expect(firstTargetAt(address)).toBeNull()
  },
)

test('rows are read ahead for who is signed in alone', async () => {
  await visit('/transactions', createQueryClient())
  await visit('/transactions', createQueryClient({ ...signedIn, signedIn: false }))
  expect(requests).toEqual([])
})

test('another filter changes the address at once, so that a second change builds on it, and reads nothing ahead', async () => {
  const router = createMemoryRouter(consoleRoutes(createQueryClient(signedIn)), {
    initialEntries: ['/whitelists?limit=10'],
  })
  await vi.waitFor(() => expect(router.state.initialized).toBe(true), { timeout: 20_000 })
  const read = [...requests]
  void router.navigate('/whitelists?limit=20')
  expect(router.state.location.search).toBe('?limit=20')
  expect(requests).toEqual(read)
})
