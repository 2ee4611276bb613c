/** Every page in both themes, wide and narrow: axe finds nothing, and the page as a whole does not scroll sideways. */
import type { Page } from 'playwright/test'
import { transactionStatuses } from '../src/contract/enumerations.ts'
import { pages } from '../src/url/pages.ts'
import { expectAccessible, expectNoSidewaysScroll, expectSound } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { find, finder, goWithin, hold, openFilters } from './support/page.ts'
import { pageAddress } from './support/places.ts'
import { crash, hang, json } from './support/scripted-service.ts'
import { loaded, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, productAddress, test } from './support/test.ts'

test.use({ dates: true, baseURL: ({ scripted }, use) => use(scripted.console) })

test('what opens beside and over a list', async ({ page, scripted }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  // One record of each status shows every badge, and loads faster than a long list.
  const ofEveryStatus = transactionStatuses.map((status) => transactionsOf(`limit=1&status=${status}`))
  scripted.script('/transactions', json({ transactions: (await Promise.all(ofEveryStatus)).flat() }))
  await page.goto('/transactions')
  await loaded(page)
  await openFilters(page)
  await expectGood(page, 'all filters')
  await page.keyboard.press('Escape')
  await rowHeaderLinks(tableOf(page, 'Transactions')).nth(1).click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  await expectGood(page, 'the drawer')
})

test('the menu of a phone, which leads to another page @all', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto('/transactions?limit=10')
  await loaded(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expectGood(page, 'the menu')
  await menu.getByRole('link', { name: 'Vaults' }).click()
  await expect(menu).toBeHidden()
  await expect(rowHeaderLinks(tableOf(page, 'Vaults')).first()).toBeVisible()
})

for (const [address, words] of [
  ['/transactions?status=lost&start_date=2026-13-01&no_such=1', 'TXN-01'],
  ['/transactions?asset_id=NONE', 'TXN-02'],
  ['/transactions?offset=99999', 'past the end'],
  ['/nowhere', 'There is no page at this address'],
] as const)
  test(`${address} @all`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByText(words).first()).toBeVisible()
    await expectSound(page, address)
  })

test.describe('with all records', () => {
  test.use({ baseURL: productAddress, viewport: { width: 1440, height: 900 } })

  for (const { path } of pages)
    test(`${path} while it waits, and with all that it shows @all`, async ({ page }) => {
      const release = await hold(page, /\/api\/(?!revision)/)
      await page.goto(await pageAddress(path))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectGood(page, `${path} while it waits`)
      release()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expectSound(page, path)
    })

  test('what opens over a page @all', async ({ page }) => {
    test.slow()
    await page.goto('/transactions?limit=10')
    await loaded(page)
    for (const name of ['Views', 'Export', 'Columns', /^Preferences/])
      await test.step(String(name), async () => {
        await page.getByRole('button', { name }).first().click()
        await expectGood(page, `the layer of ${name}`)
        await page.keyboard.press('Escape')
      })
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectGood(page, 'the keys')
    await page.keyboard.press('Escape')
    for (const text of ['Kraken', 'fees last month', 'failed BTC withdrawals last week', 'qqqq'])
      await test.step(`the finder with ${text}`, async () => {
        await find(page, text)
        await expect(finder(page).locator('[aria-busy="true"]')).toHaveCount(0)
        await expectGood(page, `the finder with ${text}`)
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
      })
  })

  test('where a session has ended @all', async ({ page }) => {
    await page.goto('/vaults')
    await loaded(page, 'Vaults')
    await page.context().clearCookies()
    // By its key: what asks by itself may have found out before.
    await page.keyboard.press('r')
    await expect(page.getByText(/^Your session has ended/).first()).toBeVisible()
    await expectGood(page, 'a session that has ended')
  })
})

test('waiting and stale pages @all', async ({ page, scripted }) => {
  scripted.script('/vaults', hang)
  await page.goto('/vaults')
  await expect(tableOf(page, 'Vaults')).toHaveAttribute('aria-busy', 'true')
  await expectGood(page, 'waiting')
  scripted.reset()
  await goWithin(page, '/transactions?limit=5')
  await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(5)
  scripted.script('/transactions', crash)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectGood(page, 'stale')
})

test('the sign-in page, with a key that is refused', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${process.env.E2E_ADDRESS}/sign-in?from=%2Fvaults`)
  await page.getByLabel('API key').fill('wrong-key')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByText('ERR-02')).toBeVisible()
  await expectGood(page, 'sign-in refused')
})

async function expectGood(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state, true)
  await expectNoSidewaysScroll(page, state)
}
