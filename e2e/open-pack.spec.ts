/** A pack opened in a browser that nobody is signed in with: the whole console over its books, and not one request. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import type { Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { exportedFrom, one, textOf } from './support/export.ts'
import { goWithin } from './support/page.ts'
import { startSession } from './support/session.ts'
import { rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { drop, openVerifyPage } from './support/verify.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Makes a pack in a session. Gives the file. */
async function packIn(page: Page, folder: string): Promise<string> {
  const year = new Date().getUTCFullYear() - 1
  await startSession(page)
  const main = page.getByRole('main')
  await page.goto(`/packs?period=${year}-Q3`)
  await main.getByRole('button', { name: 'Read all records' }).click()
  await expect(main.getByRole('button', { name: 'Make the pack' })).toBeVisible({ timeout: 60_000 })
  await goWithin(page, '/review?tab=never-used')
  await main.getByRole('table').getByRole('link').first().click()
  const finding = page.getByRole('dialog', { name: 'Entry never used' })
  await finding.getByLabel('Accepted by').fill('Ann')
  await finding.getByLabel('Reason').fill('Kept for emergencies.')
  await finding.getByRole('button', { name: 'Accept', exact: true }).click()
  await finding.getByRole('link', { name: 'Go to audit packs' }).click()
  await goWithin(page, `/packs?period=${year}-Q3`)
  const downloading = page.waitForEvent('download', { timeout: 90_000 })
  await main.getByRole('button', { name: 'Make the pack' }).click({ timeout: 60_000 })
  const download = await downloading
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  return file
}

/** The rows of an export of the list on screen, but for when each was retrieved. */
async function exportedRows(page: Page) {
  const text = await textOf(await exportedFrom(page, 'transactions'))
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  return data.map(({ retrieved_at: _, ...row }) => row)
}

/** What the tables of a page say, but for when each row was retrieved: those of a pack were in several answers, which the table says. */
async function tableTexts(page: Page): Promise<readonly string[]> {
  const texts = await page.getByRole('main').getByRole('table').allInnerTexts()
  return texts.map((text) => text.replace(/\s*\tRetrieved|\t\S+ \S+ UTC$/gm, ''))
}

test('a pack opens without a session and without a network, and every page is there @all', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const year = new Date().getUTCFullYear() - 1
  const quarter = `start_date=${year}-07-01&end_date=${year}-09-30`
  const folder = await mkdtemp(join(tmpdir(), 'custody-console-open-'))
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } })
  try {
    const file = await packIn(page, folder)
    const other = await context.newPage()
    const files = await openVerifyPage(other)
    await context.setOffline(true)
    await drop(other).setInputFiles(file)
    await expect(other.getByText('Genuine and complete', { exact: true })).toBeVisible({ timeout: 60_000 })
    const asked: string[] = []
    other.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!files.includes(pathname)) asked.push(`${request.method()} ${pathname}`)
    })
    await other.getByRole('button', { name: 'Open these books' }).click()
    const bar = other.getByRole('region', { name: 'Open pack' })
    await expect(bar).toContainText(/Opened from audit-pack_.*zip · as of .* · signed /, {
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
      ['Verify', 'Verify'],
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
        // The days of the pack's period are known, and no others.
        `/transactions?${quarter}`,
        `/transactions?${quarter}&status=completed&limit=5&offset=5`,
        '/balances',
        '/balances/cold?asset_id=BTC',
        '/whitelists',
        `/statements?period=${year}-Q3`,
        '/reconciliation',
      ]) {
        await page.goto(address)
        await goWithin(other, address)
        await expect(async () => {
          const byService = await tableTexts(page)
          const byPack = await tableTexts(other)
          expect(byService.length).toBeGreaterThan(0)
          expect(byPack).toEqual(byService)
        }, address).toPass({ timeout: 30_000 })
      }
    })

    await test.step('vaults too, but for their values: the pack has no prices of today', async () => {
      await page.goto('/vaults')
      await goWithin(other, '/vaults')
      const vaults = async (shown: Page) =>
        (await rows(tableOf(shown, 'Vaults'))).map(({ id: _, 'Value (EUR)': __, ...cells }) => cells)
      await expect(rowLinks(tableOf(other, 'Vaults')).first()).toBeVisible()
      await expect
        .poll(async () => JSON.stringify(await vaults(page)))
        .toBe(JSON.stringify(await vaults(other)))
    })

    await test.step('a finding that its maker accepted is accepted, and stays so', async () => {
      await goWithin(other, '/review?tab=accepted')
      await expect(other.getByRole('table')).toContainText('Kept for emergencies.')
      await other.getByRole('table').getByRole('link').click()
      const finding = other.getByRole('dialog')
      await expect(finding).toContainText('Accepted by Ann')
      await expect(finding.getByRole('button', { name: 'Accept no longer' })).toHaveCount(0)
      await finding.getByRole('button', { name: 'Close' }).click()
    })

    // An export has the rows that the service gives, and names the pack as its source.
    const filter = `/transactions?status=completed&${quarter}`
    await page.goto(filter)
    const byService = await exportedRows(page)
    await goWithin(other, filter)
    const byPack = await exportedRows(other)
    expect(byPack).toEqual(byService)
    expect(byPack.length).toBeGreaterThan(5)
    await expect(one(other, 'Transactions, CSV')).toContainText('Taken from the books in audit-pack_')

    await test.step('its books are compared with another pack', async () => {
      const main = other.getByRole('main')
      await other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit packs' }).click()
      await main.getByLabel('Choose an audit pack', { exact: true }).first().setInputFiles(file)
      await expect(main).toContainText('Nothing changed', { timeout: 60_000 })
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
  } finally {
    await context.close()
    await rm(folder, { recursive: true })
  }
})
