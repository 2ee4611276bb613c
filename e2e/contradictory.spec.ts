/** Records that contradict the specification, or whose values are very long. They are made from the demonstration's own records. */
import type { Page } from 'playwright/test'
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, vaultsOf, whitelistsOf } from './support/api.ts'
import { goWithin } from './support/page.ts'
import { json, type Script, text } from './support/scripted-service.ts'
import { expectLatest, expectRow, expectRows, facts, rowLinks, tableOf } from './support/table.ts'
import { expect, type ScriptedConsole, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

test('other names, times and values than the specification has are shown for what they are @all', async ({
  page,
  scripted,
}) => {
  const table = tableOf(page, 'Transactions')
  const show = shower(page, scripted)
  await page.goto('/nowhere')

  await test.step('the time of retrieval is a caption where it is common, a column where it differs, and never made up', async () => {
    scripted.reset()
    const [one, two] = await transactionsOf(page, 'limit=2')
    const at = (timestamp?: string | null) => json({ transactions: [{ ...one, timestamp }, two] })
    const { timestamp: _, ...without } = { ...one }
    const retrieved = table.getByRole('columnheader', { name: 'Retrieved' })

    await show(json({ transactions: [{ ...one, timestamp: two?.timestamp }, two] }))
    await expect(rowLinks(table)).toHaveCount(2)
    await expect(retrieved).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText(`as of ${two?.timestamp.slice(11, 19)} UTC`)

    await show(at('2026-01-02T03:04:05.678+02:00'))
    await expectRow(table, { Retrieved: '2026-01-02 01:04:05 UTC' })
    await show(at('last Tuesday'))
    await expectRow(table, { Retrieved: 'last Tuesday' })

    await show(json({ transactions: [without] }))
    await expect(rowLinks(table)).toHaveCount(1)
    await expect(retrieved).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText(/as of \d\d:\d\d:\d\d UTC/)
    await rowLinks(table).click()
    expect(await drawerFacts(page)).toContainEqual(['Retrieved', '–'])
  })

  await test.step('values and fields that nobody knows are shown as they came', async () => {
    scripted.reset()
    const record = await oneTransaction(page, 'limit=1')
    const { source, destination } = record.transaction
    const sent = {
      ...record,
      status: 'quarantined',
      risk_score: 17,
      transaction: {
        ...record.transaction,
        transaction_type: 'teleport',
        network_name: 'Network of the future',
        approvals: ['Ada', 'Grace'],
        source: { ...source, source_type: 'mars' },
        destination: { ...destination, destination_type: 'black hole', tags: { a: null } },
      },
    }
    await show(json({ transactions: [sent] }))
    await expectRow(table, {
      Type: 'teleport',
      Status: 'quarantined',
      Asset: expect.stringContaining('Network of the future'),
    })
    await rowLinks(table).click()
    const shown = await drawerFacts(page)
    for (const fact of [
      ['From', expect.stringContaining('mars')],
      ['To', expect.stringContaining('blackhole')],
      ['risk_score', '17'],
      ['transaction.approvals', '["Ada","Grace"]'],
      ['transaction.destination.tags', '{"a":null}'],
    ])
      expect(shown).toContainEqual(fact)
  })
})

test('odd amounts and hidden characters are shown as they came, and nothing else is made of them', async ({
  page,
  scripted,
}) => {
  const table = tableOf(page, 'Transactions')
  const show = shower(page, scripted)
  await page.goto('/nowhere')

  await test.step('amounts stay exact: numbers for text, 78 digits, and what is no decimal at all', async () => {
    scripted.reset()
    const record = await oneTransaction(page, 'limit=1')
    const amounts = [
      [digits30, digits30],
      ['0.100000000000000000000000000000', '0.100000000000000000000000000000'],
      ['1e21', '1e21'],
      [`"${digits78}"`, digits78],
      ['"-5"', '-5'],
      ['"1,234.5"', '1,234.5'],
      ['"12\\u202e34"', '12U+202E34'],
      ['""', '–'],
      ['null', 'not given'],
    ] as const
    // As text, since JSON.stringify would round the numbers.
    const sent = amounts.map(([amount], index) => {
      const item = { ...record, transaction_id: `t${index}` }
      return JSON.stringify(item).replace(`"amount":"${record.transaction.amount}"`, `"amount":${amount}`)
    })
    await show(text(`{"transactions":[${sent.join()}]}`, 200, { 'content-type': 'application/json' }))
    await expectRows(
      table,
      amounts.map(([, shown]) => ({ Amount: shown })),
    )
    expect(await page.getByRole('table').textContent()).not.toMatch(/[\u202e]/)
  })

  await test.step('hidden characters are made visible, and a link opens only if it is http(s)', async () => {
    scripted.reset()
    const record = await oneTransaction(page, 'limit=1&transaction_type=withdraw')
    const { source, destination } = record.transaction
    const blockexplorer_link = 'javascript:alert(1)'
    const transaction = {
      ...record.transaction,
      blockexplorer_link,
      note: `Line one\nline \u202etwo <b>bold</b>`,
      source: { ...source, source_name: hiddenName, source_address: `0x\u200b${'a'.repeat(40)}` },
      destination: { ...destination, memo: 'tag\u00ad7' },
    }
    await show(json({ transactions: [{ ...record, transaction }] }), `&tx=${record.transaction_id}`)
    // Under it the page says what is the matter with it, once it knows.
    await expect
      .poll(() => drawerFacts(page))
      .toContainEqual(['From', expect.stringMatching(/0xU\+200Ba{40}Notanaddress/)])
    const shown = await drawerFacts(page)
    expect(shown).toContainEqual(['Hash', expect.stringContaining(blockexplorer_link)])
    await expect(
      page.getByRole('dialog').getByRole('definition').getByRole('link', { name: blockexplorer_link }),
    ).toHaveCount(0)
    expect(shown).toContainEqual(['From', expect.stringContaining(shownName)])
    expect(shown).toContainEqual(['Memo', 'tagU+00AD7'])
    expect(shown).toContainEqual(['Note', 'LineonelineU+202Etwo<b>bold</b>'])
    // Before the name stands what is the matter with its address.
    await expectRow(table, { From: expect.stringContaining(shownName) })
  })
})

test('what has no name is called by its id @all', async ({ page, scripted }) => {
  const [vault] = await vaultsOf(page, 'limit=1')
  const [list] = await whitelistsOf(page, 'limit=1')
  scripted.script('/vaults', json({ vaults: [{ ...vault, vault_name: '' }] }))
  scripted.script('/whitelist', json({ whitelists: [{ ...list, whitelist_name: '' }] }))
  await page.goto('/vaults')
  await expectRow(tableOf(page, 'Vaults'), { Vault: vault?.vault_id })
  await page.goto('/whitelists')
  await expectRow(tableOf(page, 'Whitelists'), { Whitelist: list?.whitelist_id })
  await page.goto(`/whitelists/${list?.whitelist_id}`)
  await expect(page.getByRole('heading', { level: 1, name: list?.whitelist_id ?? '' })).toBeVisible()
})

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
  scripted.script('/vaults/v1', json({ vaults: [{ ...vault, vault_id: 'v1', vault_name: long, assets }] }))
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
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `${address.slice(0, 40)} at ${width} px`)
      }
    })
})

test('a service that ignores a filter: lists say how many rows do not match, and a vault shows only its own @all', async ({
  page,
  scripted,
}) => {
  const bitcoin = await transactionsOf(page, 'asset_id=BTC&limit=1')
  const transactions = [...bitcoin, ...(await transactionsOf(page, 'asset_id=ETH&limit=3'))]
  const vaults = await vaultsOf(page, 'limit=50')
  const [vault] = vaults
  const own = await transactionsOf(page, `source_id=${vault?.vault_id}&limit=2`)
  const warm = vaults.filter(({ vault_type }) => vault_type !== 'cold')
  const whitelists = await whitelistsOf(page, 'limit=50')
  const withoutBitcoin = whitelists.filter(({ assets }) => !assets.some(({ asset_id }) => asset_id === 'BTC'))
  scripted.script('/transactions', json({ transactions }))
  scripted.script('/vaults', json({ vaults }))
  scripted.script('/whitelist', json({ whitelists }))
  const several = (count: number) => `${count} of these rows do not match the filter`
  const lists = [
    ['/transactions?asset_id=btc', several(3)],
    ['/transactions?asset_id=ETH', '1 of these rows does not match the filter'],
    ['/vaults?vault_type=cold', several(warm.length)],
    ['/whitelists?asset_id=BTC', several(withoutBitcoin.length)],
  ] as const
  const main = page.getByRole('main')
  await page.goto('/nowhere')
  for (const [address, note] of lists)
    await test.step(address, async () => {
      await goWithin(page, address)
      await expect(main.getByText(note)).toBeVisible()
    })

  await test.step('without a filter nothing is said', async () => {
    await goWithin(page, '/vaults')
    await expect(rowLinks(tableOf(page, 'Vaults'))).toHaveCount(vaults.length)
    await expect(main.getByText('not match the filter')).toHaveCount(0)
  })

  await test.step('a vault', async () => {
    const others = transactions.filter(({ transaction: { source } }) => source.source_id !== vault?.vault_id)
    scripted.script('/transactions', json({ transactions: [...own, ...others.slice(0, 2)] }))
    await goWithin(page, `/vaults/${vault?.vault_id}`)
    const out = page.getByRole('region', { name: 'Transactions out' })
    await expectLatest(out, own)
    await expect(out).toContainText('The service sent 2 records that do not match. They are left out.')
  })
})

/** A name that turns its direction, and has what cannot be seen. */
const hiddenName = 'Tre\u202eyrusa\u2066\u0007\u200b'

/** As it has to be shown. */
const shownName = 'TreU+202EyrusaU+2066U+0007U+200B'

/** Amounts of so many digits. */
const digits78 = `${'9'.repeat(60)}.${'123456789'.repeat(2)}`
const digits30 = '123456789012345678901234567890'

/** Shows the list that a script answers with: each on a page of another length, so that it is read. */
function shower(page: Page, scripted: ScriptedConsole) {
  let limit = 20
  return async (script: Script, further = '') => {
    scripted.script('/transactions', script)
    limit += 1
    await goWithin(page, `/transactions?limit=${limit}${further}`)
  }
}

async function oneTransaction(page: Page, query: string) {
  const [record] = await transactionsOf(page, query)
  if (!record) throw new Error(`the demonstration has no transaction for ${query}`)
  return record
}

async function drawerFacts(page: Page) {
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await expect(drawer.getByRole('term').first()).toBeVisible()
  return facts(drawer)
}
