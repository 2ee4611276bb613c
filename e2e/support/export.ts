/** Exports as a person makes them: begun on a list, watched in the tray, and saved as two files. */
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright/test'
import * as z from 'zod/mini'
import { checked } from '../../src/features/verify/testing/checked.ts'
import { expect } from './test.ts'

/** The part of a facts file that the tests look at. */
const facts = z.object({
  list: z.string(),
  asked: z.object({
    endpoint: z.string(),
    parameters: z.record(z.string(), z.string()),
    link: z.string(),
    columns: z.nullable(z.array(z.string())),
  }),
  service: z.object({ address: z.string(), account: z.nullable(z.string()) }),
  pinned_end_date: z.nullable(z.string()),
  completeness: z.string(),
  reasons: z.array(z.string()),
  remarks: z.array(z.string()),
  rows: z.number(),
  file: z.object({ name: z.string(), sha256: z.nullable(z.string()) }),
})

/** The list of exports that stands on every page. */
export function tray(page: Page): Locator {
  return page.getByRole('region', { name: 'Exports' })
}

/** The export of this name in it. */
export function one(page: Page, name: string): Locator {
  return tray(page).getByRole('article', { name })
}

/** Exports the list of the page that is open, as CSV with all columns. */
export async function exportedFrom(
  page: Page,
  what: string,
  meanwhile: (closed: Promise<void>) => Promise<void> = () => Promise.resolve(),
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<readonly Download[]> {
  await page.getByRole('button', { name: `Export ${what}` }).click()
  await prepare(page)
  const dialog = page.getByRole('dialog', { name: `Export ${what}` })
  await dialog.getByText('CSV', { exact: true }).click()
  const downloads = exportedIn(page, dialog)
  await meanwhile(dialog.waitFor({ state: 'hidden' }))
  return downloads
}

/** Leaves dates out in the dialog that is open: for tests about reading the list itself, which begins once dates are found. */
export async function leaveOutDates(page: Page): Promise<void> {
  await openOptions(page)
  await page.getByRole('checkbox', { name: /^Include dates/ }).uncheck()
}

/** Begins an export of transactions without dates, which reads the list itself from the first request on. */
export async function beginTransactions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export transactions' }).click()
  await leaveOutDates(page)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
}

/** Opens the options of the dialog that is open. */
export async function openOptions(page: Page): Promise<void> {
  await page.getByText(/^Options: /).click()
}

/** Exports as the dialog that is open says. */
export async function exportedIn(page: Page, dialog: Locator): Promise<readonly Download[]> {
  const downloads = downloadsOf(page)
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  return downloads
}

/** The next two files that the page saves: an export and its facts. */
export function downloadsOf(page: Page): Promise<readonly Download[]> {
  return new Promise((resolve) => {
    const found: Download[] = []
    const take = (download: Download) => {
      found.push(download)
      if (found.length < 2) return
      page.off('download', take)
      resolve(found)
    }
    page.on('download', take)
  })
}

/** The two files that were saved: what is in the one, and what its facts tell of it. */
export async function filesOf(downloads: readonly Download[]) {
  // The browser may begin either first.
  const [beside, file] = [...downloads].sort((one, other) => endsAsFacts(other) - endsAsFacts(one))
  if (!file || !beside) throw new Error('There are two files')
  expect(beside.suggestedFilename()).toBe(`${file.suggestedFilename()}.facts.json`)
  const text = await readFile(await file.path(), 'utf8')
  const told = facts.parse(JSON.parse(await readFile(await beside.path(), 'utf8')))
  return { file: file.suggestedFilename(), text, told }
}

/** What the verifier says of them. */
export async function checkedOf(downloads: readonly Download[]) {
  const [beside, file] = [...downloads].sort((one, other) => endsAsFacts(other) - endsAsFacts(one))
  if (!file || !beside) throw new Error('There are two files')
  const blobOf = async (download: Download) => new Blob([await readFile(await download.path())])
  const made = { file: await blobOf(file), name: file.suggestedFilename(), factsFile: await blobOf(beside) }
  return checked(made)
}

function endsAsFacts(download: Download): number {
  return Number(download.suggestedFilename().endsWith('.facts.json'))
}
