import type { Page } from 'playwright/test'
import { transactionStatuses } from '../src/contract/enumerations.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, vaultsOf, whitelistsOf } from './support/api.ts'
import { goWithin, openFilters } from './support/page.ts'
import { crash, hang, json } from './support/scripted-service.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, type ScriptedConsole, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

const narrow = { width: 360, height: 800 }

test('lists, what opens beside and over them, and the other pages have no finding', async ({
  page,
  scripted,
}) => {
  const [transaction] = await transactionsOf(page, 'limit=1')
  const [vault] = await vaultsOf(page, 'limit=1')
  const [whitelist] = await whitelistsOf(page, 'limit=1')
  await listEveryStatus(page, scripted)
  await page.goto('/transactions')
  await expectRead(page)
  await rowLinks(tableOf(page, 'Transactions')).nth(1).click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  await expectAccessible(page, 'transactions with the drawer', 'always')
  await page.keyboard.press('Escape')
  await openFilters(page)
  await expectAccessible(page, 'transactions with the filters open', 'always')
  await page.keyboard.press('Escape')
  scripted.reset()
  await goWithin(page, '/transactions?status=lost&asset_id=BTC&no_such=1')
  await expect(page.getByText('TXN-01')).toBeVisible()
  await expectAccessible(page, 'transactions refused', 'always')
  // Balances are looked at in `balances.spec.ts`.
  for (const [address, shown] of [
    ['/vaults?limit=5', tableOf(page, 'Vaults')],
    [`/vaults/${vault?.vault_id}`, tableOf(page, 'Holdings')],
    [
      `/whitelists?limit=5&whitelist=${whitelist?.whitelist_id}`,
      page.getByRole('dialog', { name: 'Whitelist' }),
    ],
    [
      `/whitelists/${whitelist?.whitelist_id}`,
      page.getByRole('region', { name: 'Used by' }).getByRole('listitem').first(),
    ],
  ] as const)
    await test.step(address, async () => {
      await goWithin(page, address)
      await expect(shown).toBeVisible()
      await expectAccessible(page, address, 'always')
    })
  await goWithin(page, `/transactions/${transaction?.transaction_id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('term').first()).toBeVisible()
  await expectAccessible(page, 'one transaction', 'always')
})

test('waiting, stale, empty and lost pages have no finding @all', async ({ page, scripted }) => {
  scripted.script('/vaults', hang)
  await page.goto('/vaults')
  await expect(tableOf(page, 'Vaults')).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page, 'waiting', 'always')
  scripted.reset()
  await goWithin(page, '/transactions?limit=5')
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(5)
  scripted.script('/transactions', crash)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'stale', 'always')
  scripted.reset()
  for (const [address, words] of [
    ['/transactions?asset_id=NONE', 'TXN-02'],
    ['/transactions?offset=99999', 'past the end'],
    ['/nowhere', 'There is no page at this address'],
  ] as const) {
    await goWithin(page, address)
    await expect(page.getByRole('main')).toContainText(words)
    await expectAccessible(page, address, 'always')
  }
})

test('the narrow layout has no finding: cards, filters, menu, drawer @all', async ({ page, scripted }) => {
  await listEveryStatus(page, scripted)
  await page.setViewportSize(narrow)
  await page.goto('/transactions?status=completed')
  await expectRead(page)
  await expectAccessible(page, 'cards', 'always')
  await page.getByRole('button', { name: /^Filter/ }).click()
  await expect(
    page.getByRole('dialog', { name: 'Filters' }).getByRole('group', { name: 'Status' }),
  ).toBeVisible()
  await expectAccessible(page, 'the sheet of filters', 'always')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'the menu', 'always')
  await page.keyboard.press('Escape')
  await rowLinks(tableOf(page, 'Transactions')).first().click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  await expectAccessible(page, 'the drawer over the list', 'always')
})

test('the sign-in page has no finding', async ({ page }) => {
  await page.goto(`${process.env.E2E_ADDRESS}/sign-in?from=%2Fvaults`)
  await expect(page.getByRole('button', { name: 'Open the demonstration' })).toBeVisible()
  await expectAccessible(page, 'sign-in', 'always')
  await page.getByLabel('API key').fill('wrong-key')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('ERR-02')).toBeVisible()
  await expectAccessible(page, 'sign-in refused', 'always')
})

test('no page scrolls sideways as a whole at 360 px, and what is folded away there can be reached @all', async ({
  page,
}) => {
  const [transaction] = await transactionsOf(page, 'limit=1')
  const [vault] = await vaultsOf(page, 'limit=1')
  const [whitelist] = await whitelistsOf(page, 'limit=1')
  await page.setViewportSize(narrow)
  await page.goto(`${process.env.E2E_ADDRESS}/sign-in`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectNeverSideways(page, 'signing in')
  await page.goto('/nowhere')
  await expectNeverSideways(page, '/nowhere')
  for (const [address, shown] of [
    ['/transactions?limit=10', rowLinks(tableOf(page, 'Transactions')).nth(9)],
    ['/transactions?status=lost&start_date=2026-13-01&no_such=1', page.getByText('TXN-01')],
    [`/transactions?limit=10&tx=${transaction?.transaction_id}`, page.getByRole('dialog')],
    [`/transactions/${transaction?.transaction_id}`, page.getByRole('main').getByRole('term').first()],
    ['/balances', rowLinks(tableOf(page, 'Balances')).nth(9)],
    ['/balances/cold', page.locator('[aria-current="page"]', { hasText: 'Cold' })],
    ['/', page.getByRole('region', { name: 'Balances' }).getByRole('listitem').first()],
    ['/vaults?limit=10', rowLinks(tableOf(page, 'Vaults')).nth(5)],
    [`/vaults/${vault?.vault_id}`, tableOf(page, 'Holdings')],
    ['/whitelists?limit=10', rowLinks(tableOf(page, 'Whitelists')).nth(5)],
    [`/whitelists/${whitelist?.whitelist_id}`, page.getByRole('region', { name: 'Used by' })],
  ] as const)
    await test.step(address, async () => {
      await goWithin(page, address)
      await expect(shown).toBeVisible()
      await expectNeverSideways(page, address)
    })

  await test.step('filters, navigation and details can be reached', async () => {
    await goWithin(page, '/transactions')
    await page.getByRole('button', { name: /^Filter/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('group', { name: 'Status' }).getByLabel('Failed').check()
    await sheet.getByLabel('Asset', { exact: true }).fill('BTC')
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/\?asset_id=BTC&status=failed$/)
    await expect(page.getByRole('button', { name: 'Filter (2)' })).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Vaults' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await rowLinks(tableOf(page, 'Vaults')).first().click()
    await expect(page).toHaveURL(/\/vaults\/vlt_/)
  })
})

/** Once the page has read what it shows. */
async function expectNeverSideways(page: Page, state: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectNoSidewaysScroll(page, state)
}

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
