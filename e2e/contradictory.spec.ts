/** Records that contradict the specification, that no custody service would send, or whose values are very long. */
import type { Page } from 'playwright/test'
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, vaultsOf, whitelistsOf } from './support/api.ts'
import { goWithin } from './support/page.ts'
import { json, type Script, textAnswer } from './support/scripted-service.ts'
import { expectRow, expectRows, facts, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, type ScriptedConsole, test } from './support/test.ts'

// Megabytes pass through service, gateway and browser first.
const expectSoon = expect.configure({ timeout: 20_000 })

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

test('times, values and fields that nobody knows are shown as they came @all', async ({ page, scripted }) => {
  const table = tableOf(page, 'Transactions')
  const show = shower(page, scripted)
  const [one] = await transactionsOf('limit=1')
  if (!one) throw new Error('the demonstration has no transaction')
  await page.goto('/nowhere')

  const { source, destination } = one.transaction
  const transaction = {
    ...one.transaction,
    transaction_type: 'teleport',
    network_name: 'Network of the future',
    approvals: ['Ada', 'Grace'],
    source: { ...source, source_type: 'mars' },
    destination: { ...destination, destination_type: 'black hole', tags: { a: null } },
  }
  const strange = { ...one, timestamp: 'last Tuesday', status: 'quarantined', risk_score: 17, transaction }
  scripted.script(`/transactions/${one.transaction_id}`, json({ transactions: [strange] }))
  await show(json({ transactions: [strange] }))
  await expectRow(table, {
    Type: 'teleport',
    Status: 'quarantined',
    Asset: expect.stringContaining('Network of the future'),
  })
  await rowHeaderLinks(table).click()
  const shown = await drawerFacts(page)
  for (const fact of [
    ['From', expect.stringContaining('mars')],
    ['To', expect.stringContaining('blackhole')],
    ['risk_score', '17'],
    ['transaction.approvals', '["Ada","Grace"]'],
    ['transaction.destination.tags', '{"a":null}'],
    ['Retrieved', 'lastTuesday'],
  ])
    expect(shown).toContainEqual(fact)
})

test('odd amounts and hidden characters are shown as they came, and nothing else is made of them @all', async ({
  page,
  scripted,
}) => {
  const table = tableOf(page, 'Transactions')
  const show = shower(page, scripted)
  const [record] = await transactionsOf('limit=1&transaction_type=withdraw')
  if (!record) throw new Error('the demonstration has no withdrawal')
  await page.goto('/nowhere')

  await test.step('amounts stay exact: numbers for text, 78 digits, and what is no decimal at all', async () => {
    const amounts = [
      ['123456789012345678901234567890', '123456789012345678901234567890'],
      ['1e21', '1000000000000000000000'],
      ['"1e21"', '1e21'],
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
    await show(raw(`{"transactions":[${sent.join()}]}`))
    await expectRows(
      table,
      amounts.map(([, shown]) => ({ Amount: shown })),
    )
  })

  await test.step('hidden characters are made visible, and a link opens only if it is http(s)', async () => {
    const { source, destination } = record.transaction
    const blockexplorer_link = 'javascript:alert(1)'
    const transaction = {
      ...record.transaction,
      blockexplorer_link,
      note: `Line one\nline \u202etwo <b>bold</b>`,
      source: {
        ...source,
        source_name: 'Tre\u202eyrusa\u2066\u0007\u200b',
        source_address: `0x\u200b${'a'.repeat(40)}`,
      },
      destination: { ...destination, memo: 'tag\u00ad7' },
    }
    const answer = json({ transactions: [{ ...record, transaction }] })
    scripted.script(`/transactions/${record.transaction_id}`, answer)
    await show(answer, `&tx=${record.transaction_id}`)
    // The page adds what is wrong with the address once it has checked it.
    await expect
      .poll(() => drawerFacts(page))
      .toContainEqual(['From', expect.stringMatching(/0xU\+200Ba{40}Notanaddress/)])
    const shown = await drawerFacts(page)
    const shownName = expect.stringContaining('TreU+202EyrusaU+2066U+0007U+200B')
    for (const fact of [
      ['Hash', expect.stringContaining(blockexplorer_link)],
      ['From', shownName],
      ['Memo', 'tagU+00AD7'],
      ['Note', 'LineonelineU+202Etwo<b>bold</b>'],
    ])
      expect(shown).toContainEqual(fact)
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await expect(drawer.getByRole('link', { name: blockexplorer_link })).toHaveCount(0)
    // A warning about the address comes before the name.
    await expectRow(table, { From: shownName })
    expect(await page.locator('body').textContent()).not.toMatch(/[\u202e\u200b]/)
  })

  await test.step('nor are they in what is read aloud in place of a row, or is its tooltip', async () => {
    const name = 'Vau\u202elt\u200b'
    const asset = {
      asset_id: `A\u200b`,
      asset_name: name,
      network_id: `N\u202e`,
      network_name: name,
      balances: {},
    }
    const entry = { ...asset, address: '0x\u200bab', memo: '' }
    scripted.script('/vaults', json({ vaults: [{ vault_id: 'v-1', vault_name: name, assets: [asset] }] }))
    scripted.script('/vaults/v-1', json({ vaults: [{ vault_id: 'v-1', vault_name: name, assets: [asset] }] }))
    scripted.script('/balances', json({ balances: [asset] }))
    scripted.script(
      '/whitelist',
      json({ whitelists: [{ whitelist_id: 'w-1', whitelist_name: name, assets: [entry] }] }),
    )
    for (const path of ['/vaults', '/vaults/v-1', '/balances', '/whitelists']) {
      await goWithin(page, path)
      const named = page.getByRole('main').locator('[data-row-id][aria-label*="U+20"]')
      await expect(named, path).toHaveCount(1)
      const [label, titles] = await named.evaluate((element) => [
        element.getAttribute('aria-label') ?? '',
        [...document.querySelectorAll('[title]')].map((each) => each.getAttribute('title')).join(),
      ])
      expect(label + titles, path).not.toMatch(/[\u202e\u200b]/)
    }
  })
})

test('very long values scroll no page sideways, neither wide nor narrow @all', async ({ page, scripted }) => {
  const long = 'A'.repeat(600)
  const transactions = (await transactionsOf('limit=3')).map((record, index) => ({
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
  const [vault] = await vaultsOf('limit=1')
  const [held] = vault?.assets ?? []
  const assets = [{ ...held, asset_id: long, balances: { ...held?.balances, total_balance: digits78 } }]
  const [whitelist] = await whitelistsOf('limit=1')
  scripted.script('/transactions', json({ transactions }))
  scripted.script('/vaults', json({ vaults: [{ ...vault, vault_name: long, assets }] }))
  scripted.script('/vaults/v1', json({ vaults: [{ ...vault, vault_id: 'v1', vault_name: long, assets }] }))
  scripted.script('/balances', json({ balance: assets }))
  scripted.script('/whitelist', json({ whitelists: [{ ...whitelist, whitelist_name: long }] }))
  await page.goto('/nowhere')
  for (const [address, place] of [
    ['/transactions', tableOf(page, 'Transactions')],
    [`/transactions?tx=${transactions[1]?.transaction_id}`, page.getByRole('dialog')],
    ['/vaults', tableOf(page, 'Vaults')],
    ['/vaults/v1', tableOf(page, 'Holdings')],
    ['/balances', tableOf(page, 'Balances')],
    [`/whitelists?whitelist=${whitelist?.whitelist_id}`, page.getByRole('dialog')],
  ] as const)
    await test.step(address.slice(0, 40), async () => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await goWithin(page, address)
      await expect(place).toContainText(/A{40}/)
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `${address.slice(0, 40)} at ${width} px`)
      }
    })
})

test('broken ids and endless texts break no page @all', async ({ page, scripted }) => {
  const transaction = {
    transaction_id: 'half \ud800',
    status: 'completed',
    transaction: {
      transaction_type: 'withdraw',
      asset_id: '\u200b'.repeat(20_000),
      network_id: 'ETH',
      amount: '1',
      fee: '0',
      source: { source_type: 'vault', source_id: 'v \udfff', source_name: 'x'.repeat(5_000_000) },
      destination: {
        destination_type: 'whitelist',
        destination_id: '\ud800',
        destination_name: 'a\u200d'.repeat(50_000),
      },
      note: 'n'.repeat(5_000_000),
    },
  }
  const main = page.getByRole('main')
  scripted.script('/transactions', json({ transactions: [transaction] }))
  await page.goto('/transactions')
  await expectSoon(main).toContainText('20,000 hidden characters')
  await expectSoon(main).toContainText('4,990,000 more characters')
  await rowHeaderLinks(tableOf(page, 'Transactions')).press('Enter')
  await expectSoon(page.getByRole('dialog', { name: 'Transaction', exact: true })).toContainText('TXN-04')
})

const digits78 = `${'9'.repeat(60)}.${'123456789'.repeat(2)}`

/** JSON as text, for what JSON.stringify cannot write. */
function raw(body: string): Script {
  return textAnswer(body, 200, { 'content-type': 'application/json' })
}

/** Shows the list that a script answers with: each on a page of another length, so that it is read. */
function shower(page: Page, scripted: ScriptedConsole) {
  let limit = 20
  return async (script: Script, further = '') => {
    scripted.script('/transactions', script)
    limit += 1
    await goWithin(page, `/transactions?limit=${limit}${further}`)
  }
}

async function drawerFacts(page: Page) {
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await expect(drawer.getByRole('term').first()).toBeVisible()
  return facts(drawer)
}
