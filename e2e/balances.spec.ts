import { expectAccessible } from './support/accessibility.ts'
import {
  amountsByHeader,
  expectLatest,
  holdingRow,
  holdingsOf,
  transactionsOf,
  vaultsOf,
} from './support/api.ts'
import { expectAddress, filterBy } from './support/page.ts'
import { crash } from './support/scripted-service.ts'
import { expectEveryRow, expectRows, facts, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 2560, height: 900 } })

test('a holding is a row as the service gives it, which opens to where it is', async ({ page }) => {
  const [all, warm] = [await holdingsOf(''), await holdingsOf('/warm')]
  await page.goto('/balances')
  const table = tableOf(page, 'Balances')
  await expectRows(table, all.map(holdingRow))

  await test.step('a row opens to its vaults with their amounts, and its latest transactions', async () => {
    const vaults = await vaultsOf('asset_id=USDC_ETH&network_id=ETH')
    const latest = await transactionsOf('asset_id=USDC_ETH&network_id=ETH&limit=5')
    const held = all.find(({ asset_id }) => asset_id === 'USDC_ETH')
    if (!held) throw new Error('the demonstration holds no USDC_ETH')
    const link = table.getByRole('link', { name: /^USDC_ETH on/ })
    await link.click()
    await expectAddress(page, '/balances?open=USDC_ETH@ETH')
    const drawer = page.getByRole('dialog', { name: 'Holding' })
    await expect(drawer.getByRole('heading', { level: 2, name: 'USD Coin on Ethereum' })).toBeFocused()
    const shown = await facts(drawer)
    for (const [label, component] of Object.entries(amountsByHeader))
      expect(shown).toContainEqual([label, held.balances[component]])
    const amounts = vaults.map(
      ({ assets }) => assets.find(({ asset_id }) => asset_id === 'USDC_ETH')?.balances.total_balance ?? '',
    )
    await expect(drawer.getByRole('region', { name: 'In these vaults' }).getByRole('listitem')).toHaveText(
      vaults.map(
        ({ vault_name }, index) => new RegExp(`${escaped(vault_name)}.*${escaped(amounts[index] ?? '')}$`),
      ),
    )
    await expectLatest(drawer.getByRole('region', { name: 'Transactions' }), latest)
    await expect(drawer.getByRole('link', { name: 'Show in vaults' })).toHaveAttribute(
      'href',
      '/vaults?asset_id=USDC_ETH&network_id=ETH',
    )
    await expectAccessible(page, 'balances with a holding open')
    await page.keyboard.press('Escape')
    await expectAddress(page, '/balances')
    await expect(link).toBeFocused()
  })

  await test.step('a type and a filter narrow the list, and a holding leads to its transactions', async () => {
    await page.getByRole('navigation', { name: 'Vault type' }).getByRole('link', { name: 'Warm' }).click()
    await filterBy(page, { Asset: 'BTC' })
    await expectAddress(page, '/balances/warm?asset_id=BTC')
    await expectRows(table, warm.filter(({ asset_id }) => asset_id === 'BTC').map(holdingRow))
    await rowHeaderLinks(table).first().click()
    await page
      .getByRole('dialog', { name: 'Holding' })
      .getByRole('link', { name: 'All transactions of this asset' })
      .click()
    await expectAddress(page, '/transactions?asset_id=BTC&network_id=BTC')
    await expectEveryRow(tableOf(page, 'Transactions'), 'Asset', 'BTC Bitcoin')
  })
})

test('a part of a holding that fails takes no other with it @all', async ({ page, scripted }) => {
  const drawer = page.getByRole('dialog', { name: 'Holding' })
  const vaults = drawer.getByRole('region', { name: 'In these vaults' })
  const transactions = drawer.getByRole('region', { name: 'Transactions' })
  scripted.script('/vaults', crash)
  await page.goto('/balances?open=BTC@BTC')
  await expect(vaults.getByRole('alert')).toBeVisible()
  await expect(transactions.getByRole('listitem')).toHaveCount(5)
  await expect(rowHeaderLinks(tableOf(page, 'Balances')).first()).toBeVisible()
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
