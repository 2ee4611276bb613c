import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { sessionQuery } from '../api/session.ts'
import { firstTargetAt } from '../server/gateway/console-files.ts'
import { readAhead, readFirst } from './pages.ts'

const requests: string[] = []
beforeEach(() => {
  requests.splice(0)
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url)
    return Promise.reject(new TypeError('no network in this test'))
  })
})

const client = () => {
  const created = createQueryClient()
  created.setDefaultOptions({ queries: { retry: false } })
  return created
}
const partsOf = (address: string) => new URL(address, 'http://console.invalid')

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
  const { pathname, search } = partsOf(address)
  await readFirst(client(), pathname, search)
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
  readAhead(client(), '/transactions', '')
  const reader = client()
  reader.setQueryData<unknown>(sessionQuery.queryKey, { signedIn: true, mark: 'reader', pack: null })
  readAhead(reader, '/vaults', '?vault_type=cold')
  await vi.waitFor(() => expect(requests).toEqual(['/api/vaults?vault_type=cold&limit=50']))
})
