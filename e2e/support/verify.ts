/** Exports as our writers write them, and the page that verifies them. */
import { expect, type Page } from 'playwright/test'
import { normaliseTransaction } from '../../src/api/normalise.ts'
import { type CoreFacts, type ExportFormat, factsFileName } from '../../src/files/facts.ts'
import { columnsFor } from '../../src/files/list-export.ts'
import { transactionsExport } from '../../src/files/lists.ts'
import { exportOf, type MadeExport } from '../../src/files/testing/made-export.ts'
import { type TransactionItem, transactionsOf } from './api.ts'

const query = 'status=failed'

/** What is said of an export that matches its facts. */
export const complete = '· complete · not signed: whoever can change the file can change the facts'

/** Where the files are dropped, or chosen. */
export function drop(page: Page) {
  return page.getByLabel('Choose an export and its verification file')
}

/** Opens the page and waits until the browser keeps the whole console. Gives the paths of its files: without a network it works from then on. */
export async function openVerifyPage(page: Page): Promise<readonly string[]> {
  const files: readonly string[] = await (await page.request.get('/files.json')).json()
  const last = page.waitForResponse((response) => response.url().endsWith(files.at(-1) ?? ''), {
    timeout: 60_000,
  })
  await page.goto('/verify')
  await last
  return files
}

/** What they came to. */
export function result(page: Page) {
  return page.getByRole('region', { name: 'Result' })
}

/** All that the query finds: some, and not so many that a page would not hold them. */
export async function failed(page: Page): Promise<TransactionItem[]> {
  const found = await transactionsOf(page, `${query}&limit=1000`)
  expect(found.length).toBeGreaterThan(3)
  expect(found.length).toBeLessThan(1000)
  return found
}

/** An export of these transactions. */
export async function exported(
  records: readonly unknown[],
  format: ExportFormat,
  facts: Partial<CoreFacts> = {},
): Promise<MadeExport> {
  return exportOf(
    transactionsExport,
    records.map(normaliseTransaction),
    format,
    columnsFor(transactionsExport, 'all'),
    { facts, parameters: { status: 'failed' } },
  )
}

/** The files of an export, as a person chooses them. */
export async function files({ file, name, factsFile }: MadeExport) {
  const chosen = [{ name, mimeType: '', buffer: Buffer.from(await file.arrayBuffer()) }]
  if (factsFile)
    chosen.push({
      name: factsFileName(name),
      mimeType: '',
      buffer: Buffer.from(await factsFile.arrayBuffer()),
    })
  return chosen
}
