/** Audit packs: made in the background, opened in the whole console by a browser that nobody is signed in with, and held against the present. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectAddress, fileDrop } from './support/page.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true, viewport: { width: 1440, height: 900 } })

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const bar = (page: Page) => page.getByRole('region', { name: 'Open pack' })

async function madePack(page: Page, folder: string): Promise<string> {
  const main = page.getByRole('main')
  await page.goto('/packs')
  await expect(main).toContainText(/The audit pack of .* is due\./)
  await page.getByRole('textbox', { name: 'Reference' }).fill('Audit of November')
  await expectAccessible(page, 'what a pack holds')
  await main.getByRole('button', { name: 'Make the pack' }).click()
  const packs = main.getByRole('list', { name: 'Packs of this session' })
  await expect(packs).toContainText(/Pack of .* is ready/, { timeout: 120_000 })
  await expect(main).not.toContainText('is due.')
  // Wherever its reader goes.
  await navigation(page).getByRole('link', { name: 'Vaults', exact: true }).click()
  await page
    .getByRole('region', { name: 'Audit pack' })
    .getByRole('link', { name: /is ready/ })
    .click()
  const downloading = page.waitForEvent('download')
  await packs.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^audit-pack_[\w-]+Z(\.PARTIAL)?\.zip$/)
  const file = join(folder, 'earlier.zip')
  await download.saveAs(file)
  return file
}

async function openPack(page: Page, file: string): Promise<void> {
  await page.goto('/verify')
  await fileDrop(page).setInputFiles(file)
  await page.getByRole('button', { name: 'Open the pack' }).click({ timeout: 60_000 })
  await expect(bar(page)).toContainText(/Opened from earlier\.zip · as of .* · made /, { timeout: 60_000 })
}

/** What the tables of a page say, but for when each row was retrieved. */
async function tableTexts(page: Page): Promise<readonly string[]> {
  const texts = await page.getByRole('main').getByRole('table').allInnerTexts()
  return texts.map((text) => text.replace(/\s*\tRetrieved|\t\S+ \S+ UTC$/gm, ''))
}

test('a pack opens without a session, shows what its account showed, is closed without a trace, and is held against the present @all', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const folder = await mkdtemp(join(tmpdir(), 'custody-console-packs-'))
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1440, height: 900 } })
  try {
    const file = await madePack(page, folder)
    const other = await context.newPage()
    await openPack(other, file)
    const base = new URL(other.url()).pathname.replace(/\/$/, '')
    expect(base).toMatch(/^\/packs\/[\w-]{22}$/)
    for (const name of [
      'Transactions',
      'Balances',
      'Statements',
      'Reconciliation',
      'Whitelist review',
      'Overview',
    ]) {
      await navigation(other).getByRole('link', { name, exact: true }).click()
      await expect(other.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 20_000 })
      await expect(bar(other)).toBeVisible()
      await expect(other.getByRole('alert')).toHaveCount(0)
    }
    await expectAccessible(other, 'an open pack')
    // A pack has the prices of its reports alone, so its lists have no values. Below this width neither has the column.
    for (const one of [page, other]) await one.setViewportSize({ width: 1024, height: 900 })
    for (const address of [
      '/transactions?status=completed&limit=5',
      '/balances',
      '/whitelists',
      '/reconciliation',
    ]) {
      await page.goto(address)
      await other.goto(base + address)
      await expect(async () => {
        const ofAccount = await tableTexts(page)
        expect(ofAccount.length).toBeGreaterThan(0)
        expect(await tableTexts(other)).toEqual(ofAccount)
      }, address).toPass({ timeout: 30_000 })
    }
    // Another browser has nothing of it, whatever it knows.
    expect((await page.request.get(`/api${base}/vaults`)).status()).toBe(404)
    await bar(other).getByRole('button', { name: 'Close' }).click()
    await expectAddress(other, '/verify')
    expect((await other.request.get(`/api${base}/vaults`)).status()).not.toBe(200)

    await test.step('held against the present by who made it', async () => {
      await openPack(page, file)
      await page.goto('/packs')
      const main = page.getByRole('main')
      await main.getByRole('link', { name: 'What changed since' }).click()
      await expect(main).toContainText(/Nothing changed since|No change was found since/, { timeout: 60_000 })
      await expect(main).toContainText('Before: earlier.zip')
      await expectAccessible(page, 'changes')
    })
  } finally {
    await context.close()
    await rm(folder, { recursive: true })
  }
})
