/** `/verify`: exports as our writers write them, whole and tampered with. The command has tests of its own. */
import { readFile } from 'node:fs/promises'
import type { Download, FileChooser } from 'playwright/test'
import { countText } from '../src/contract/count-text.ts'
import { columnsFor } from '../src/files/list-export.ts'
import { transactionsExport } from '../src/files/lists.ts'
import { factsDigest } from '../src/files/seal.ts'
import { exportOf } from '../src/files/testing/made-export.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { hold } from './support/hold.ts'
import { expectRow, expectRows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { complete, drop, exported, failed, files, openVerifyPage, result } from './support/verify.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('an export is checked against its facts, and what is wrong with it is said', async ({
  page,
  context,
}) => {
  await openVerifyPage(page)

  await test.step('a CSV file and its facts pass every check, without a network', async () => {
    const made = await exported(await failed(page), 'csv')
    await context.setOffline(true)
    await drop(page).setInputFiles(await files(made))
    await expect(result(page)).toContainText('Matches its verification file, but no signature proves it')
    await expect(result(page)).toContainText(
      /transactions · status failed · all dates · read on \d{4}-\d\d-\d\d \d\d:\d\d UTC · complete · not signed/,
    )
    const rows = countText(made.facts.rows)
    const { sha256 } = made.facts.file
    await expectRows(tableOf(page, 'Checks'), [
      {
        What: 'SHA-256 of the file',
        Verdict: 'Agrees',
        'The verification file says': sha256 ?? '',
        Found: sha256 ?? '',
      },
      { What: 'File format', Verdict: 'Agrees', Found: 'a CSV file as this console writes it' },
      { What: 'Contents of each column', Verdict: 'Agrees' },
      { What: 'Rows', Verdict: 'Agrees', 'The verification file says': rows, Found: rows },
      { What: 'Control totals', Verdict: 'Agrees', Found: 'the same' },
      { What: 'File name', Verdict: 'Agrees', Found: made.name },
      { What: 'Signature', Verdict: 'Not checked', Found: 'Not signed: There was no gateway to sign it.' },
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
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('JSON is checked as well, and a workbook is not', async () => {
    const records = await failed(page)
    await drop(page).setInputFiles(await files(await exported(records, 'json')))
    await expect(result(page)).toContainText(complete)
    await expect(result(page)).toContainText('.json')
    await drop(page).setInputFiles(await files(await exported(records, 'xlsx')))
    await expect(page.getByRole('alert')).toContainText(
      'A workbook cannot be verified. Verify the CSV or JSON of the same export.',
    )
  })

  await test.step('one digit that was changed differs in the digest and the totals, with both figures', async () => {
    const made = await exported([paying('7.5'), paying('1')], 'csv')
    const text = await made.file.text()
    await drop(page).setInputFiles(
      await files({ ...made, file: new Blob(['\ufeff', text.replace(',7.5,', ',8.5,')]) }),
    )
    await expect(result(page)).toContainText('changed: amount of BTC · BTC adds up to 9.5 instead of 8.5')
    await expectRow(tableOf(page, 'Checks'), { What: 'SHA-256 of the file', Verdict: 'Differs' })
    await expectRow(tableOf(page, 'Control totals'), {
      Group: 'BTC · BTC',
      Figure: 'amount',
      Verdict: 'Differs',
      'The verification file says': '8.5',
      Found: '9.5',
    })
    await expectAccessible(page, 'not verified')
  })

  await test.step('what is no export says why', async () => {
    const made = await exported(await failed(page), 'json')
    const [, facts] = await files(made)
    await drop(page).setInputFiles({
      name: 'budget.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('a,b\n1,2\n'),
    })
    await expect(page.getByText('Next, its verification file: budget.csv.facts.json')).toBeVisible()
    if (facts) await drop(page).setInputFiles(facts)
    const alarm = page.getByRole('alert')
    await expect(alarm).toContainText('The verification file is for a JSON file, but this is a CSV file')
    await expectAccessible(page, 'no export')
  })
})

test('the files can be chosen by keyboard, one after the other @all', async ({ page }) => {
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

test('a pack of a link that cannot be fetched is not taken for a file @all', async ({ page }) => {
  const alarm = page.getByRole('alert')
  const said = 'The pack in this link could not be fetched. Choose its file instead.'
  await page.goto('/verify?pack=nothing.zip')
  await expect(alarm).toHaveText(said)
  await page.route('**/packs/*', (route) => route.abort())
  await page.reload()
  await expect(alarm).toHaveText(said)
})

test('the pack of a link gives way to a file that is chosen, and to Cancel @all', async ({ page }) => {
  const made = await files(await exported(await failed(page), 'csv'))
  await hold(page, /\/packs\//)
  for (const [act, said] of [
    [() => drop(page).setInputFiles(made), complete],
    [() => page.getByRole('button', { name: 'Cancel' }).click(), 'Or drop them anywhere on this page'],
  ] as const) {
    await page.goto('/verify?pack=linked.zip')
    await expect(page.getByText('Fetching linked.zip')).toBeVisible()
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().includes('/packs/')),
      act(),
    ])
    await expect(page.getByRole('main')).toContainText(said)
    await expect(page.getByText('Fetching linked.zip')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('files that are chosen before the check is loaded all count @all', async ({ page }) => {
  const made = await exported(await failed(page), 'csv')
  const release = await hold(page, /\/assets\/(facts-file|Results).*\.js$/)
  await page.goto('/verify')
  for (const file of await files(made)) {
    await drop(page).setInputFiles(file)
    await expect(page.getByRole('main')).toContainText(`Checking ${file.name}`)
  }
  release()
  await expect(result(page)).toContainText(complete)
})

test('what is chosen next takes the place of all that was said before @all', async ({ page }) => {
  await page.goto('/verify')
  await test.step('what a second export comes to takes the place of all that was said of the first', async () => {
    const [first, ...others] = await failed(page)
    const partial = { completeness: 'partial', reasons: ['The \u202ereader\u0007 ended it.'] } as const
    const one = await exported([first, paying('1')], 'csv', partial)
    const other = await exported(others, 'csv', { ...partial, reasons: ['It was stopped.'] })
    await drop(page).setInputFiles(
      await files({ ...one, file: new Blob([(await one.file.text()).replace(',1,', ',2,')]) }),
    )
    const main = page.getByRole('main')
    await expect(result(page)).toContainText('· changed: amount of')
    await expect(main).toContainText('The U+202EreaderU+0007 ended it.')
    expect(await main.textContent()).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    const totals = page.locator('details', { has: page.getByText('Control totals, one by one') })
    await expect(totals).toHaveAttribute('open')

    await drop(page).setInputFiles(await files(other))
    await expect(result(page)).toContainText('· PARTIAL · not signed')
    await expectRow(tableOf(page, 'Checks'), {
      What: 'SHA-256 of the file',
      Verdict: 'Agrees',
      'The verification file says': other.facts.file.sha256 ?? '',
      Found: other.facts.file.sha256 ?? '',
    })
    await expect(result(page).getByText('Differs', { exact: true })).toHaveCount(0)
    await expect(totals).not.toHaveAttribute('open')
    await expect(main).not.toContainText('ended it')

    // Half of the next is no reason to leave the last one standing.
    await drop(page).setInputFiles((await files(one)).slice(1))
    await expect(main).toContainText('Next, the export itself')
    await expect(result(page)).toHaveCount(0)
  })

  await page.goto('/verify')
  await test.step('several exports are each checked with their own facts, in whatever order they come', async () => {
    const [first, ...others] = await failed(page)
    const [one, other] = [await exported(others, 'json'), await exported([first], 'csv')]
    const [json, jsonFacts, csv, csvFacts] = [...(await files(one)), ...(await files(other))]
    if (!json || !jsonFacts || !csv || !csvFacts) throw new Error('each has its facts beside it')
    // As browsers call what they save a second time.
    const again = { ...csvFacts, name: `${other.name}.facts (1).json` }
    await drop(page).setInputFiles([json, again, csv, jsonFacts])
    const main = page.getByRole('main')
    await expect(main).toContainText('2 of 2 exports match their verification files')
    const summaries = main.locator('summary').filter({ hasText: complete })
    await expect(summaries).toHaveCount(2)
    await expect(summaries.filter({ hasText: other.name })).toHaveCount(1)
    await expectAccessible(page, 'several verified')

    const changed = { ...csv, buffer: Buffer.concat([csv.buffer, Buffer.from('\r\n')]) }
    await drop(page).setInputFiles([changed, jsonFacts, json, again, { ...csv, name: 'alone.csv' }])
    await expect(main).toContainText('1 of 3 exports match their verification files')
    await expect(main).toContainText('Choose alone.csv.facts.json too')
    await page.setViewportSize({ width: 360, height: 800 })
    await expectNoSidewaysScroll(page, 'several at 360 px')
  })
})

test('what a reconciliation came to can be verified like a list @all', async ({ page }) => {
  await page.goto('/reconciliation')
  await page.getByRole('main').getByRole('button', { name: 'Read all records' }).click()
  await expect(page.getByRole('main')).toContainText('assets agree', { timeout: 60_000 })
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  for (const [index, format] of ['CSV', 'JSON'].entries()) {
    await page.getByRole('button', { name: `Save as ${format}` }).click()
    await expect.poll(() => downloads.length).toBe(2 * (index + 1))
  }
  // The browser may have refused the second file.
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save verification file of the JSON' }).click()
  const [kept, lost] = [await again, downloads.find((one) => /json\.facts/.test(one.suggestedFilename()))]
  expect(await readFile(await kept.path(), 'utf8')).toBe(await readFile((await lost?.path()) ?? '', 'utf8'))
  await page.goto('/verify')
  for (const [index, ending] of ['csv', 'json'].entries()) {
    const chosen = downloads.slice(2 * index, 2 * (index + 1)).map(async (download) => ({
      name: download.suggestedFilename(),
      mimeType: '',
      buffer: await readFile(await download.path()),
    }))
    await drop(page).setInputFiles(await Promise.all(chosen))
    await expect(result(page)).toContainText(/· complete · signed on \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    await expect(result(page)).toContainText(`.${ending}`)
  }
  await expect(page.getByText('GET /vaults, /balances')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compare with the service now' })).toHaveCount(0)
})

test.describe('without a session', () => {
  // Behind the scripted service nobody has to sign in.
  test.use({ baseURL: process.env.E2E_ADDRESS ?? '' })

  test('an export is checked without asking the service for anything', async ({ page }) => {
    const made = await exportOf(transactionsExport, [], 'csv', columnsFor(transactionsExport, 'all'))
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Verify an export' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Verify an export' })).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await drop(page).setInputFiles(await files(made))
    await expect(result(page)).toContainText(complete)
    expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
    await expectAccessible(page, 'verified without a session')
    // As every other page does.
    await page.goto('/vaults')
    await expect(page).toHaveURL(/\/sign-in\?from=%2Fvaults$/)
  })
})

function paying(amount: string): unknown {
  return {
    transaction_id: `txn_${amount}`,
    status: 'failed',
    transaction: { transaction_type: 'withdraw', asset_id: 'BTC', network_id: 'BTC', amount, fee: '0' },
  }
}
