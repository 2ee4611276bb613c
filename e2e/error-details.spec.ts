/** What a banner holds beside its title: the service's own words, a link to help, and details to copy. */
import { serviceErrors } from '../src/contract/errors.ts'
import { errorWith } from './support/scripted-service.ts'
import { expect, test } from './support/test.ts'
import { goWithin } from './support/within.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

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
