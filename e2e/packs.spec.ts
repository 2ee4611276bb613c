/** Audit packs: made, and held against the books: nothing changed at first, and then what a service says otherwise. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expectAccessible, expectSound } from './support/accessibility.ts'
import { whitelistsOf } from './support/api.ts'
import { exportReport } from './support/export.ts'
import { expectAddress } from './support/page.ts'
import { json } from './support/scripted-service.ts'
import { rows } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('a pack is held against the books: an address that was swapped is told, with both records side by side @all', async ({
  page,
  scripted,
}) => {
  const main = page.getByRole('main')
  const files = await madePack(page)

  const go = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await go('Overview')
  await expect(page.getByRole('region', { name: 'Needs a look' })).toContainText('Reconciliation')
  await expect(main).not.toContainText('Its pack is due')
  await go('Audit packs')
  await expectAccessible(page, 'changes without a pack')
  await main.getByLabel('Choose an audit pack', { exact: true }).first().setInputFiles(files)
  await expect(main).toContainText('Nothing changed since', { timeout: 60_000 })
  await expect(main.getByRole('region', { name: 'What is compared' })).toContainText('earlier.zip as of')

  const whitelists = await whitelistsOf(page, 'limit=1000')
  const index = whitelists.findIndex(({ assets }) => assets.length === 1)
  const [gone, swapped] = [whitelists.length - 1, whitelists[index]]
  const [entry] = swapped?.assets ?? []
  if (!swapped || !entry || index === gone)
    throw new Error('the demonstration has no whitelist of one address')
  const address = `${entry.address.slice(0, -1)}${entry.address.endsWith('x') ? 'y' : 'x'}`
  const changed = whitelists
    .slice(0, gone)
    .map((each) => (each === swapped ? { ...each, assets: [{ ...entry, address }] } : each))
  scripted.script('/whitelist', (request, response) => {
    const query = new URL(request.url ?? '', 'http://service').searchParams
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 200)]
    json({ timestamp: new Date().toISOString(), whitelists: changed.slice(offset, offset + limit) })(
      request,
      response,
    )
  })
  // Without the records that the browser keeps, everything is read again.
  await page.goto('/robots.txt')
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  await page.goto('/packs')
  await main.getByLabel('Choose an audit pack', { exact: true }).first().setInputFiles(files)
  await expect(main).toContainText('2 changes to whitelists', { timeout: 60_000 })
  const table = main.getByRole('table', { name: /^Whitelists/ })
  expect(await rows(table)).toMatchObject([
    { Whitelist: swapped.whitelist_name, What: 'Address changed' },
    { Whitelist: whitelists[gone]?.whitelist_name, What: 'Whitelist removed' },
  ])
  await expectSound(page, 'changes')

  await table.getByRole('link').first().click()
  const dialog = page.getByRole('dialog', { name: 'Before and after' })
  const differing = dialog.getByRole('row', { name: /^Address Differs/ })
  await expect(differing).toContainText(entry.address)
  await expect(differing).toContainText(address)
  await expectAccessible(page, 'a record before and after')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await main.getByLabel('Compare with a second pack', { exact: true }).first().setInputFiles(files)
  await expect(main).toContainText('Nothing changed since', { timeout: 60_000 })
  await main.getByRole('button', { name: 'Compare with the current records' }).click()

  const saving = page.waitForEvent('download', (one) => one.suggestedFilename().endsWith('.csv'))
  await exportReport(page)
  const csv = await readFile(await (await saving).path(), 'utf8')
  expect(csv).toContain(address)
})

test('what is no audit pack is refused with a sentence', async ({ page }) => {
  await page.goto('/changes')
  await expectAddress(page, '/packs')
  const main = page.getByRole('main')
  const other = { name: 'other.zip', mimeType: 'application/zip', buffer: Buffer.from('PK no pack') }
  await main.getByLabel('Choose an audit pack', { exact: true }).first().setInputFiles(other)
  await expect(main.getByRole('alert')).toContainText('This is not a ZIP file as the console writes it')
})

async function madePack(page: Page) {
  const main = page.getByRole('main')
  await page.goto('/packs')
  await expect(main).toContainText(/is over\. Its pack is due\./)
  const downloading = page.waitForEvent('download', { timeout: 90_000 })
  await main.getByRole('button', { name: 'Make the pack' }).click({ timeout: 60_000 })
  const buffer = await readFile(await (await downloading).path())
  await expect(main).not.toContainText('Its pack is due')
  return { name: 'earlier.zip', mimeType: 'application/zip', buffer }
}
