/** What an export saves: a file of all that the filter finds. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { expectAccessible, expectSound } from './support/accessibility.ts'
import { transactionsOf, vaultsOf } from './support/api.ts'
import { exportedFrom, exportedIn, leaveOutDates, one, openOptions, textOf, tray } from './support/export.ts'
import { goWithin } from './support/page.ts'
import { atSecondPage, json, type Script } from './support/scripted-service.ts'
import { arrange, rowLinks, tableOf } from './support/table.ts'
import { expect, test, testWithBooks } from './support/test.ts'

test.use({ dates: true, viewport: { width: 1440, height: 900 } })

test('a file holds all that the filter shows, and the tray and the audit log say so', async ({ page }) => {
  // Few days, since each costs a request.
  const since = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  const filter = `start_date=${since}&status=failed`
  await page.goto(`/transactions?${filter}&limit=25`)
  const download = await exportedFrom(page, 'transactions')
  const text = await textOf(download)
  const records = await transactionsOf(page, `${filter}&limit=1000`)
  expect(records.length).toBeGreaterThan(0)
  expect(records.length).toBeLessThan(1000)
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toMatch(/^transaction_id,retrieved_at,recorded_on,status,/)
  expect(lines).toHaveLength(records.length + 1)
  for (const { transaction_id, transaction } of records) {
    const line = lines.find((each) => each.startsWith(`${transaction_id},`)) ?? ''
    expect(line).toContain(`,${transaction.amount},`)
    expect(line.split(',')[2]).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
  const [newest] = lines.slice(1).map((line) => line.split(','))
  expect(
    await transactionsOf(
      page,
      `transaction_id=${newest?.[0]}&start_date=${newest?.[2]}&end_date=${newest?.[2]}`,
    ),
  ).toHaveLength(1)
  const name = download.suggestedFilename()
  expect(name.replace(/_[\dT-]+Z/, '')).toBe(`transactions_from-${since}_failed.csv`)
  const sha256 = createHash('sha256').update(`\ufeff${text}`).digest('hex')
  await expect.poll(() => auditedExport(sha256)).toHaveLength(2)
  expect(await auditedExport(sha256)).toMatchObject([
    { event: 'export-begun', kind: 'transactions', format: 'csv', filters: ['start_date', 'status'] },
    { event: 'export-ended', filters: ['start_date', 'status'], outcome: 'complete', rows: records.length },
  ])
  await expect(one(page, 'Transactions, CSV')).toContainText(`Complete: ${records.length} rows`)
  await expectSound(page, 'an export that has ended')
  await one(page, 'Transactions, CSV').getByRole('button', { name: 'Dismiss' }).click()
  await expect(tray(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('every list has its export, with the columns as shown or whole @all', async ({ page }) => {
  await test.step('columns as shown are the columns of the file; whole records are another form', async () => {
    await page.goto('/balances')
    await arrange(page, { transactions: { columns: ['transaction_id', 'amount', 'status'] } })
    await goWithin(page, '/transactions?status=failed')
    await expect(rowLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
    await page.getByRole('button', { name: 'Export transactions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export transactions' })
    await openOptions(page)
    await dialog.getByText('As shown', { exact: true }).click()
    await expect(dialog).toContainText('Options: columns as shown, without dates')
    await expectAccessible(page, 'the question how to export')
    const shown = await textOf(await exportedIn(page, dialog))
    expect(shown.split('\r\n')[0]).toBe('transaction_id,amount,status')

    await page.getByRole('button', { name: 'Export transactions' }).click()
    await dialog.getByText('JSON', { exact: true }).click()
    await expect(dialog.getByText('As shown', { exact: true })).toHaveCount(0)
    await openOptions(page)
    const dates = dialog.getByRole('checkbox', { name: /^Include dates/ })
    await expect(dates).toBeChecked()
    await dates.uncheck()
    const whole = await textOf(await exportedIn(page, dialog))
    const records = await transactionsOf(page, 'status=failed&limit=1000')
    const read = z.array(z.object({ transaction_id: z.string() })).parse(JSON.parse(whole))
    expect(read.map(({ transaction_id }) => transaction_id)).toEqual(
      records.map(({ transaction_id }) => transaction_id),
    )
  })

  await test.step('every list has its export', async () => {
    await goWithin(page, '/vaults?limit=10')
    const isRemembered = () => expect(page.getByRole('radio', { name: 'JSON' })).toBeChecked()
    const vaults = await textOf(await exportedFrom(page, 'vaults', isRemembered))
    const holdings = (await vaultsOf(page, 'limit=1000')).flatMap(({ assets }) => assets)
    expect(vaults.trim().split('\r\n')).toHaveLength(holdings.length + 1)
    await goWithin(page, '/balances/cold?asset_id=BTC&zero=hide&q=b&nonsense=1')
    await page.getByRole('button', { name: 'Export balances' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export balances' })
    await expect(dialog).toContainText('Includes rows that this page hides: b, zeros are hidden')
    const balances = await exportedIn(page, dialog)
    expect(balances.suggestedFilename()).toMatch(/^balances-cold_BTC_/)
    await goWithin(page, '/whitelists?q=acme&limit=25')
    await page.getByRole('button', { name: 'Export whitelists' }).click()
    const question = page.getByRole('dialog', { name: 'Export whitelists' })
    await expect(question).toContainText('Includes rows that this page hides: acme')
    const whitelists = await exportedIn(page, question)
    expect(whitelists.suggestedFilename()).toMatch(/^whitelists_[\dTZ-]+\.csv$/)
    await page.getByRole('button', { name: 'Export whitelists' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Verify evidence' }).click()
    await expect(page).toHaveURL(/\/verify$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

testWithBooks(
  'with the books, a file is made without a request, and its rows are told before',
  async ({ page }) => {
    await page.goto('/transactions?status=failed&limit=10')
    await expect(rowLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
    const { length } = await transactionsOf(page, 'status=failed&limit=1000')
    await page.getByRole('button', { name: 'Export transactions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export transactions' })
    await expect(dialog).toContainText(`${length} rows, as of `)
    await leaveOutDates(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const download = await exportedIn(page, dialog)
    expect(download.suggestedFilename()).toMatch(/Z\.csv$/)
    expect((await textOf(download)).trim().split('\r\n')).toHaveLength(length + 1)
    // The days of the rows on screen are asked for by their page.
    expect(asked.filter((url) => url.includes('status=failed') && !url.includes('start_date'))).toEqual([])
  },
)

test.describe('of a service that is held up', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('hidden characters are made visible @all', async ({ page, scripted }) => {
    const sent = {
      error_code: 'ERR-00',
      error_message: 'No\u202etes\u0007',
      details: '\u2067aside\u200b',
      code: '400',
    }
    const unfiltered: Script = (request, response) => {
      request.url = request.url?.replace(/&asset_id=[^&]*/, '')
      scripted.passOn(request, response)
    }
    scripted.script('/transactions', atSecondPage(unfiltered, json(sent, 400)))
    const asset = 'B\u202eTC\u0007'
    await page.goto(`/transactions?limit=10&hidden=kept&asset_id=${encodeURIComponent(asset)}`)
    await page.getByRole('button', { name: 'Export transactions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export transactions' })
    await expect(dialog).toContainText('Asset BU+202ETCU+0007')
    expect(await dialog.textContent()).not.toMatch(hiddenCharacters)
    await leaveOutDates(page)
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()

    const export_ = one(page, 'Transactions, CSV')
    await expect(export_).toContainText('Stopped by an error')
    await expect(export_).toContainText('NoU+202EtesU+0007 — U+2067asideU+200B')
    await expect(export_).toContainText('Asset BU+202ETCU+0007')
    expect(await export_.textContent()).not.toMatch(hiddenCharacters)
    await export_.getByRole('button', { name: 'Cancel' }).click()
  })
})

/** The lines of the product's audit log about the export of this file: its beginning and its end. */
async function auditedExport(sha256: string | null): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(process.env.E2E_AUDIT_LOG ?? '', 'utf8')
  const lines: Record<string, unknown>[] = text
    .split('\n')
    // What is being written is not whole yet.
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const id = lines.find((line) => line.sha256 === sha256)?.id
  return lines.filter((line) => id !== undefined && line.id === id)
}

const hiddenCharacters = /[\p{Cc}\p{Cf}]/u
