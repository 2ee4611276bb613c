import { expectAccessible } from './support/accessibility.ts'
import { amountsByHeader, balancesOf, holdingRow, transactionsOf, vaultsOf } from './support/api.ts'
import { expectAddress, filterBy } from './support/page.ts'
import { crash, errorBody, json } from './support/scripted-service.ts'
import {
  expectEveryRow,
  expectLatest,
  expectRow,
  expectRows,
  facts,
  rowLinks,
  rows,
  tableOf,
} from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 2560, height: 900 } })

test('a holding is a row as the service gives it, which opens to where it is', async ({ page }) => {
  const [all, warm] = [await balancesOf(''), await balancesOf('/warm')]
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
    await rowLinks(table).first().click()
    await page
      .getByRole('dialog', { name: 'Holding' })
      .getByRole('link', { name: 'All transactions of this asset' })
      .click()
    await expectAddress(page, '/transactions?asset_id=BTC&network_id=BTC')
    await expectEveryRow(tableOf(page, 'Transactions'), 'Asset', 'BTC Bitcoin')
  })
})

test('typing narrows at once and replaces; what is narrowed is in the address @all', async ({
  page,
  scripted,
}) => {
  const [all, _warm] = [await balancesOf(''), await balancesOf('/warm')]
  const [some] = all
  if (!some) throw new Error('the demonstration holds nothing')
  const zeros = Object.fromEntries(Object.values(amountsByHeader).map((component) => [component, '0.00']))
  const empty = { ...some, asset_id: 'NIL', asset_name: 'Nothing', network_id: 'NIL', balances: zeros }
  scripted.script('/balances', json({ balance: [...all, empty] }))
  await page.goto('/vaults')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Balances' }).click()
  const table = tableOf(page, 'Balances')
  const field = page.getByRole('searchbox', { name: 'Find in balances' })
  await field.pressSequentially('usd coin arb')
  await expect(field).toHaveValue('usd coin arb')
  await expectAddress(page, '/balances?q=usd coin arb')
  const arbitrum = all.filter(({ asset_id }) => asset_id === 'USDC_ARB')
  await expectRows(table, arbitrum.map(holdingRow))
  await expect(page.getByRole('status').filter({ hasText: `1 of ${all.length + 1} balances` })).toBeVisible()

  await field.fill('coin')
  await page.getByRole('button', { name: 'Hide zeros' }).click()
  await expectAddress(page, '/balances?q=coin&zero=hide')
  await field.fill('')
  await expectAddress(page, '/balances?zero=hide')
  await expect.poll(async () => (await rows(table)).map((row) => row.Asset)).not.toContain('NIL')
  await page.goBack()
  await expectAddress(page, '/balances?q=coin')
  await expect(field).toHaveValue('coin')
  await expect(page.getByRole('button', { name: 'Hide zeros' })).toHaveAttribute('aria-pressed', 'false')
  await page.goBack()
  await expectAddress(page, '/vaults')
})

test('what a service lists by type of vault in place of the sum says so, and has no share @all', async ({
  page,
  scripted,
}) => {
  const held = (vault_type: string, total_balance: string) => ({
    ...{ asset_id: 'A', network_id: 'N', network_name: 'Net', vault_type, balances: { total_balance } },
  })
  scripted.script('/balances', json({ balance: [held('cold', '1'), held('warm', '2')] }))
  await page.goto('/balances')
  await expectRows(tableOf(page, 'Balances'), [
    { Asset: 'A in cold vaults', Total: '1', 'Cold %': 'The service does not give the whole and both parts' },
    { Asset: 'A in warm vaults', Total: '2', 'Cold %': 'The service does not give the whole and both parts' },
  ])
})

test('a part of a holding that fails takes no other with it @all', async ({ page, scripted }) => {
  const drawer = page.getByRole('dialog', { name: 'Holding' })
  const vaults = drawer.getByRole('region', { name: 'In these vaults' })
  const transactions = drawer.getByRole('region', { name: 'Transactions' })
  scripted.reset()
  scripted.script('/vaults', crash)
  await page.goto('/balances?open=BTC@BTC')
  await expect(vaults.getByRole('alert')).toBeVisible()
  await expect(transactions.getByRole('listitem')).toHaveCount(5)
  await expect(rowLinks(tableOf(page, 'Balances')).first()).toBeVisible()

  scripted.reset()
  scripted.script('/transactions', errorBody('TXN-02'))
  scripted.script('/balances/cold', crash)
  await page.goto('/balances?open=BTC@BTC')
  await expect(transactions).toContainText('The service lists no transactions of this asset.')
  await expect(vaults.getByRole('listitem').first()).toBeVisible()
  await expectRow(tableOf(page, 'Balances'), { Asset: 'BTC', 'Cold %': 'Could not be read' })
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('dialog', { name: 'The service’s answer cannot be read' })).toContainText(
    'GET /balances/cold',
  )
  await page.keyboard.press('Escape')
  // These rows are none of an older reading.
  await expect(tableOf(page, 'Balances')).toHaveAttribute('aria-busy', 'false')

  scripted.reset()
  scripted.script('/balances', crash)
  await page.goto('/balances?open=BTC@BTC')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(vaults.getByRole('listitem').first()).toBeVisible()
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
