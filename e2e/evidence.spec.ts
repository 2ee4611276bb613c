/** Files with evidence, made in a browser and verified in one. */
import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { startSession } from './support/session.ts'
import { expect, test, testWithBooks } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })
testWithBooks.use({ viewport: { width: 1440, height: 900 } })

/** Verifies a file that was just saved. */
async function verify(page: Page, download: Download, change: (bytes: Buffer) => Buffer = (bytes) => bytes) {
  const buffer = change(await readFile(await download.path()))
  await page.goto('/verify')
  const file = { name: download.suggestedFilename(), mimeType: 'application/zip', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
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
  await verify(page, download, (bytes) => {
    const changed = Buffer.from(bytes)
    const at = changed.indexOf('journal.jsonl.gz') + 400
    changed[at] = (changed[at] ?? 0) ^ 1
    return changed
  })
  await expect(page.getByText('Not proved genuine', { exact: true })).toBeVisible()
})

testWithBooks('a pack with evidence opens as the source of the console @all', async ({ page }) => {
  await page.goto('/statements?period=2026-01')
  await page.getByRole('button', { name: 'Audit pack' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Challenge').fill('audit-of-november')
  const saved = page.waitForEvent('download', { timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Make the pack' }).click()
  await verify(page, await saved)
  await expect(page.getByText('Genuine and complete', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Open these books' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(page.getByText(/of 1,300 transactions/)).toBeVisible()
})
