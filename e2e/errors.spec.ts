/** Every code and every failure is told in plain words: which banner or empty state it becomes, and what can be done about it. */
import { errorRemedy } from '../src/contract/error-codes.ts'
import { serviceErrors } from '../src/contract/errors.ts'
import { gatewayErrors } from '../src/contract/gateway-errors.ts'
import { bannerOf, copied, expectAddress, goWithin } from './support/page.ts'
import { cut, errorBody, errorWith, htmlPage, json, type Script } from './support/scripted-service.ts'
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
    // The console filters these, and the service says no code.
    ['No vaults match', 'Nothing matches', '/vaults?asset_id=NONE', '/vaults'],
    ['No balances match', 'Nothing matches', '/balances/cold?network_id=NONE', '/balances/cold'],
    ['No transactions match', 'TXN-02', '/transactions?asset_id=NONE&limit=25', '/transactions?limit=25'],
    ['No whitelists match', 'WHT-00', '/whitelists?asset_id=NONE', '/whitelists'],
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

// One of each kind: which failure becomes which code is tested where it is decided, at the gateway and at the reading.
const failures: readonly (readonly [what: string, script: Script, title: string, code: string])[] = [
  ['a page', htmlPage, gatewayErrors['GTW-02'].title, 'GTW-02'],
  ['an answer that breaks off', cut, gatewayErrors['GTW-11'].title, 'GTW-11'],
  [
    'an error body with 200',
    errorWith({ error_code: 'ERR-01' }, 200),
    serviceErrors['ERR-01'].title,
    'ERR-01',
  ],
]
test('a failure becomes a banner, and "Try again" reads again', async ({ page, scripted }) => {
  for (const [index, [what, script, title, code]] of failures.entries())
    await test.step(what, async () => {
      scripted.script('/transactions', script)
      // A page not read before, so that no older rows are shown.
      const offset = index * 50
      await goWithin(page, `/transactions?limit=10&offset=${offset}`)
      const banner = bannerOf(page, title)
      await expect(banner).toHaveRole('alert')
      await expect(banner).toContainText(code)
      await expect(banner).toContainText(`GET /transactions?limit=10${index > 0 ? `&offset=${offset}` : ''}`)
      await expect(tableOf(page, 'Transactions')).toBeHidden()
      scripted.reset()
      if (index > 0) return
      await banner.getByRole('button', { name: 'Try again' }).click()
      await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(10)
      await expect(banner).toBeHidden()
    })
  await test.step('ERR-02 on one endpoint offers to sign in with another key', async () => {
    scripted.script('/vaults', errorBody('ERR-02'))
    await goWithin(page, '/vaults?vault_type=cold')
    const banner = bannerOf(page, serviceErrors['ERR-02'].title)
    await expect(banner).toContainText('ERR-02')
    await expect(banner.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
      'href',
      /^\/sign-in\?from=%2Fvaults%3Fvault_type%3Dcold/,
    )
  })
})

test('what the service sent is text, its help a link over http(s) alone, and all of it can be copied but the key', async ({
  page,
  scripted,
}) => {
  const banner = page.getByRole('alert')
  const sent = {
    error_code: 'MOON-7',
    error_message: 'The <b>moon</b> is in the \u202eyaw',
    details: 'Wait for it to set.\u200b',
    help: 'javascript:alert(1)',
  }
  scripted.script('/transactions', errorWith(sent, 418))
  await goWithin(page, '/transactions')
  const shown = ['The <b>moon</b> is in the U+202Eyaw', 'MOON-7', 'Wait for it to set.U+200B', sent.help]
  for (const words of shown) await expect(banner).toContainText(words)
  await expect(banner.getByRole('link')).toHaveCount(0)
  // Nothing of it is drawn with its own direction: neither the title nor the small print.
  expect(await banner.textContent()).not.toMatch(/[\u202e\u200b]/)

  const body = { error_code: 'ERR-01', error_message: 'Out of order', details: 'Pool is empty' }
  scripted.script('/transactions', errorWith({ ...body, help: 'https://help.invalid/a?b=c' }, 400))
  await goWithin(page, '/transactions?asset_id=BTC')
  const link = banner.getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://help.invalid/a?b=c')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noreferrer/)
  await banner.getByRole('button', { name: 'Copy details' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const text = await copied(page)
  for (const words of [
    serviceErrors['ERR-01'].title,
    'Code: ERR-01',
    'Message: Out of order',
    'Details: Pool is empty',
    'HTTP status: 400',
    'Request: GET /transactions?asset_id=BTC&limit=50',
    'Request id: ',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('demo-viewer-key')
})
