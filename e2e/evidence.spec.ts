/** Files with evidence, made in a browser and verified in one. */
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { expectAccessible, expectSound } from './support/accessibility.ts'
import { drop } from './support/page.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

async function exported(page: Page): Promise<{ name: string; bytes: Buffer }> {
  await page.goto('/reconciliation')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Export / })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'With evidence' }).check()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const download = await saved
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a report with evidence is one file, genuine and complete, and a changed byte is told', async ({
  page,
}) => {
  const { name, bytes } = await exported(page)
  expect(name).toMatch(/^reconciliation_2026-.*Z\.zip$/)
  await page.goto('/verify')
  await drop(page).setInputFiles({ name, mimeType: 'application/zip', buffer: bytes })
  await expect(page.getByText('Genuine and complete', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('/reconciliation', { exact: true })).toBeVisible()
  await expectAccessible(page, 'evidence that is genuine')
  const changed = Buffer.from(bytes)
  const at = changed.indexOf('journal.jsonl.gz') + 400
  changed[at] = (changed[at] ?? 0) ^ 1
  await drop(page).setInputFiles({ name, mimeType: 'application/zip', buffer: changed })
  await expect(page.getByText('Not proved genuine', { exact: true })).toBeVisible()
})

test('a recipient’s own files, keys and expectations are compared with the evidence @all', async ({
  page,
}) => {
  const { name, bytes } = await exported(page)
  const zip = { name, mimeType: 'application/zip', buffer: bytes }
  await page.goto('/verify')
  await test.step('a plain file beside it is compared with the one inside', async () => {
    const parts = unzipSync(bytes)
    const [inside = ''] = Object.keys(parts).filter((part) => part.endsWith('.csv'))
    const plain = { name: 'copy.csv', mimeType: 'text/csv', buffer: Buffer.from(parts[inside] ?? []) }
    await drop(page).setInputFiles([zip, plain])
    await expect(page.getByText('It is the same as a file in this ZIP, byte for byte.')).toBeVisible()
    await drop(page).setInputFiles([zip, { ...plain, buffer: Buffer.from('other') }])
    await expect(page.getByText('No file in this ZIP is the same.')).toBeVisible()
    await drop(page).setInputFiles([plain])
    await expect(page.getByRole('alert')).toContainText('A file alone cannot be verified.')
  })
  await test.step('keys that the recipient brings are used in place of those of the console', async () => {
    const keys = { name: 'jwks.json', mimeType: 'application/json' }
    const own = await (await page.request.get('/.well-known/jwks.json')).body()
    await drop(page).setInputFiles([zip, { ...keys, buffer: own }])
    await expect(page.getByText('Genuine and complete', { exact: true })).toBeVisible()
    await expect(page.getByText('those in jwks.json, which you chose')).toBeVisible()
    await drop(page).setInputFiles([zip, { ...keys, buffer: Buffer.from('{"keys":[]}') }])
    await expect(page.getByText(/not among the keys that you trust/)).toBeVisible()
  })
  await test.step('what the recipient expects is compared, and what not is said', async () => {
    const facts = page.getByRole('region', { name: 'What it is' })
    await page.reload()
    await drop(page).setInputFiles(zip)
    await expect(facts.getByText('Not compared')).toHaveCount(4)
    await page.getByText('What you expect').click()
    await page.getByLabel('Read after').fill('2026-01-01')
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(facts.getByText('As you expect')).toHaveCount(1)
    await expect(facts.getByText('Not compared')).toHaveCount(3)
    await page.getByLabel('Service').fill('https://other.invalid')
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('main')).toContainText(
      'Genuine, but not what you expect: the answers are not of the service that you expect',
    )
  })
})

test('without a session nothing is asked of the service, and several files are folded', async ({ page }) => {
  await page.context().clearCookies()
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
  await expectSound(page, 'several that are not genuine')
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
  await page.goto('/vaults')
  await expect(page).toHaveURL(/\/sign-in\?from=%2Fvaults$/)
})
