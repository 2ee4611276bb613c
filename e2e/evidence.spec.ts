/** Signed files, as a person gets them from the gateway and verifies them in a browser. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright/test'
import { newTestKey, signedTestFiles, zipOf } from '../src/evidence/testing/signed-files.ts'
import { blobSource, readZip } from '../src/evidence/zip.ts'
import { expectAccessible, expectSound } from './support/accessibility.ts'
import { exportedIn, openExport } from './support/export.ts'
import { fileDrop } from './support/page.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const zipFile = (name: string, bytes: Uint8Array) => ({
  ...{ name, mimeType: 'application/zip' },
  buffer: Buffer.from(bytes),
})

async function signedList(page: Page) {
  await page.goto('/transactions?status=failed')
  const menu = await openExport(page, 'transactions')
  await menu.getByText('Signed', { exact: true }).click()
  const download = await exportedIn(page, menu)
  return zipFile(download.suggestedFilename(), await readFile(await download.path()))
}

test('a signed list is genuine and complete, and a changed byte is told', async ({ page }) => {
  const file = await signedList(page)
  expect(file.name).toMatch(/^transactions_failed_2026-.*Z\.csv\.zip$/)
  await page.goto('/verify')
  await fileDrop(page).setInputFiles(file)
  await expect(page.getByText('Genuine and complete', { exact: true })).toBeVisible()
  const signed = page.getByRole('region', { name: 'What was signed' })
  await expect(signed).toContainText('List: transactions')
  await expect(signed).toContainText('“failed”')
  await expect(signed).toContainText('Nothing was compared with what you expect.')
  await expectAccessible(page, 'a signed file that is genuine')
  const files = await readZip(blobSource(new Blob([Uint8Array.from(file.buffer)])))
  const changed = files.map(async ({ name, read }) => {
    const content = await text(Readable.from(read()))
    return { name, content: content.replace(',failed,', ',fai1ed,') }
  })
  await fileDrop(page).setInputFiles(zipFile(file.name, await zipOf(await Promise.all(changed))))
  await expect(page.getByText('Not genuine: it was changed', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('.csv was changed.')
})

test('keys are chosen as keys and never taken from beside the file, and what is expected is compared @all', async ({
  page,
}) => {
  const key = await newTestKey()
  const forged = zipFile(
    'forged.zip',
    await zipOf(await signedTestFiles([{ name: 'a.csv', content: 'a' }], key)),
  )
  const keys = {
    ...{ name: 'jwks.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify({ keys: [key.jwk] })),
  }
  const main = page.getByRole('main')
  await page.goto('/verify')
  await test.step('keys beside a file are a file that is no ZIP', async () => {
    await fileDrop(page).setInputFiles([forged, keys])
    await expect(main).toContainText('0 of 2 files are genuine')
    await expect(main).toContainText('which is not among the keys that you trust')
    await expect(main).toContainText('This is not a ZIP file.')
  })
  await test.step('keys that were chosen are named', async () => {
    await page.getByLabel('Choose other keys').setInputFiles(keys)
    await expect(main).toContainText('Checked with the keys in jwks.json.')
    await fileDrop(page).setInputFiles(forged)
    await expect(page.getByText('Genuine and complete', { exact: true })).toBeVisible()
    await expect(main).toContainText('Stated by its maker: reference')
  })
  await test.step('what is expected is compared, and what not is said', async () => {
    await page.getByText('Compare with what you know', { exact: true }).click()
    await page.getByLabel('Period').fill('2026-10')
    await page.getByLabel('Service').fill('https://other.invalid')
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText('Genuine, but not what you expect', { exact: true })).toBeVisible()
    await expect(main).toContainText('It comes from another service.')
    await expect(main).toContainText('Compared: service, period. Not compared: account, as of.')
  })
})

test('without a session nothing is asked of the API, and several files are folded', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Verify evidence' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Verify' })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await fileDrop(page).setInputFiles(
    ['one.zip', 'o\u202ether.zip'].map((name) => zipFile(name, Buffer.from('PK'))),
  )
  const main = page.getByRole('main')
  await expect(main).toContainText('0 of 2 files are genuine')
  await expect(main).toContainText('oU+202Ether.zip')
  await expectSound(page, 'several that are not genuine')
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})
