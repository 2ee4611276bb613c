/** `/verify`, and the command for those without the console: exports as our writers write them, whole and tampered with. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Download, FileChooser, Page } from 'playwright/test'
import { normaliseTransaction } from '../src/api/normalise.ts'
import { counted, countText } from '../src/contract/count-text.ts'
import { type CoreFacts, type ExportFormat, factsFileName, writeFacts } from '../src/features/export/facts.ts'
import { factsDigest } from '../src/features/export/facts-digest.ts'
import { columnsFor } from '../src/features/export/list-export.ts'
import { exportOf, type MadeExport } from '../src/features/export/testing/made-export.ts'
import { transactionsExport } from '../src/features/export/transactions.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { type TransactionItem, transactionsOf } from './support/api.ts'
import { expectRow, expectRows, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

const query = 'status=failed&asset_id=BTC'
const complete = '· complete · not signed: nobody vouches for its facts'

test('a CSV file and its facts pass every check, without a network', async ({ page, context }) => {
  const made = await exported(await failed(page), 'csv')
  await page.goto('/verify')
  await expect(drop(page)).toBeAttached()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await drop(page).setInputFiles(await files(made))
  await expect(result(page)).toContainText(
    /transactions · status failed, asset id BTC · all dates · read on \d{4}-\d\d-\d\d \d\d:\d\d UTC · complete · not signed/,
  )
  const rows = countText(made.facts.rows)
  const size = counted(made.file.size, 'byte')
  await expectRows(tableOf(page, 'Checks'), [
    { Check: 'File format', Verdict: 'Pass' },
    {
      Check: 'Size',
      Verdict: 'Pass',
      'The facts say': size,
      Found: size,
    },
    {
      Check: 'SHA-256 of the file',
      Verdict: 'Pass',
      'The facts say': made.facts.file.sha256 ?? '',
      Found: made.facts.file.sha256 ?? '',
    },
    { Check: 'Contents of each column', Verdict: 'Pass' },
    { Check: 'Signature', Verdict: 'Not checked', Found: 'Not signed: There was no gateway to sign it.' },
    { Check: 'Consistency of the facts', Verdict: 'Pass', Found: 'no contradictions' },
    { Check: 'File name', Verdict: 'Pass', Found: made.name },
    { Check: 'When rows were retrieved', Verdict: 'Pass' },
    { Check: 'Columns', Verdict: 'Pass' },
    { Check: 'Rows', Verdict: 'Pass', 'The facts say': rows, Found: rows },
    { Check: 'Duplicate ids', Verdict: 'Pass', Found: 'none' },
    { Check: 'Rows match the filter', Verdict: 'Pass', 'The facts say': 'status=failed, asset_id=BTC' },
    { Check: 'Control totals', Verdict: 'Pass', Found: 'the same' },
    { Check: 'Complete or partial', Verdict: 'Pass' },
  ])
  await expect(result(page)).toContainText(factsDigest(made.facts))
  await expect(result(page)).toContainText('No known key signed these facts')
  await page.getByText('Control totals, one by one').click()
  await expect(tableOf(page, 'Control totals')).toBeVisible()
  await context.setOffline(false)
  await expectAccessible(page, 'verified')
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page, `verified at ${width} px`)
  }
})

test('XLSX needs no second file, and JSON is checked as well', async ({ page }) => {
  const records = await failed(page)
  await page.goto('/verify')
  for (const format of ['xlsx', 'json'] as const) {
    await drop(page).setInputFiles(await files(await exported(records, format)))
    await expect(result(page)).toContainText(complete)
    await expect(result(page)).toContainText(`.${format}`)
  }
})

test('one digit that was changed fails the hash and the totals, with both figures', async ({ page }) => {
  const made = await exported([paying('7.5'), paying('1')], 'csv')
  const text = await made.file.text()
  await page.goto('/verify')
  await drop(page).setInputFiles(
    await files({ ...made, file: new Blob(['\ufeff', text.replace(',7.5,', ',8.5,')]) }),
  )
  await expect(result(page)).toContainText(
    'changed: amount of BTC · BTC · withdraw · failed · BTC adds up to 9.5 instead of 8.5',
  )
  await expectRow(tableOf(page, 'Checks'), { Check: 'SHA-256 of the file', Verdict: 'Fail' })
  await expectRow(tableOf(page, 'Checks'), { Check: 'Size', Verdict: 'Pass' })
  await expectRow(tableOf(page, 'Control totals'), {
    Group: 'BTC · BTC · withdraw · failed · BTC',
    Figure: 'amount',
    Verdict: 'Fail',
    'The facts say': '8.5',
    Found: '9.5',
  })
  await expectAccessible(page, 'not verified')
})

test('the files can be chosen by keyboard, one after the other', async ({ page }) => {
  const made = await exported(await failed(page), 'csv')
  const [file, facts] = await files(made)
  const choosers: FileChooser[] = []
  // From the beginning: the browser has to know that no dialog of its own is wanted before a key is pressed.
  page.on('filechooser', (chooser) => choosers.push(chooser))
  await page.goto('/verify')
  await expect(drop(page)).toBeAttached()
  await drop(page).focus()
  for (const [one, said] of [
    [facts, 'Next, the export itself'],
    [file, complete],
  ] as const) {
    await expect(drop(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => choosers.length).toBe(1)
    await choosers.pop()?.setFiles(one ? [one] : [])
    await expect(page.getByRole('main')).toContainText(said)
  }
})

test('what a second export comes to takes the place of all that was said of the first', async ({ page }) => {
  const [first, ...others] = await failed(page)
  const partial = { completeness: 'partial', reasons: ['The \u202ereader\u0007 ended it.'] } as const
  const one = await exported([first, paying('1')], 'csv', partial)
  const other = await exported(others, 'csv', { ...partial, reasons: ['It was stopped.'] })
  await page.goto('/verify')
  await drop(page).setInputFiles(
    await files({ ...one, file: new Blob([(await one.file.text()).replace(',1,', ',2,')]) }),
  )
  const main = page.getByRole('main')
  await expect(result(page)).toContainText('· changed: amount of')
  await expect(main).toContainText('The U+202EreaderU+0007 ended it.')
  expect(await main.textContent()).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  const totals = page.locator('details', { has: page.getByText('Control totals, one by one') })
  await expect(totals).toHaveAttribute('open')
  await page.getByRole('button', { name: 'Compare with the service now' }).click()
  await expect(page.getByRole('button', { name: 'Compare again' })).toBeVisible()
  await expect(tableOf(page, 'What has changed')).toContainText('txn_1')

  await drop(page).setInputFiles(await files(other))
  await expect(result(page)).toContainText('· PARTIAL · not signed')
  await expectRow(tableOf(page, 'Checks'), {
    Check: 'SHA-256 of the file',
    Verdict: 'Pass',
    'The facts say': other.facts.file.sha256 ?? '',
    Found: other.facts.file.sha256 ?? '',
  })
  await expect(result(page).getByText('Fail', { exact: true })).toHaveCount(0)
  await expect(totals).not.toHaveAttribute('open')
  await expect(main).not.toContainText('ended it')
  await expect(tableOf(page, 'What has changed')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Compare with the service now' })).toBeVisible()

  // Half of the next is no reason to leave the last one standing.
  await drop(page).setInputFiles((await files(one)).slice(1))
  await expect(main).toContainText('Next, the export itself')
  await expect(result(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Compare with the service now' })).toHaveCount(0)
})

test('several exports are each checked with their own facts, in whatever order they come', async ({
  page,
}) => {
  const [first, ...others] = await failed(page)
  const [one, other] = [await exported(others, 'json'), await exported([first], 'csv')]
  const [json, jsonFacts, csv, csvFacts] = [...(await files(one)), ...(await files(other))]
  if (!json || !jsonFacts || !csv || !csvFacts) throw new Error('each has its facts beside it')
  // As browsers call what they save a second time.
  const again = { ...csvFacts, name: `${other.name}.facts (1).json` }
  await page.goto('/verify')
  await drop(page).setInputFiles([json, again, csv, jsonFacts])
  const main = page.getByRole('main')
  await expect(main).toContainText('2 of 2 exports match their facts')
  const summaries = main.locator('summary').filter({ hasText: complete })
  await expect(summaries).toHaveCount(2)
  await expect(summaries.filter({ hasText: other.name })).toHaveCount(1)
  await expectAccessible(page, 'several verified')

  const changed = { ...csv, buffer: Buffer.concat([csv.buffer, Buffer.from('\r\n')]) }
  await drop(page).setInputFiles([changed, jsonFacts, json, again, { ...csv, name: 'alone.csv' }])
  await expect(main).toContainText('1 of 3 exports match their facts')
  await expect(main).toContainText('Choose alone.csv.facts.json too')
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page, 'several at 360 px')
})

test('XLSX that was checked is checked again with facts that come after it', async ({ page }) => {
  const made = await exported(await failed(page), 'xlsx')
  const sha256 = createHash('sha256')
    .update(new Uint8Array(await made.file.arrayBuffer()))
    .digest('hex')
  const facts = { ...made.facts, file: { ...made.facts.file, bytes: made.file.size, sha256 } }
  await page.goto('/verify')
  await drop(page).setInputFiles(await files(made))
  await expect(result(page)).toContainText(complete)
  await expect(tableOf(page, 'Checks')).not.toContainText(sha256)
  await drop(page).setInputFiles(
    (await files({ ...made, factsFile: new Blob([writeFacts(facts)]) })).slice(1),
  )
  await expect(tableOf(page, 'Checks')).toContainText(sha256)
  await expect(result(page)).toContainText(complete)
})

test('what an editor did to line endings is told apart from what stands in the file', async ({ page }) => {
  const made = await exported(await failed(page), 'json')
  const text = (await made.file.text()).replaceAll('\n', '\r\n')
  await page.goto('/verify')
  await drop(page).setInputFiles(await files({ ...made, file: new Blob([text]) }))
  await expect(result(page)).toContainText('· the same rows, saved by another program ·')
  await expectRow(tableOf(page, 'Checks'), { Check: 'File format', Verdict: 'Fail' })
  await expectRow(tableOf(page, 'Checks'), { Check: 'Contents of each column', Verdict: 'Pass' })
})

test('what is no export says why', async ({ page }) => {
  const made = await exported(await failed(page), 'json')
  const [, facts] = await files(made)
  await page.goto('/verify')
  await drop(page).setInputFiles({
    name: 'budget.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b\n1,2\n'),
  })
  await expect(page.getByText('Next, its facts: budget.csv.facts.json')).toBeVisible()
  if (facts) await drop(page).setInputFiles(facts)
  const alarm = page.getByRole('alert')
  await expect(alarm).toContainText('These are the facts of a JSON file, but the file is a CSV file')
  await drop(page).setInputFiles({
    name: 'a.xlsx',
    mimeType: '',
    buffer: Buffer.from('PK\u0003\u0004, but of another program'),
  })
  await expect(alarm).toContainText('This is not an XLSX file as this console writes it')
  await expectAccessible(page, 'no export')
})

test('compared with the service now, what is new, gone and changed is listed', async ({ page }) => {
  const [first, second, ...others] = await failed(page)
  if (!first || !second) throw new Error('the demonstration has too few')
  const changed = { ...second, transaction: { ...second.transaction, note: 'as it was' } }
  const gone = { ...second, transaction_id: 'txn_that_is_gone' }
  await page.goto('/verify')
  await drop(page).setInputFiles(await files(await exported([gone, changed, ...others], 'xlsx')))
  await page.getByRole('button', { name: 'Compare with the service now' }).click()
  const compared = page.getByRole('region', { name: 'Compared with the service' })
  await expect(compared).toContainText(`${others.length} rows are the same, 1 changed, 1 new, 1 gone`)
  const table = tableOf(page, 'What has changed')
  await expectRow(table, { Record: first.transaction_id, Change: 'New' })
  await expectRow(table, { Record: 'txn_that_is_gone', Change: 'Gone' })
  await expectRow(table, { Record: second.transaction_id, Change: 'Changed' })
  await expect(table).toContainText('as it was')
  await expectAccessible(page, 'compared')
  await rowLinks(table).filter({ hasText: first.transaction_id }).click()
  await expect(page).toHaveURL(new RegExp(`/transactions/${first.transaction_id}$`))
})

test('what a reconciliation came to can be verified like a list', async ({ page }) => {
  await page.goto('/reconciliation')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(result(page)).toContainText('assets agree')
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  for (const [index, format] of ['XLSX', 'CSV', 'JSON'].entries()) {
    await page.getByRole('button', { name: `Save as ${format}` }).click()
    await expect.poll(() => downloads.length).toBe(2 * (index + 1))
  }
  // The browser may have refused the second file.
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save facts of the JSON' }).click()
  const [kept, lost] = [await again, downloads.find((one) => /json\.facts/.test(one.suggestedFilename()))]
  expect(await readFile(await kept.path(), 'utf8')).toBe(await readFile((await lost?.path()) ?? '', 'utf8'))
  await page.goto('/verify')
  for (const [index, ending] of ['xlsx', 'csv', 'json'].entries()) {
    const chosen = downloads.slice(2 * index, 2 * (index + 1)).map(async (download) => ({
      name: download.suggestedFilename(),
      mimeType: '',
      buffer: await readFile(await download.path()),
    }))
    await drop(page).setInputFiles(await Promise.all(chosen))
    await expect(result(page)).toContainText(/· complete · signed on \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    await expect(result(page)).toContainText(`.${ending}`)
  }
  await expect(page.getByText('GET /balances, /balances/cold')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compare with the service now' })).toHaveCount(0)
})

test.describe('without a session', () => {
  // Behind the scripted service nobody has to sign in.
  test.use({ baseURL: process.env.E2E_ADDRESS ?? '' })

  test('an export is checked, and only comparing asks to sign in', async ({ page }) => {
    const made = await exportOf(transactionsExport, [], 'csv', columnsFor(transactionsExport, 'all'))
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Verify an export' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Verify an export' })).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await drop(page).setInputFiles(await files(made))
    await expect(result(page)).toContainText(complete)
    expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
    const compared = page.getByRole('region', { name: 'Compared with the service' })
    await expect(compared).toContainText('choose the file again')
    await expect(compared.getByRole('button')).toHaveCount(0)
    await expectAccessible(page, 'verified without a session')
    await compared.getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/sign-in\?from=%2Fverify$/)
  })

  test('every other page still asks to sign in', async ({ page }) => {
    await page.goto('/verify')
    await expect(drop(page)).toBeAttached()
    await page.goto('/vaults')
    await expect(page).toHaveURL(/\/sign-in\?from=%2Fvaults$/)
  })
})

test('it is found in the navigation', async ({ page }) => {
  await page.goto('/vaults')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Verify an export' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verify an export' })).toBeVisible()
})

test('it is found from anywhere', async ({ page }) => {
  await page.goto('/vaults')
  await expect(tableOf(page, 'Vaults')).toHaveAttribute('aria-busy', 'false')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /search/i }).fill('verify')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Verify an export' })).toBeVisible()
})

test('the command checks without the console: 0 where all is well, 1 where not, 2 where it is not all', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'custody-console-verify-'))
  try {
    const made = await exported(await failed(page), 'csv')
    const file = join(folder, made.name)
    await writeFile(file, new Uint8Array(await made.file.arrayBuffer()))
    expect(await command(file)).toMatchObject({
      code: 1,
      said: expect.stringContaining('There are no facts beside this file'),
    })
    const facts = join(folder, factsFileName(made.name))
    await writeFile(facts, (await made.factsFile?.text()) ?? '')
    expect(await command(file)).toMatchObject({
      code: 0,
      said: expect.stringContaining(
        `${complete}\nSHA-256 of the file:  ${made.facts.file.sha256}\nSHA-256 of the facts: `,
      ),
    })
    await writeFile(file, `${await made.file.text()}\r\n`)
    const { code, said } = await command(file, facts)
    expect(code).toBe(1)
    expect(said).toContain(`FAIL  Size\n      expected ${counted(made.file.size, 'byte')}\n      found`)
    const again = [join(folder, made.name.replace('.csv', ' (1).csv')), `${file}.facts (1).json`] as const
    await rm(facts)
    await writeFile(again[0], new Uint8Array(await made.file.arrayBuffer()))
    expect(await command(again[0])).toMatchObject({
      code: 1,
      said: expect.stringContaining(`Expected: ${made.name}.facts.json`),
    })
    await writeFile(again[1], (await made.factsFile?.text()) ?? '')
    expect(await command(again[0])).toMatchObject({ code: 0 })
    expect(await command(folder)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/ is not a file\. Usage: .*\n.*\n.*\n$/),
    })
    const partial = await exported(await failed(page), 'csv', { completeness: 'partial', reasons: ['?'] })
    const part = join(folder, partial.name)
    await writeFile(part, new Uint8Array(await partial.file.arrayBuffer()))
    await writeFile(`${part}.facts.json`, (await partial.factsFile?.text()) ?? '')
    expect(await command(part)).toMatchObject({
      code: 2,
      said: expect.stringContaining('· PARTIAL · not signed'),
    })
    expect(await command(part, '--keys', facts)).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be read'),
    })
    expect(await command(part, '--keys')).toMatchObject({ code: 1, said: expect.stringContaining('Usage') })
    expect(await command()).toMatchObject({ code: 1, said: expect.stringContaining('Usage') })
    expect(await command(join(folder, 'none.csv'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be read'),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

function drop(page: Page) {
  return page.getByLabel('Choose an export and its facts')
}

function result(page: Page) {
  return page.getByRole('region', { name: 'Result' })
}

/** All that the query finds: some, and not so many that a page would not hold them. */
async function failed(page: Page): Promise<TransactionItem[]> {
  const found = await transactionsOf(page, `${query}&limit=1000`)
  expect(found.length).toBeGreaterThan(3)
  expect(found.length).toBeLessThan(1000)
  return found
}

async function exported(
  records: readonly unknown[],
  format: ExportFormat,
  facts: Partial<CoreFacts> = {},
): Promise<MadeExport> {
  return exportOf(
    transactionsExport,
    records.map(normaliseTransaction),
    format,
    columnsFor(transactionsExport, 'all'),
    { facts, parameters: { status: 'failed', asset_id: 'BTC' } },
  )
}

function paying(amount: string): unknown {
  return {
    transaction_id: `txn_${amount}`,
    status: 'failed',
    transaction: { transaction_type: 'withdraw', asset_id: 'BTC', network_id: 'BTC', amount, fee: '0' },
  }
}

/** The files of an export, as a person chooses them. */
async function files({ file, name, factsFile }: MadeExport) {
  const chosen = [{ name, mimeType: '', buffer: Buffer.from(await file.arrayBuffer()) }]
  if (factsFile)
    chosen.push({
      name: factsFileName(name),
      mimeType: '',
      buffer: Buffer.from(await factsFile.arrayBuffer()),
    })
  return chosen
}

const program = fileURLToPath(new URL('../dist/server/verify.js', import.meta.url))

function command(...files: readonly string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...files], (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, said: output + errors }),
    )
  })
}
