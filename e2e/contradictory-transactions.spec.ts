/**
 * Transactions in every form that contradicts the specification: other names, unknown values, odd amounts, missing
 * parts, hidden characters. They are made from the demonstration's own records.
 */
import type { Page } from 'playwright/test'
import { transactionRow, transactionsOf } from './support/api.ts'
import { json, text } from './support/scripted-service.ts'
import { expectRow, expectRows, facts, rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { digits30, digits78, hiddenName, shownName } from './support/values.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

test('other names and spellings of a transaction’s fields are the same fields', async ({
  page,
  scripted,
}) => {
  const record = await oneTransaction(page, 'limit=1&transaction_type=change+pool')
  const { transaction_id, transaction, ...item } = record
  const { source_id, ...source } = transaction.source
  const destination = { ...transaction.destination, destination_type: 'stakepool' }
  const details = { ...transaction, source: { ...source, vault_id: source_id }, destination }
  const sent = { id: transaction_id, ...item, transaction: { ...details, transaction_type: 'changepool' } }
  scripted.script('/transactions', json({ transactions: [sent] }))
  await page.goto('/transactions')
  const table = tableOf(page, 'Transactions')
  await expectRows(table, [transactionRow(record)])
  await rowLinks(table).click()
  const shown = await drawerFacts(page)
  expect(shown).toContainEqual(['Id', source_id])
  expect(shown).toContainEqual(['Kind', 'Stakepool'])
  expect(shown).toContainEqual(['Transaction id', transaction_id])
  await expect(page.getByRole('heading', { name: 'Other fields' })).toHaveCount(0)
})

test('the time of retrieval is a caption where it is common, a column where it differs, and never made up', async ({
  page,
  scripted,
}) => {
  const [one, two] = await transactionsOf(page, 'limit=2')
  const at = (timestamp?: string | null) => json({ transactions: [{ ...one, timestamp }, two] })
  const { timestamp: _, ...without } = { ...one }
  const table = tableOf(page, 'Transactions')
  const retrieved = table.getByRole('columnheader', { name: 'Retrieved' })

  scripted.script('/transactions', json({ transactions: [{ ...one, timestamp: two?.timestamp }, two] }))
  await page.goto('/transactions')
  await expect(rowLinks(table)).toHaveCount(2)
  await expect(retrieved).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(`as of ${two?.timestamp.slice(11, 19)} UTC`)

  scripted.script('/transactions', at('2026-01-02T03:04:05.678+02:00'))
  await page.goto('/transactions')
  await expectRow(table, { Retrieved: '2026-01-02 01:04:05 UTC' })
  scripted.script('/transactions', at('last Tuesday'))
  await page.goto('/transactions')
  await expectRow(table, { Retrieved: 'last Tuesday' })

  scripted.script('/transactions', json({ transactions: [without] }))
  await page.goto('/transactions')
  await expect(rowLinks(table)).toHaveCount(1)
  await expect(retrieved).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(/as of \d\d:\d\d:\d\d UTC/)
  await rowLinks(table).click()
  expect(await drawerFacts(page)).toContainEqual(['Retrieved', '–'])
})

test('values and fields that nobody knows are shown as they came', async ({ page, scripted }) => {
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
  scripted.script('/transactions', json({ transactions: [sent] }))
  await page.goto('/transactions')
  const table = tableOf(page, 'Transactions')
  await expectRow(table, { Type: 'teleport', Status: 'quarantined', Network: 'Network of the future' })
  await rowLinks(table).click()
  const shown = await drawerFacts(page)
  for (const fact of [
    ['Kind', 'mars'],
    ['Kind', 'blackhole'],
    ['risk_score', '17'],
    ['transaction.approvals', '["Ada","Grace"]'],
    ['transaction.destination.tags', '{"a":null}'],
  ])
    expect(shown).toContainEqual(fact)
})

test('amounts stay exact: numbers for text, 78 digits, and what is no decimal at all', async ({
  page,
  scripted,
}) => {
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
  scripted.script(
    '/transactions',
    text(`{"transactions":[${sent.join()}]}`, 200, { 'content-type': 'application/json' }),
  )
  await page.goto('/transactions')
  await expectRows(
    tableOf(page, 'Transactions'),
    amounts.map(([, shown]) => ({ Amount: shown })),
  )
  expect(await page.getByRole('table').textContent()).not.toMatch(/[\u202e]/)
})

test('missing, null and misplaced parts leave their gaps and nothing else', async ({ page, scripted }) => {
  const record = await oneTransaction(page, 'limit=1')
  const empty = Object.fromEntries(Object.keys(record.transaction).map((name) => [name, null]))
  scripted.script(
    '/transactions',
    json({
      transactions: [
        {},
        null,
        'a word',
        42,
        { ...record, transaction: null, status: null },
        { ...record, transaction_id: 'all-null', transaction: empty },
        { ...record, transaction: 'a word' },
        { ...record, transaction: { ...record.transaction, source: [], destination: 'somewhere' } },
        record,
        record,
      ],
    }),
  )
  await page.goto('/transactions')
  const table = tableOf(page, 'Transactions')
  await expect.poll(async () => (await rows(table)).length).toBe(10)
  await expectRow(table, { Type: '–', Amount: 'not given', From: '–', 'Transaction id': 'all-null' })
  await table
    .getByRole('link')
    .and(page.getByRole('link', { name: /^Transaction/ }))
    .last()
    .click()
  expect(await drawerFacts(page)).toContainEqual(['Amount', 'notgiven–'])
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
})

test('hidden characters are made visible, and a link opens only if it is http(s)', async ({
  page,
  scripted,
}) => {
  const record = await oneTransaction(page, 'limit=1&transaction_type=withdraw')
  const { source, destination } = record.transaction
  const sent = (blockexplorer_link: string) =>
    json({
      transactions: [
        {
          ...record,
          transaction: {
            ...record.transaction,
            blockexplorer_link,
            note: `Line one\nline \u202etwo <b>bold</b>`,
            source: { ...source, source_name: hiddenName, source_address: `0x\u200b${'a'.repeat(40)}` },
            destination: { ...destination, memo: 'tag\u00ad7' },
          },
        },
      ],
    })
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://host.invalid/',
    '//host.invalid',
    ' javascript:alert(1)',
  ]) {
    scripted.script('/transactions', sent(link))
    await page.goto(`/transactions?tx=${record.transaction_id}`)
    // Under it the page says what is the matter with it, once it knows.
    await expect
      .poll(() => drawerFacts(page))
      .toContainEqual(['Address', expect.stringMatching(/^0xU\+200Ba{40}Notanaddress/)])
    const shown = await drawerFacts(page)
    expect(shown).toContainEqual(['Explorer', link.replace(/\s/g, '')])
    await expect(
      page.getByRole('dialog').getByRole('definition').getByRole('link', { name: link }),
    ).toHaveCount(0)
    expect(shown).toContainEqual(['Name', shownName])
    expect(shown).toContainEqual(['Memo', 'tagU+00AD7'])
    expect(shown).toContainEqual(['Note', 'LineonelineU+202Etwo<b>bold</b>'])
  }
  // Before the name stands what is the matter with its address.
  await expectRow(tableOf(page, 'Transactions'), { From: expect.stringContaining(shownName) })
})

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
