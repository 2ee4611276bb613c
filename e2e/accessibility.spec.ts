import type { Page } from 'playwright/test'
import { transactionStatuses } from '../src/contract/enumerations.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, vaultsOf, whitelistsOf } from './support/api.ts'
import { pill } from './support/filters.ts'
import { crash, hang, json } from './support/scripted-service.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, type ScriptedConsole, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

// axe looks at every element of a page, in both themes.
test.slow()

const narrow = { width: 390, height: 800 }

test('lists, and what opens beside and over them, have no finding', async ({ page, scripted }) => {
  await listEveryStatus(page, scripted)
  await page.goto('/transactions')
  await expectRead(page)
  await expectAccessible(page, 'transactions')
  await rowLinks(tableOf(page, 'Transactions')).nth(1).click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  await expectAccessible(page, 'transactions with the drawer')
  await page.keyboard.press('Escape')
  await pill(page, 'Status').click()
  await expect(page.getByRole('dialog', { name: 'Status' })).toBeVisible()
  await expectAccessible(page, 'transactions with a filter open')
  scripted.reset()
  await page.goto('/transactions?status=lost&asset_id=BTC&no_such=1')
  await expect(page.getByText('TXN-01')).toBeVisible()
  await expectAccessible(page, 'transactions refused')
})

test('the other pages have no finding', async ({ page }) => {
  const [transaction] = await transactionsOf(page, 'limit=1')
  const [vault] = await vaultsOf(page, 'limit=1')
  const [whitelist] = await whitelistsOf(page, 'limit=1')
  for (const address of [
    '/balances',
    '/vaults?limit=5',
    `/vaults/${vault?.vault_id}`,
    `/whitelists?limit=5&whitelist=${whitelist?.whitelist_id}`,
  ])
    await test.step(address, async () => {
      await page.goto(address)
      await expectRead(page)
      await expectAccessible(page, address)
    })
  await page.goto(`/transactions/${transaction?.transaction_id}`)
  await expect(page.getByRole('term').first()).toBeVisible()
  await expectAccessible(page, 'one transaction')
})

test('waiting, failed, stale, empty and lost pages have no finding', async ({ page, scripted }) => {
  scripted.script('/vaults', hang)
  await page.goto('/vaults')
  await expect(tableOf(page, 'Vaults')).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page, 'waiting')
  scripted.reset()
  await page.goto('/transactions?limit=5')
  await expectRead(page)
  scripted.script('/transactions', crash)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'stale')
  await page.goto('/transactions')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'failed')
  scripted.reset()
  for (const [address, words] of [
    ['/vaults?asset_id=NONE', 'VAL-01'],
    ['/transactions?offset=99999', 'past the end'],
    ['/nowhere', 'There is no page at this address'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('main')).toContainText(words)
    await expectAccessible(page, address)
  }
})

test('the narrow layout has no finding: cards, filters, menu, drawer', async ({ page, scripted }) => {
  test.slow()
  await listEveryStatus(page, scripted)
  await page.setViewportSize(narrow)
  await page.goto('/transactions?status=completed')
  await expectRead(page)
  await expectAccessible(page, 'cards')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' }).getByLabel('Status')).toBeVisible()
  await expectAccessible(page, 'the sheet of filters')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'the menu')
  await page.keyboard.press('Escape')
  await rowLinks(tableOf(page, 'Transactions')).first().click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  await expectAccessible(page, 'the drawer over the list')
})

test('the sign-in page has no finding', async ({ page }) => {
  await page.goto(`${process.env.E2E_ADDRESS}/sign-in?from=%2Fvaults`)
  await expect(page.getByRole('button', { name: 'Open the demonstration' })).toBeVisible()
  await expectAccessible(page, 'sign-in')
  await page.getByLabel('API key').fill('wrong-key')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('ERR-02')).toBeVisible()
  await expectAccessible(page, 'sign-in refused')
})

test('no page scrolls sideways as a whole at 390 and 360 px', async ({ page }) => {
  const [transaction] = await transactionsOf(page, 'limit=1')
  const [vault] = await vaultsOf(page, 'limit=1')
  for (const address of [
    '/transactions',
    '/transactions?status=lost&start_date=2026-13-01&no_such=1',
    `/transactions?tx=${transaction?.transaction_id}`,
    `/transactions/${transaction?.transaction_id}`,
    '/balances',
    '/balances/cold',
    '/vaults',
    `/vaults/${vault?.vault_id}`,
    '/whitelists',
    '/nowhere',
    `${process.env.E2E_ADDRESS}/sign-in`,
  ])
    await test.step(address, async () => {
      await page.setViewportSize(narrow)
      await page.goto(address)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `${address} at ${width} px`)
      }
    })
})

test('what the narrow layout folds away can be reached: filters, navigation, details', async ({ page }) => {
  await page.setViewportSize(narrow)
  await page.goto('/transactions')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Status').selectOption('failed')
  await sheet.getByLabel('Asset', { exact: true }).fill('BTC')
  await sheet.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\?asset_id=BTC&status=failed$/)
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Vaults' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await rowLinks(tableOf(page, 'Vaults')).first().click()
  await expect(page).toHaveURL(/\/vaults\/vlt_/)
})

/** A short list in which every badge occurs: as much to look at as a long one, and read in a fraction of the time. */
async function listEveryStatus(page: Page, scripted: ScriptedConsole): Promise<void> {
  const found = transactionStatuses.map((status) => transactionsOf(page, `limit=1&status=${status}`))
  scripted.script('/transactions', json({ transactions: (await Promise.all(found)).flat() }))
}

/** Waits until the page's table has its rows. */
async function expectRead(page: Page): Promise<void> {
  await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('cell').first()).toBeVisible()
}
