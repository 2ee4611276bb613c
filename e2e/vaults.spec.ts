import { expectLatest, holdingRow, inWords, transactionsOf, vaultsOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { crash, errorAnswer, json, type Script } from './support/scripted-service.ts'
import { expectRow, expectRows, facts, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, productAddress, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('vaults and one vault are those of the API, with every amount and the latest movements', async ({
  page,
}) => {
  const vaults = await vaultsOf('limit=50')
  await test.step('the list says how many holdings of a vault are not all available', async () => {
    const states = [
      ['processing', 'processing_balance'],
      ['staking', 'staking_balance'],
      ['claimable', 'claimable_balance'],
    ] as const
    const expected = vaults.map(({ assets }) =>
      states
        .map(
          ([word, name]) => [assets.filter(({ balances }) => balances[name] !== '0').length, word] as const,
        )
        .filter(([count]) => count > 0)
        .map(([count, word]) => `${count} ${word}`)
        .join(', '),
    )
    expect(expected.some((text) => text.includes('staking'))).toBe(true)
    await page.goto('/vaults')
    await expectRows(
      tableOf(page, 'Vaults'),
      vaults.map(({ vault_id, vault_name, vault_type, assets }, index) => ({
        Vault: vault_name,
        Type: inWords(vault_type),
        Holdings: String(assets.length),
        'Not available': expected[index] ?? '',
        id: vault_id,
      })),
    )
  })

  await test.step('one line says what a vault is, and one table what it holds', async () => {
    const vault = vaults.find(({ assets }) => assets.length > 6)
    if (!vault) throw new Error('the demonstration has no vault of many assets')
    await tableOf(page, 'Vaults').getByRole('link', { name: vault.vault_name, exact: true }).click()
    await expectAddress(page, `/vaults/${vault.vault_id}`)
    await expect(page.getByRole('heading', { level: 1, name: vault.vault_name })).toBeFocused()
    const banner = page.getByRole('main').locator('header')
    await expect(banner).toContainText(`${vault.vault_name}${inWords(vault.vault_type)}${vault.vault_id}`)
    await expect(banner.getByRole('button', { name: 'Copy vault id' })).toBeVisible()
    await expectRows(
      tableOf(page, 'Holdings'),
      vault.assets.map((held) => {
        const { Name, Network, ...row } = holdingRow(held)
        return { ...row, Asset: `${held.asset_id} ${Name === Network ? Name : `${Name} on ${Network}`}` }
      }),
    )
  })

  await test.step('the latest movements out and in lead to each of them and to all', async () => {
    const vault = vaults.find(({ vault_type }) => vault_type === 'warm')
    if (!vault) throw new Error('the demonstration has no warm vault')
    await goWithin(page, `/vaults/${vault.vault_id}`)
    for (const [name, link, parameter] of [
      ['Transactions out', 'All transactions out', 'source_id'],
      ['Transactions in', 'All transactions in', 'destination_id'],
    ] as const) {
      const latest = await transactionsOf(`limit=5&${parameter}=${vault.vault_id}`)
      const list = page.getByRole('region', { name })
      await expectLatest(list, latest)
      await page.getByRole('link', { name: link }).click()
      await expectAddress(page, `/transactions?${parameter}=${vault.vault_id}`)
      await page.goBack()
      await expect(list.getByRole('listitem')).toHaveCount(latest.length)
    }
  })
})

test.describe('from the records', () => {
  test.use({ baseURL: productAddress })

  test('of vaults that hold an asset each says how much, in the order of the link @all', async ({ page }) => {
    const vaults = await vaultsOf('limit=1000')
    const table = tableOf(page, 'Vaults')
    const amountIn = ({ assets }: (typeof vaults)[number]) =>
      assets.find(({ asset_id }) => asset_id === 'ETH')?.balances.total_balance
    const holders = vaults.filter(amountIn)
    await page.goto('/vaults?asset_id=ETH&sort=vault_name:asc')
    const byName = holders.toSorted((one, other) => (one.vault_name < other.vault_name ? -1 : 1))
    await expectRows(
      table,
      byName.map((vault) => ({ Vault: vault.vault_name, 'Total ETH': amountIn(vault) ?? '' })),
    )
  })
})

test('an unknown vault is said to be none, and one part that fails takes no other with it @all', async ({
  page,
  scripted,
}) => {
  await page.goto('/vaults/vlt_nowhere')
  await expect(page.getByRole('main')).toContainText('VAL-02')
  await expect(page.getByRole('link', { name: 'Statement', exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Transactions out' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'All vaults' }).click()
  await expectAddress(page, '/vaults')

  const [vault] = await vaultsOf('limit=1')
  const bySource =
    (script: Script): Script =>
    (request, response) =>
      (request.url?.includes('source_id') ? script : errorAnswer('TXN-02'))(request, response)
  scripted.script('/transactions', bySource(crash))
  await page.goto(`/vaults/${vault?.vault_id}`)
  await expect(page.getByRole('region', { name: 'Transactions out' }).getByRole('alert')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Transactions in' })).toContainText(
    'The service lists no transactions into this vault.',
  )
  await expect(rowHeaderLinks(tableOf(page, 'Holdings')).first()).toBeVisible()
})

test('what a vault does not say is not given, and what nobody has seen before is shown as it came @all', async ({
  page,
  scripted,
}) => {
  const odd = {
    vault_id: 'v1',
    vault_type: 'tepid',
    insured_by: 'Somebody',
    assets: { asset_id: 'A', balances: { total_balance: 'plenty', frozen_balance: '3' } },
  }
  scripted.script('/vaults/v1', json(odd))
  scripted.script('/vaults', json({ vaults: [odd, { vault_id: 'v0', vault_name: 'New' }] }))
  await page.goto('/vaults')
  await expectRow(tableOf(page, 'Vaults'), { Vault: 'v1', Type: 'tepid' })
  await expectRow(tableOf(page, 'Vaults'), { Vault: 'New', Holdings: 'not given' })
  await page.goto('/vaults/v1')
  await expectRow(tableOf(page, 'Holdings'), { Asset: 'A', Total: 'plenty', Available: 'not given' })
  expect(await facts(page.getByRole('main'))).toContainEqual(['insured_by', 'Somebody'])
})
