/**
 * Whitelists, vaults and balances in every form that contradicts the specification or each other, and very long values on every page.
 * They are made from the demonstration's own records.
 */
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { balancesOf, transactionsOf, vaultsOf, whitelistsOf } from './support/api.ts'
import { json, text } from './support/scripted-service.ts'
import { expectRows, facts, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { digits30, digits78, hiddenName, shownName } from './support/values.ts'
import { goWithin } from './support/within.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

test('whitelists, vaults and balances are read in every form that they come in', async ({
  page,
  scripted,
}) => {
  await page.goto('/nowhere')
  await test.step('whitelists: types in display style, one asset in place of a list', async () => {
    const [whitelist] = await whitelistsOf(page, 'limit=1')
    const [asset] = whitelist?.assets ?? []
    const forms = [
      ['My organization', 'My organization', '1'],
      ['THIRD PARTY', 'Third party', '1'],
      ['third-party', 'Third party', '1'],
      ['my_organization', 'My organization', '1'],
      ['Friends & family', 'Friends & family', '1'],
      [null, '–', '0'],
    ] as const
    const whitelists = forms.map(([whitelist_type, , count], index) => ({
      whitelist_id: `w${index}`,
      whitelist_name: `List ${index}`,
      whitelist_type,
      assets: count === '1' ? { ...asset, memo: 'a memo' } : null,
    }))
    scripted.script('/whitelist', json({ whitelists }))
    await goWithin(page, '/whitelists?whitelist=w1')
    await expectRows(
      tableOf(page, 'Whitelists'),
      forms.map(([, Type, Addresses]) => ({ Type, Addresses })),
    )
    const shown = () => facts(page.getByRole('dialog', { name: 'Whitelist' }))
    // Under it stand the other whitelists that have it, which come a moment later.
    await expect
      .poll(shown)
      .toContainEqual(['Address', expect.stringMatching(new RegExp(`^${asset?.address}List0`))])
    expect(await shown()).toContainEqual(['Memo', 'amemo'])
  })

  await test.step('vaults: bare, with one asset in place of a list, with balances as a list, with parts missing', async () => {
    const [vault] = await vaultsOf(page, 'limit=1&vault_type=warm')
    const [held] = vault?.assets ?? []
    if (!vault || !held) throw new Error('the demonstration has no warm vault')
    const bare = { ...vault, assets: { ...held, balances: [held.balances] }, custodian: 'Somebody' }
    scripted.script('/vaults/v1', json(bare))
    await goWithin(page, '/vaults/v1')
    await expectRows(tableOf(page, 'Holdings'), [
      {
        Asset: held.asset_id,
        Total: held.balances.total_balance,
        Claimable: held.balances.claimable_balance,
      },
    ])
    expect(await facts(page.getByRole('main'))).toContainEqual(['custodian', 'Somebody'])

    const partly = { ...held, balances: { available_balance: '1.50' } }
    scripted.script(
      '/vaults/v2',
      json({ vaults: { vault_id: 'v2', vault_name: hiddenName, assets: [partly] } }),
    )
    await goWithin(page, '/vaults/v2')
    await expectRows(tableOf(page, 'Holdings'), [
      { Asset: held.asset_id, Total: 'not given', Available: '1.50', Staking: 'not given' },
    ])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(shownName)
    await expect(page).toHaveTitle(`${shownName} · Custody Console`)

    scripted.script('/vaults/v3', json({ vaults: [{ vault_id: 'v3' }] }))
    await goWithin(page, '/vaults/v3')
    await expect(page.getByRole('status').filter({ hasText: 'No holdings listed' })).toBeVisible()

    scripted.script('/vaults', json({ vaults: [bare, { vault_id: 'v3' }, { vault_type: 'lukewarm' }] }))
    await goWithin(page, '/vaults')
    await expectRows(tableOf(page, 'Vaults'), [
      { Vault: vault.vault_name, Type: 'Warm', Holdings: '1' },
      { Vault: '–', Type: '–', Holdings: '0', 'Vault id': 'v3' },
      { Vault: '–', Type: 'lukewarm', Holdings: '0', 'Vault id': '–' },
    ])
  })

  await test.step('balances: the list under its other name, amounts as numbers, one in place of a list', async () => {
    const [held] = await balancesOf(page, '')
    if (!held) throw new Error('the demonstration holds nothing')
    const sent = JSON.stringify({
      balances: [held, { ...held, asset_id: 'BIG', asset_name: 'Big' }],
    }).replace(/("BIG".*"total_balance":)"[^"]+"/, `$1${digits30}`)
    scripted.script('/balances', text(sent, 200, { 'content-type': 'application/json' }))
    for (const type of ['cold', 'warm']) scripted.script(`/balances/${type}`, json({ balances: held }))
    await goWithin(page, '/balances')
    const table = tableOf(page, 'Balances')
    await expectRows(table, [
      { Asset: held.asset_id, Total: held.balances.total_balance, Cold: held.balances.total_balance },
      { Asset: 'BIG', Total: digits30, Cold: 'not given', Warm: 'not given' },
    ])
    await goWithin(page, '/balances/cold')
    await expectRows(table, [{ Asset: held.asset_id, Total: held.balances.total_balance }])
  })
})

test('very long values scroll no page sideways, neither wide nor narrow', async ({ page, scripted }) => {
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
