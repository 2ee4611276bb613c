/** Every code and every failure is told in plain words: which banner or empty state it becomes, and what can be done about it. */
import { errorRemedy } from '../src/contract/error-codes.ts'
import { serviceErrors } from '../src/contract/errors.ts'
import { gatewayErrors } from '../src/contract/gateway-errors.ts'
import { bannerOf, expectAddress, goWithin } from './support/page.ts'
import { errorBody, htmlPage, json } from './support/scripted-service.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })
test.beforeEach(({ page }) => page.goto('/nowhere'))

test('a code is told in plain words, with what can be done about it @all', async ({ page }) => {
  for (const [code, address, action] of [
    ['ERR-00', '/transactions?asset_id=%00&hidden=kept', 'Clear filters'],
    ['ERR-01', '/transactions/demo-ERR-01', 'Try again'],
    ['VAL-00', '/vaults?vault_type=lukewarm', 'Clear filters'],
    ['VAL-02', '/vaults/no-such-vault', 'All vaults'],
    ['BAL-02', '/balances/lukewarm', 'All balances'],
    ['TXN-00', '/transactions?transaction_type=gift', 'Clear filters'],
    ['TXN-01', '/transactions?status=lost', 'Clear filters'],
    ['TXN-03', '/transactions?start_date=2026-02-30', 'Clear filters'],
    ['TXN-04', '/transactions/no-such-transaction', 'All transactions'],
    ['WHT-01', '/whitelists?whitelist_type=friends', 'Clear filters'],
  ] as const)
    await test.step(`${code} at ${address}, with "${action}"`, async () => {
      const answered = page.waitForResponse((response) => /\/api\/.*/.test(response.url()) && !response.ok())
      await goWithin(page, address)
      const { title, explanation, advice } = serviceErrors[code]
      const banner = bannerOf(page, title)
      const { error_code, error_message, details } = await (await answered).json()
      expect(error_code).toBe(code)
      for (const words of [explanation, advice, code, `${error_message} — ${details}`])
        await expect(banner).toContainText(words)
      await expect(banner).toHaveRole(errorRemedy(code) === 'retry' ? 'alert' : 'status')
      const role = /All/.test(action) ? 'link' : 'button'
      await expect(page.getByRole('main').getByRole(role, { name: action }).first()).toBeVisible()
    })
})

test('a list without records is a calm empty state, which clears its filters where it has any', async ({
  page,
  scripted,
}) => {
  for (const [title, words, address, cleared] of [
    // The console filters this, and the service says no code.
    ['No balances match', 'Nothing matches', '/balances/cold?network_id=NONE', '/balances/cold'],
    ['No transactions match', 'TXN-02', '/transactions?asset_id=NONE&limit=25', '/transactions?limit=25'],
  ] as const)
    await test.step(title, async () => {
      await goWithin(page, address)
      const empty = bannerOf(page, title)
      await expect(empty).toHaveRole('status')
      await expect(empty).toContainText(words)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('table')).toHaveCount(0)
      await empty.getByRole('button', { name: 'Clear filters' }).click()
      await expectAddress(page, cleared)
    })
  for (const [answer, limit] of [
    [errorBody('TXN-02'), 10],
    [json({ transactions: [] }), 100],
  ] as const) {
    scripted.script('/transactions', answer)
    await goWithin(page, `/transactions?limit=${limit}`)
    await expect(bannerOf(page, 'There is nothing here yet')).toHaveRole('status')
    await expect(page.getByRole('main').getByRole('button', { name: 'Clear' })).toHaveCount(0)
  }
})

// Which failure becomes which code is tested where it is decided, at the gateway and at the reading.
test('a failure becomes a banner, and "Try again" reads again', async ({ page, scripted }) => {
  scripted.script('/transactions', htmlPage)
  await goWithin(page, '/transactions?limit=10')
  const banner = bannerOf(page, gatewayErrors['GTW-02'].title)
  await expect(banner).toHaveRole('alert')
  await expect(banner).toContainText('GTW-02')
  await expect(banner).toContainText('GET /transactions?limit=10')
  await expect(tableOf(page, 'Transactions')).toBeHidden()
  scripted.reset()
  await banner.getByRole('button', { name: 'Try again' }).click()
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
  await expect(banner).toBeHidden()
})
