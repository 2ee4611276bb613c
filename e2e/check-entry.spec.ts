/** How an address gets into the check: typed, pasted, by the palette or in a link, in several forms, or refused. */
import type { Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { checkNext, expectVerdict, field, listed, stranger, unknown, verdict } from './support/check.ts'
import { expectAddress } from './support/filters.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('the keyboard alone: pasting asks, a network is chosen, Back and Forward restore all of it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { entry, name } = await listed(page, ({ network_id }) => network_id === 'ETH')
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expectAddress(page, '/check')
  await expect(field(page)).toBeFocused()
  await paste(page, `  ${unknown}\n`)
  await expectVerdict(page, 'Never seen', '')
  await expectAddress(page, `/check?address=${unknown}`)
  await expect(page.getByText('White space around it was removed.')).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await paste(page, entry.address)
  await expectVerdict(page, 'On a whitelist', name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('bitc')
  await expect(page.getByRole('option', { name: /^Bitcoin/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('Bitcoin')
  await page.keyboard.press('Enter')
  await expectVerdict(page, 'Listed on ETH, not on BTC', '')
  await expectAddress(page, `/check?address=${entry.address}&network_id=BTC`)
  await page.goBack()
  await expectVerdict(page, 'On a whitelist', name)
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('')
  await page.goBack()
  await expectVerdict(page, 'Never seen', '')
  await expect(field(page)).toHaveValue(unknown)
  await page.goForward()
  await page.goForward()
  await expectVerdict(page, 'Listed on ETH, not on BTC', '')
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveValue('Bitcoin')
  await expect(field(page)).toHaveValue(entry.address)
})

test('an address is taken in several forms, from the palette too, and what is none is refused with the reason @all', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/check')
  await expect(field(page)).toBeFocused()
  for (const [pasted, why] of [
    ['vitalik.eth', /This is a name, not an address/],
    ['https://example.com/', /This link contains no address/],
    [`${unknown} ${unknown.toLowerCase()}`, /more than one address/],
    ['0'.repeat(1_000_000), /1000000 characters/],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+a')
    await paste(page, pasted)
    await expect(page.getByText(why)).toBeVisible()
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
    await expectAddress(page, '/check')
  }
  await page.keyboard.press('ControlOrMeta+a')
  await paste(page, `\u202e${unknown.slice(0, 8)}\u200b${unknown.slice(8)}`)
  await expectAddress(page, `/check?address=${unknown}`)
  await expect(page.getByText('hidden characters U+202E, U+200B')).toBeVisible()
  await test.step('in several forms it is what it stands for', async () => {
    // From the tests of ripple-address-codec, the reference of XLS-5.
    await checkNext(page, 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu')
    await expect(field(page)).toHaveValue('r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59')
    await expect(page.getByText('and the memo 1.')).toBeVisible()
    await expect(verdict(page)).toContainText('With the memo1')
    await checkNext(page, `ethereum:${unknown}@1?value=1`)
    await expect(field(page)).toHaveValue(unknown)
    await expect(page.getByText('payment link (ethereum:)')).toBeVisible()
  })
  await checkNext(page, unknown.replace('a', 'а'))
  await expectVerdict(page, 'Not an address of any network', 'U+0430')
  await checkNext(page, '__proto__', '&network_id=__proto__')
  await expectVerdict(page, 'Never seen', '')
  await test.step('the palette leads to the check of whatever was pasted into it', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(`  ${stranger(1)} `)
    await page.getByRole('option', { name: /^Check this address/ }).click()
    await expectAddress(page, `/check?address=${stranger(1)}`)
    await expectVerdict(page, 'Never seen', '')
    await expect(field(page)).toHaveValue(stranger(1))
  })
  await checkNext(page, 'somebody.eth', '&limit=5&address=again&no_such=1')
  const notice = page.getByRole('status').filter({ hasText: 'Part of this link could not be used' })
  for (const part of ['limit=5', 'address=again', 'no_such=1']) await expect(notice).toContainText(part)
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'a refused check')
  await notice.getByRole('button', { name: 'Remove from the link' }).click()
  await expectAddress(page, '/check?address=somebody.eth')
})

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+v')
}
