/** A pack opened in a browser that nobody is signed in with: the whole console over its books, and not one request. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync, strFromU8, strToU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import type { Page } from 'playwright/test'
import { publicKeysPath } from '../src/contract/attestation.ts'
import { vaultList } from '../src/contract/records.ts'
import { ZipWriter } from '../src/files/zip-writer.ts'
import { expectAccessible } from './support/accessibility.ts'
import { exportedFrom, filesOf } from './support/export.ts'
import { startSession } from './support/session.ts'
import { expect, test } from './support/test.ts'
import { drop, openVerifyPage, result } from './support/verify.ts'
import { goWithin } from './support/within.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Makes a pack in a session. Gives the file. */
async function packIn(page: Page, folder: string): Promise<string> {
  const year = new Date().getUTCFullYear() - 1
  await startSession(page)
  await page.goto(`/statements?period=${year}-Q3`)
  await page.getByRole('main').getByRole('button', { name: 'Read all records' }).click()
  await page.getByRole('button', { name: 'Audit pack' }).click({ timeout: 60_000 })
  const downloading = page.waitForEvent('download', { timeout: 60_000 })
  await page
    .getByRole('dialog', { name: 'Audit pack' })
    .getByRole('button', { name: 'Make the pack' })
    .click()
  const download = await downloading
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  return file
}

/** The rows of an export of the list on screen, but for when each was retrieved; and its facts. */
async function exportedRows(page: Page) {
  const { text, told } = await filesOf(await exportedFrom(page, 'transactions'))
  const { data } = Papa.parse<Record<string, string>>(text.replace('\ufeff', ''), {
    header: true,
    skipEmptyLines: true,
  })
  return { rows: data.map(({ retrieved_at: _, ...row }) => row), told }
}

/** What the tables of a page say, but for when each row was retrieved: those of a pack were in several answers, which the table says. */
async function tableTexts(page: Page): Promise<readonly string[]> {
  const texts = await page.getByRole('main').getByRole('table').allInnerTexts()
  return texts.map((text) => text.replace(/\s*\tRetrieved|\t\S+ \S+ UTC$/gm, ''))
}

const openProgram = fileURLToPath(new URL('../dist/server/open.js', import.meta.url))

/** What a program says first. */
function firstWords({ stdout, stderr }: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve) => {
    stdout.once('data', (said) => resolve(String(said)))
    stderr.once('data', (said) => resolve(String(said)))
  })
}

/** The pack, packed as ours are, with another character in a whitelist. */
async function withChangedWhitelists(file: string): Promise<Uint8Array> {
  const zip = new ZipWriter('pack')
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(file)))) {
    const isChanged = name === 'books/whitelists.jsonl.gz'
    const change = (text: string) => text.replace(/"whitelist_name":"/, '$&Not ')
    zip.file(name, isChanged ? gzipSync(strToU8(change(strFromU8(gunzipSync(bytes))))) : bytes)
  }
  zip.end()
  return zip.taken()
}

test('a pack opens without a session and without a network, and every page is there @all', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const year = new Date().getUTCFullYear() - 1
  const folder = await mkdtemp(join(tmpdir(), 'custody-console-open-'))
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } })
  try {
    const file = await packIn(page, folder)
    const other = await context.newPage()
    const files = await openVerifyPage(other)
    await context.setOffline(true)
    await drop(other).setInputFiles(file)
    await expect(result(other)).toContainText('complete · signed on', { timeout: 60_000 })
    const asked: string[] = []
    other.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!files.includes(pathname)) asked.push(`${request.method()} ${pathname}`)
    })
    await other.getByRole('button', { name: 'Open these books' }).click()
    const bar = other.getByRole('region', { name: 'Open pack' })
    await expect(bar).toContainText(/Opened from audit-pack_.*zip · as of .* · signed by key .* on /, {
      timeout: 30_000,
    })
    for (const [name, heading] of [
      ['Transactions', 'Transactions'],
      ['Balances', 'Balances'],
      ['Vaults', 'Vaults'],
      ['Whitelists', 'Whitelists'],
      ['Statements', 'Statements'],
      ['Reconciliation', 'Reconciliation'],
      ['Whitelist review', 'Whitelist review'],
      ['Check address', 'Check'],
      ['Verify an export', 'Verify'],
      ['Overview', 'Overview'],
    ] as const) {
      await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
      await expect(other.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 20_000 })
      await expect(bar).toBeVisible()
      await expect(other.getByRole('alert')).toHaveCount(0)
      await expect(other.getByText('could not be loaded')).toHaveCount(0)
    }
    await expectAccessible(other, 'an open pack')

    await test.step('pages show the same over the pack as over the service', async () => {
      for (const address of [
        '/transactions',
        '/transactions?status=failed&limit=5&offset=5',
        '/balances',
        '/balances/cold?asset_id=BTC',
        '/vaults',
        '/whitelists',
        `/statements?period=${year}-Q3`,
        '/reconciliation',
        '/review',
      ]) {
        await page.goto(address)
        await goWithin(other, address)
        await expect(async () => {
          const [byService, byPack] = [await tableTexts(page), await tableTexts(other)]
          expect(byService.length).toBeGreaterThan(0)
          expect(byPack).toEqual(byService)
        }, address).toPass({ timeout: 30_000 })
      }
    })

    // An export has the rows that the service gives, and names the pack as its source.
    const filter = `/transactions?status=completed&end_date=${year}-12-31`
    await page.goto(filter)
    const byService = await exportedRows(page)
    await goWithin(other, filter)
    const byPack = await exportedRows(other)
    expect(byPack.rows).toEqual(byService.rows)
    expect(byPack.rows.length).toBeGreaterThan(100)
    expect(byPack.told).toMatchObject({ completeness: 'complete', service: byService.told.service })
    expect(byPack.told.remarks).toContainEqual(expect.stringMatching(/^Taken from the books in audit-pack_/))

    const tampered = join(folder, 'tampered.zip')
    await writeFile(tampered, await withChangedWhitelists(file))
    await test.step('its books are compared with another pack, and two others with each other', async () => {
      const main = other.getByRole('main')
      await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Changes' }).click()
      await main.getByLabel('Choose an audit pack', { exact: true }).first().setInputFiles(tampered)
      await expect(main).toContainText('This pack does not match its manifest', { timeout: 30_000 })
      await main.getByRole('button', { name: 'Compare anyway' }).click()
      await expect(main).toContainText('1 change to whitelists')
      await main.getByLabel('Compare with a second pack', { exact: true }).first().setInputFiles(file)
      await expect(main.getByRole('button', { name: 'Compare with the books' })).toBeVisible({
        timeout: 30_000,
      })
      await expect(main).toContainText('1 change to whitelists')
      await main.getByLabel('Choose another pack', { exact: true }).first().setInputFiles(file)
      await expect(main).toContainText('Nothing changed', { timeout: 30_000 })
      await expect(bar).toBeVisible()
    })
    expect(asked).toEqual([])

    await test.step('closing it leaves nothing', async () => {
      await context.setOffline(false)
      await bar.getByRole('button', { name: 'Close' }).click()
      await expect(drop(other)).toBeAttached()
      await expect(bar).toHaveCount(0)
      expect(
        await other.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
      ).not.toContain('pack')
    })

    await test.step('books that were changed open only for whoever asks for them, and the bar says so', async () => {
      await drop(other).setInputFiles(tampered)
      await expect(result(other)).toContainText('1 of 32 files wrong or missing', { timeout: 30_000 })
      await expect(other.getByRole('button', { name: 'Open these books' })).toHaveCount(0)
      await other.getByRole('button', { name: 'Open anyway' }).click()
      await expect(bar).toContainText('does not match its manifest', { timeout: 30_000 })
    })

    await test.step('the program opens it on a machine without a gateway', async () => {
      const keys = join(folder, 'keys.json')
      await writeFile(keys, await (await page.request.get(publicKeysPath)).body())
      const program = spawn(process.execPath, [openProgram, file, '--keys', keys], {
        env: { ...process.env, PORT: '0' },
      })
      try {
        const [address = ''] = /http:\S+\?pack=\S+/.exec(await firstWords(program)) ?? []
        await other.goto(address)
        await expect(result(other)).toContainText('complete · signed on', { timeout: 30_000 })
        await other.getByRole('button', { name: 'Open these books' }).click()
        await expect(bar).toContainText('signed by key', { timeout: 30_000 })
        const read = await other.request.get(new URL('/api/vaults?limit=1', address).href)
        expect(vaultList.parse(await read.json()).vaults).toHaveLength(1)
      } finally {
        program.kill()
      }
    })
  } finally {
    await context.close()
    await rm(folder, { recursive: true })
  }
})
