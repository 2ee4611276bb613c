/** A pack opened in a browser that nobody is signed in with: the whole console over its books, and not one request. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { root } from '../scripts/build-stamp.mjs'
import { publicKeysPath } from '../src/contract/public-keys.ts'
import { expectAccessible } from './support/accessibility.ts'
import { vaultsOf } from './support/api.ts'
import { one } from './support/export.ts'
import { drop, goWithin } from './support/page.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true, viewport: { width: 1440, height: 900 } })

async function packIn(page: Page, folder: string): Promise<string> {
  const year = new Date().getUTCFullYear() - 1
  const main = page.getByRole('main')
  // What is on screen may be little, and a pack of everything.
  const [vault] = await vaultsOf(page, 'limit=1')
  await page.goto(`/statements?period=${year}-Q3&vaults=${vault?.vault_id}`)
  const begin = main.getByRole('link', { name: 'Audit pack' })
  await expect(begin).toBeVisible({ timeout: 60_000 })
  await goWithin(page, '/review?tab=never-used')
  await main.getByRole('table').getByRole('link').first().click()
  const finding = page.getByRole('dialog', { name: 'Entry never used' })
  await finding.getByLabel('Accepted by').fill('Ann')
  await finding.getByLabel('Reason').fill('Kept for emergencies.')
  await finding.getByRole('button', { name: 'Accept', exact: true }).click()
  await finding.getByRole('link', { name: 'Go to audit packs' }).click()
  await goWithin(page, `/statements?period=${year}-Q3&vaults=${vault?.vault_id}`)
  await begin.click()
  await main.getByRole('button', { name: 'Take all vaults' }).click()
  await expect(main).toContainText(`Q3 ${year}. All vaults and assets`)
  await page.getByLabel('Challenge').fill('audit-of-november')
  await expectAccessible(page, 'what a pack holds')
  const downloading = page.waitForEvent('download', { timeout: 90_000 })
  await main.getByRole('button', { name: 'Make the pack' }).click()
  const download = await downloading
  await expect(one(page, 'Audit pack')).toContainText('1 accepted finding')
  const name = download.suggestedFilename()
  expect(name).toMatch(/^audit-pack_[\w-]+Z\.zip$/)
  await expect(one(page, 'Audit pack, ZIP')).toContainText(`Saved as ${name}.`)
  const file = join(folder, name)
  await download.saveAs(file)
  return file
}

/** Opens the page and waits until the browser keeps the whole console. Gives the paths of its files: without a network it works from then on. */
async function openVerifyPage(page: Page): Promise<readonly string[]> {
  const files: readonly string[] = await (await page.request.get('/files.json')).json()
  const last = page.waitForResponse((response) => response.url().endsWith(files.at(-1) ?? ''), {
    timeout: 60_000,
  })
  await page.goto('/verify')
  await last
  return files
}

async function verified(page: Page, file: string): Promise<string> {
  const keys = `${file}.keys.json`
  await writeFile(keys, await (await page.request.get(publicKeysPath)).body())
  const program = join(root, 'dist/server/verify.js')
  return (await promisify(execFile)(process.execPath, [program, file, '--keys', keys])).stdout
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
    const verdict = await verified(page, file)
    expect(verdict).toMatch(/^Genuine: yes\..*\nComplete: yes\./)
    expect(verdict).toContain(`Shows: /statements?period=${year}-Q3`)
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
    await other.getByRole('button', { name: 'Open these records' }).click()
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

    await test.step('a finding that its maker accepted is accepted, and stays so', async () => {
      await goWithin(other, '/review?tab=accepted')
      await expect(other.getByRole('table')).toContainText('Kept for emergencies.')
      await other.getByRole('table').getByRole('link').click()
      const finding = other.getByRole('dialog')
      await expect(finding).toContainText('Accepted by Ann')
      await expect(finding.getByRole('button', { name: 'Withdraw acceptance' })).toHaveCount(0)
      await finding.getByRole('button', { name: 'Close' }).click()
    })

    await goWithin(other, `/transactions?status=completed&${quarter}`)
    await expect(other.getByRole('button', { name: 'Export transactions' })).toHaveAttribute(
      'title',
      /^Files of its lists are in audit-pack_/,
    )

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
