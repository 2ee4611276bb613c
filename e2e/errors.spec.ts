/** Every code and every failure is told in plain words: which banner or empty state it becomes, and what can be done about it. */
import { serviceErrors } from '../src/contract/errors.ts'
import { gatewayErrors } from '../src/contract/gateway-errors.ts'
import { bannerOf, expectAddress, goWithin } from './support/page.ts'
import {
  brokenJson,
  cut,
  errorBody,
  errorWith,
  htmlPage,
  json,
  type Script,
} from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.describe('codes that the demonstration answers with', () => {
  test.beforeEach(({ page }) => startSession(page))

  const alarms = [
    ['ERR-00', '/transactions?asset_id=%00&hidden=kept', 'Clear filters'],
    ['ERR-01', '/transactions/demo-ERR-01', 'Try again'],
    ['ERR-01', '/transactions?transaction_id=demo-ERR-01', 'Try again'],
    ['VAL-00', '/vaults?vault_type=lukewarm', 'Clear filters'],
    ['VAL-02', '/vaults/no-such-vault', 'All vaults'],
    ['BAL-02', '/balances/lukewarm', 'All balances'],
    ['TXN-00', '/transactions?transaction_type=gift', 'Clear filters'],
    ['TXN-01', '/transactions?status=lost', 'Clear filters'],
    ['TXN-03', '/transactions?start_date=2026-02-30', 'Clear filters'],
    ['TXN-04', '/transactions/no-such-transaction', 'All transactions'],
    ['WHT-01', '/whitelists?whitelist_type=friends', 'Clear filters'],
  ] as const
  test('a code is told in plain words, with what can be done about it @all', async ({ page }) => {
    await page.goto('/nowhere')
    for (const [code, address, action] of alarms)
      await test.step(`${code} at ${address}, with "${action}"`, async () => {
        const answered = page.waitForResponse(
          (response) => /\/api\/.*/.test(response.url()) && !response.ok(),
        )
        await goWithin(page, address)
        const { title, explanation, advice, remedy } = serviceErrors[code]
        const banner = bannerOf(page, title)
        const { error_code, error_message, details } = await (await answered).json()
        expect(error_code).toBe(code)
        for (const words of [explanation, advice, code, `${error_message} — ${details}`])
          await expect(banner).toContainText(words)
        await expect(banner).toHaveRole(remedy === 'retry' ? 'alert' : 'status')
        await expect(banner.getByRole('button', { name: 'Copy details' })).toBeVisible()
        await expect(
          page
            .getByRole('main')
            .getByRole(/All/.test(action) ? 'link' : 'button', { name: action })
            .first(),
        ).toBeVisible()
      })
  })

  const calm = [
    // The console filters these, and the service says no code.
    ['No vaults match', 'Nothing matches', '/vaults?asset_id=NONE', '/vaults'],
    ['No balances match', 'Nothing matches', '/balances/cold?network_id=NONE', '/balances/cold'],
    ['No transactions match', 'TXN-02', '/transactions?asset_id=NONE&limit=25', '/transactions?limit=25'],
    ['No whitelists match', 'WHT-00', '/whitelists?asset_id=NONE', '/whitelists'],
  ] as const
  test('a list without records is a calm empty state that clears its filters', async ({ page }) => {
    await page.goto('/nowhere')
    for (const [title, words, address, cleared] of calm)
      await test.step(title, async () => {
        await goWithin(page, address)
        const empty = bannerOf(page, title)
        await expect(empty).toHaveRole('status')
        await expect(empty).toContainText(words)
        await expect(page.getByRole('alert')).toHaveCount(0)
        await expect(page.getByRole('table')).toHaveCount(0)
        await empty.getByRole('button', { name: 'Clear filters' }).click()
        await expectAddress(page, cleared)
        await expect(rowLinks(page.getByRole('table')).first()).toBeVisible()
      })
  })

  test('what is no plain answer, nor a plain refusal @all', async ({ page }) => {
    await test.step('ERR-03 counts down to the moment when asking again makes sense', async () => {
      await page.goto('/transactions/demo-ERR-03')
      const banner = bannerOf(page, serviceErrors['ERR-03'].title)
      await expect(banner).toContainText('ERR-03')
      await expect(banner.getByRole('button', { name: /^Try again in [1-5] s$/ })).toBeDisabled()
    })
    await test.step('a body that breaks off is not shown in part', async () => {
      await goWithin(page, '/transactions?transaction_id=demo-broken-body')
      await expect(bannerOf(page, 'The answer cannot be read')).toHaveRole('alert')
      await expect(page.getByRole('table')).toHaveCount(0)
    })
    await test.step('GTW-05 comes of an id that climbs out of the read API', async () => {
      await page.goto('/vaults/..%2F..%2Fopenapi.json')
      await expect(bannerOf(page, gatewayErrors['GTW-05'].title)).toContainText('GTW-05')
    })
  })
})

test.describe('behind a service that misbehaves', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  // One of each kind: which failure becomes which code is tested where it is decided, at the gateway and at the reading.
  const failures: readonly (readonly [what: string, script: Script, title: string, code: string])[] = [
    ['a page', htmlPage, gatewayErrors['GTW-02'].title, 'GTW-02'],
    ['an answer that breaks off', cut, gatewayErrors['GTW-11'].title, 'GTW-11'],
    ['half a document', brokenJson, 'The answer cannot be read', 'unreadable'],
    ['another API', json({ hello: 'world' }), 'The answer has an unexpected form', 'unexpected-body'],
    [
      'an error without its body',
      json({ message: 'no' }, 500),
      'An error without an explanation (HTTP 500)',
      'http-status',
    ],
    [
      'an error body with 200',
      errorWith({ error_code: 'ERR-01' }, 200),
      serviceErrors['ERR-01'].title,
      'ERR-01',
    ],
  ]
  test('a failure becomes a banner, and "Try again" reads again', async ({ page, scripted }) => {
    await page.goto('/nowhere')
    for (const [index, [what, script, title, code]] of failures.entries())
      await test.step(what, async () => {
        scripted.script('/transactions', script)
        // Of a page that was not read before, so that no rows stand.
        const offset = index * 50
        await goWithin(page, `/transactions?limit=10&offset=${offset}`)
        const banner = bannerOf(page, title)
        await expect(banner).toHaveRole('alert')
        await expect(banner).toContainText(code)
        await expect(banner).toContainText(`GET /transactions?limit=11&offset=${offset}`)
        await expect(tableOf(page, 'Transactions')).toBeHidden()
        scripted.reset()
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

  test('"no records" without a filter is an empty state that has nothing to clear @all', async ({
    page,
    scripted,
  }) => {
    await page.goto('/nowhere')
    await test.step('TXN-02', async () => {
      scripted.script('/transactions', errorBody('TXN-02'))
      await goWithin(page, '/transactions')
      const empty = bannerOf(page, 'There is nothing here yet')
      await expect(empty).toContainText('TXN-02')
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('button', { name: 'Clear' })).toHaveCount(0)
    })
    await test.step('an empty list with 200 reads so too, with a filter and without', async () => {
      scripted.script('/transactions', json({ transactions: [] }))
      await goWithin(page, '/transactions?status=failed')
      await expect(bannerOf(page, 'No transactions match')).toHaveRole('status')
      await goWithin(page, '/transactions?limit=25')
      await expect(bannerOf(page, 'There is nothing here yet')).toHaveRole('status')
    })
  })

  test('what the service sent is text, its help a link over http(s) alone, and all of it can be copied but the key', async ({
    page,
    scripted,
    context,
  }) => {
    const banner = page.getByRole('alert')
    await test.step('an unknown code shows what the service sent, as text and with what is hidden in it', async () => {
      const sent = {
        error_code: 'MOON-7',
        error_message: 'The <b>moon</b> is in the \u202eyaw',
        details: 'Wait for it to set.\u200b',
        help: 'javascript:alert(1)',
      }
      scripted.script('/transactions', errorWith(sent, 418))
      await page.goto('/transactions')
      await expect(banner).toContainText('The <b>moon</b> is in the U+202Eyaw')
      await expect(banner).toContainText('MOON-7')
      await expect(banner).toContainText('Wait for it to set.U+200B')
      await expect(banner).toContainText('javascript:alert(1)')
      await expect(banner.getByRole('link')).toHaveCount(0)
      // Nothing of it is drawn with its own direction: neither the title nor the small print.
      expect(await banner.textContent()).not.toMatch(/[\u202e\u200b]/)
    })
    scripted.script(
      '/transactions',
      errorWith(
        {
          error_code: 'ERR-01',
          error_message: 'Out of order',
          details: 'Pool is empty',
          help: 'https://help.invalid/a?b=c',
        },
        400,
      ),
    )
    await goWithin(page, '/transactions?asset_id=BTC')
    await test.step('a help link opens in a new tab, without referrer', async () => {
      const link = banner.getByRole('link')
      await expect(link).toHaveAttribute('href', 'https://help.invalid/a?b=c')
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', /noreferrer/)
    })
    await test.step('the copied details have all that helps, and no key', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await banner.getByRole('button', { name: 'Copy details' }).click()
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      for (const words of [
        serviceErrors['ERR-01'].title,
        'Code: ERR-01',
        'Message: Out of order',
        'Details: Pool is empty',
        'HTTP status: 400',
        'Request: GET /transactions?limit=51&offset=0&asset_id=BTC',
        'Request id: ',
      ])
        expect(copied).toContain(words)
      expect(copied).not.toContain('demo-viewer-key')
    })
  })
})
