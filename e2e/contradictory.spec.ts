/**
 * Whitelists, vaults and balances in every form that contradicts the specification or each other, and very long values on every page.
 * They are made from the demonstration's own records.
 */
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, vaultsOf, whitelistsOf } from './support/api.ts'
import { json } from './support/scripted-service.ts'
import { tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { digits78 } from './support/values.ts'
import { goWithin } from './support/within.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

test('very long values scroll no page sideways, neither wide nor narrow @all', async ({ page, scripted }) => {
  const long = 'A'.repeat(600)
  const transactions = (await transactionsOf(page, 'limit=3')).map((record, index) => ({
    ...record,
    transaction_id: index === 0 ? long : record.transaction_id,
    status: index === 1 ? long : record.status,
    [long]: long,
    transaction: {
      ...record.transaction,
      amount: index === 2 ? digits78 : '9'.repeat(78),
      asset_id: long,
      network_name: `${long} ${long}`,
      note: long,
      blockexplorer_link: `https://explorer.invalid/${long}`,
      source: { ...record.transaction.source, source_name: long, source_address: long },
    },
  }))
  const [vault] = await vaultsOf(page, 'limit=1')
  const [held] = vault?.assets ?? []
  const assets = [{ ...held, asset_id: long, balances: { ...held?.balances, total_balance: digits78 } }]
  const [whitelist] = await whitelistsOf(page, 'limit=1')
  scripted.script('/transactions', json({ transactions }))
  scripted.script('/vaults', json({ vaults: [{ ...vault, vault_name: long, assets }] }))
  scripted.script('/vaults/v1', json({ vaults: [{ ...vault, vault_name: long, assets }] }))
  scripted.script('/balances', json({ balance: assets }))
  scripted.script('/whitelist', json({ whitelists: [{ ...whitelist, whitelist_name: long }] }))
  const long40 = /A{40}/
  const places = [
    ['/transactions', tableOf(page, 'Transactions'), long40],
    [`/transactions?tx=${transactions[1]?.transaction_id}`, page.getByRole('dialog'), long40],
    [`/transactions?asset_id=${'B'.repeat(500)}`, page.getByRole('search'), /BBBB/],
    ['/vaults', tableOf(page, 'Vaults'), long40],
    ['/vaults/v1', tableOf(page, 'Holdings'), long40],
    ['/balances', tableOf(page, 'Balances'), long40],
    [`/whitelists?whitelist=${whitelist?.whitelist_id}`, page.getByRole('dialog'), long40],
    [`/${long}`, page.getByRole('main'), /There is no page at this address/],
  ] as const
  await page.goto('/nowhere')
  for (const [address, place, words] of places)
    await test.step(address.slice(0, 40), async () => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await goWithin(page, address)
      await expect(place).toContainText(words)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [1280, 390, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `${address.slice(0, 40)} at ${width} px`)
      }
    })
})
