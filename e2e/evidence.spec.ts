/** Files with evidence, made in a browser and verified in one. */
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Download, Page } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { startSession } from './support/session.ts'
import { expect, test, testWithBooks } from './support/test.ts'
import { drop } from './support/verify.ts'

test.use({ viewport: { width: 1440, height: 900 } })
testWithBooks.use({ viewport: { width: 1440, height: 900 } })

/** Verifies a file that was just saved. */
async function verify(page: Page, download: Download, change: (bytes: Buffer) => Buffer = (bytes) => bytes) {
  const buffer = change(await readFile(await download.path()))
  await page.goto('/verify')
  const file = { name: download.suggestedFilename(), mimeType: 'application/zip', buffer }
  await drop(page).setInputFiles(file)
}

test('a list with evidence is one file, genuine and complete, and a changed byte is told', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/transactions?status=pending')
  await page.getByRole('button', { name: 'Export transactions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'With evidence' }).check()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^transactions_2026-.*Z\.zip$/)
  await verify(page, download)
  await expect(page.getByText('Genuine and complete', { exact: true })).toBeVisible()
  await expect(page.getByText('/transactions?status=pending')).toBeVisible()
  await expectAccessible(page, 'evidence that is genuine')
  await test.step('a plain file beside it is compared with the one inside', async () => {
    const buffer = await readFile(await download.path())
    const parts = unzipSync(buffer)
    const [inside = ''] = Object.keys(parts).filter((name) => name.endsWith('.csv'))
    const zip = { name: 'evidence.zip', mimeType: 'application/zip', buffer }
    const plain = { name: 'copy.csv', mimeType: 'text/csv', buffer: Buffer.from(parts[inside] ?? []) }
    await drop(page).setInputFiles([zip, plain])
    await expect(page.getByText('It is the same as a file in this ZIP, byte for byte.')).toBeVisible()
    await drop(page).setInputFiles([zip, { ...plain, buffer: Buffer.from('other') }])
    await expect(page.getByText('No file in this ZIP is the same.')).toBeVisible()
    await drop(page).setInputFiles([plain])
    await expect(page.getByRole('alert')).toContainText('A file alone cannot be verified.')
  })
  await test.step('keys that the recipient brings are used in place of those of the console', async () => {
    const buffer = await readFile(await download.path())
    const zip = { name: 'evidence.zip', mimeType: 'application/zip', buffer }
    const keys = { name: 'jwks.json', mimeType: 'application/json' }
    const own = await (await page.request.get('/.well-known/jwks.json')).body()
    await drop(page).setInputFiles([zip, { ...keys, buffer: own }])
    await expect(page.getByText('Genuine and complete', { exact: true })).toBeVisible()
    await expect(page.getByText('those in jwks.json, which you chose')).toBeVisible()
    await drop(page).setInputFiles([zip, { ...keys, buffer: Buffer.from('{"keys":[]}') }])
    await expect(page.getByText(/none of those that you trust/)).toBeVisible()
  })
  await test.step('what the recipient expects is compared, and what not is said', async () => {
    const facts = page.getByRole('region', { name: 'What it is' })
    await verify(page, download)
    await expect(facts.getByText('Not compared')).toHaveCount(4)
    await page.getByText('What you expect').click()
    await page.getByLabel('Later than').fill('2026-01-01')
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(facts.getByText('As you expect')).toHaveCount(1)
    await expect(facts.getByText('Not compared')).toHaveCount(3)
    await page.getByLabel('Service').fill('https://other.invalid')
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(
      page
        .getByRole('main')
        .getByText('Genuine, but not what you expect: the answers are of another service than you expect'),
    ).toBeVisible()
  })
  await verify(page, download, (bytes) => {
    const changed = Buffer.from(bytes)
    const at = changed.indexOf('journal.jsonl.gz') + 400
    changed[at] = (changed[at] ?? 0) ^ 1
    return changed
  })
  await expect(page.getByText('Not proved genuine', { exact: true })).toBeVisible()
})

test('without a session nothing is asked of the service, and several files are folded', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Verify evidence' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verify' })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const file = (name: string) => ({ name, mimeType: '', buffer: Buffer.from('PK no evidence') })
  await drop(page).setInputFiles([file('one.zip'), file('o\u202ether.zip')])
  const main = page.getByRole('main')
  await expect(main).toContainText('0 of 2 files are genuine')
  await expect(main).toContainText('oU+202Ether.zip')
  await expectAccessible(page, 'several that are not genuine')
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page, 'several at 360 px')
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
  // As every other page does.
  await page.goto('/vaults')
  await expect(page).toHaveURL(/\/sign-in\?from=%2Fvaults$/)
})

testWithBooks('a pack with evidence opens as the source of the console @all', async ({ page }) => {
  await page.goto('/packs?period=2026-01')
  await page.getByLabel('Challenge').fill('audit-of-november')
  const saved = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Make the pack' }).click()
  await verify(page, await saved)
  await expect(page.getByText('Genuine and complete', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Open these books' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByText(/of 1,300 transactions/)).toBeVisible()
})
