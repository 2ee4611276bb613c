import { gatewayErrors } from '../src/contract/gateway-errors.ts'
import { bannerOf, expectAddress, goWithin } from './support/page.ts'
import { errorAnswer, htmlPage, json } from './support/scripted-service.ts'
import { rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })
test.beforeEach(({ page }) => page.goto('/nowhere'))

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
    [errorAnswer('TXN-02'), 10],
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
  await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
  await expect(banner).toBeHidden()
})
