import { securityHeaders } from '../src/server/gateway/security-headers.ts'
import { expect, test } from './support/test.ts'

test('the built console opens, with all security headers and nothing for the browser to complain about', async ({
  page,
}) => {
  const answer = await page.goto('/')
  const headers = answer?.headers() ?? {}
  expect(headers).toMatchObject(securityHeaders(false))
  await expect(page).toHaveTitle(/Custody Console/)
  await expect(page.locator('#root')).not.toBeEmpty()
})

test('one sign-in reads all seven endpoints of the embedded service', async ({ request }) => {
  const { demonstrationKey } = await (await request.get('/session')).json()
  expect((await request.post('/session', { data: { apiKey: demonstrationKey } })).status()).toBe(200)
  const { transactions } = await (await request.get('/api/transactions?limit=2')).json()
  const { vaults } = await (await request.get('/api/vaults?limit=1')).json()
  expect(transactions).toHaveLength(2)
  for (const path of [
    `/transactions/${transactions[0].transaction_id}`,
    `/transaction/${transactions[0].transaction_id}`,
    `/vaults/${vaults[0].vault_id}`,
    '/whitelist',
    '/balances',
    '/balances/cold',
    '/balances/warm',
  ])
    expect((await request.get(`/api${path}`)).status(), path).toBe(200)
  await request.delete('/session')
  expect((await request.get('/api/vaults')).status()).toBe(401)
})
