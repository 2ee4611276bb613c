/** The ways from balances and vaults to their transactions, and from whitelists to their addresses. What is seen is what the API has. */
import {
  balancesOf,
  holdingRow,
  inWords,
  vaultsOf,
  whitelistFacts,
  whitelistsOf,
  withMemo,
} from './support/api.ts'
import { expectAddress, filterBy } from './support/filters.ts'
import { startSession } from './support/session.ts'
import { expectEveryRow, expectRows, facts, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.describe('signed in', () => {
  test.beforeEach(({ page }) => startSession(page))

  test('balances lead by type and filter to one holding, and on to its vaults and transactions', async ({
    page,
  }) => {
    await page.goto('/balances')
    const table = tableOf(page, 'Balances')
    await page.getByRole('navigation', { name: 'Vault type' }).getByRole('link', { name: 'Warm' }).click()
    await expectAddress(page, '/balances/warm')
    await filterBy(page, 'Asset', { Asset: 'BTC' })
    await expectAddress(page, '/balances/warm?asset_id=BTC')
    const warm = (await balancesOf(page, '/warm')).filter(({ asset_id }) => asset_id === 'BTC')
    await expectRows(table, warm.map(holdingRow))
    await rowLinks(table).first().click()
    await expectAddress(page, '/balances/warm?asset_id=BTC&open=BTC@BTC')
    const drawer = page.getByRole('dialog', { name: 'Holding' })
    await drawer.getByRole('link', { name: 'All its transactions' }).click()
    await expectAddress(page, '/transactions?asset_id=BTC&network_id=BTC')
    await expectEveryRow(tableOf(page, 'Transactions'), 'Asset', 'BTC Bitcoin')
  })

  test('a vault leads to its holdings and on to its transactions', async ({ page }) => {
    const vaults = await vaultsOf(page, 'limit=50')
    await page.goto('/vaults')
    const table = tableOf(page, 'Vaults')
    await expectRows(
      table,
      vaults.map((vault) => ({
        Vault: vault.vault_name,
        Type: inWords(vault.vault_type),
        Holdings: String(vault.assets.length),
        id: vault.vault_id,
      })),
    )
    await filterBy(page, 'Vault type', { 'Vault type': 'Warm' })
    await expectAddress(page, '/vaults?vault_type=warm')
    await expectEveryRow(table, 'Type', 'Warm')

    const warm = vaults.find(({ vault_type }) => vault_type === 'warm')
    if (!warm) throw new Error('the demonstration has no warm vault')
    await table.getByRole('link', { name: warm.vault_name, exact: true }).click()
    await expectAddress(page, `/vaults/${warm.vault_id}`)
    await expect(page.getByRole('heading', { level: 1, name: warm.vault_name })).toBeFocused()

    await page.getByRole('link', { name: 'All transactions out' }).click()
    await expectAddress(page, `/transactions?source_id=${warm.vault_id}`)
    await expectEveryRow(tableOf(page, 'Transactions'), 'From', warm.vault_name)
    await page.goBack()
    await page.getByRole('link', { name: 'All transactions in' }).click()
    await expectAddress(page, `/transactions?destination_id=${warm.vault_id}`)
    await expectEveryRow(tableOf(page, 'Transactions'), 'To', warm.vault_name)
  })

  test('a whitelist opens with its addresses and memos', async ({ page }) => {
    const whitelists = await whitelistsOf(page, 'limit=51')
    const chosen = withMemo(whitelists)
    await page.goto('/whitelists')
    const table = tableOf(page, 'Whitelists')
    await expectRows(
      table,
      whitelists.slice(0, 50).map((whitelist) => ({
        Whitelist: whitelist.whitelist_name,
        Type: inWords(whitelist.whitelist_type),
        Addresses: String(whitelist.assets.length),
      })),
    )
    await table.getByRole('link', { name: chosen.whitelist_name, exact: true }).click()
    await expectAddress(page, `/whitelists?whitelist=${chosen.whitelist_id}`)
    const drawer = page.getByRole('dialog', { name: 'Whitelist', exact: true })
    await expect(drawer.getByRole('heading', { level: 2, name: chosen.whitelist_name })).toBeVisible()
    expect(await facts(drawer)).toEqual(whitelistFacts(chosen))
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(table.getByRole('link', { name: chosen.whitelist_name, exact: true })).toBeFocused()
  })
})
