/** Files as a person gets them: by the links of a list or a report. */
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright/test'

/** The menu with the links to the files of a list, or of totals. */
export async function openExport(page: Page, what: string): Promise<Locator> {
  const name = `Export ${what}`
  await page.getByRole('button', { name }).click()
  return page.getByRole('dialog', { name })
}

export async function exportedFrom(page: Page, what: string): Promise<Download> {
  return await exportedIn(page, await openExport(page, what))
}

export async function exportedIn(
  page: Page,
  menu: Locator,
  format: 'CSV' | 'Excel' | 'JSON' = 'CSV',
): Promise<Download> {
  const download = page.waitForEvent('download', { timeout: 60_000 })
  await menu.getByRole('link', { name: format }).click()
  return await download
}

export async function textOf(download: Download): Promise<string> {
  return (await readFile(await download.path(), 'utf8')).replace('\ufeff', '')
}

/** The menu with the links to the files of the report on the page. */
export async function openReportExport(page: Page): Promise<Locator> {
  const name = /^Export /
  await page.getByRole('main').getByRole('button', { name }).click()
  return page.getByRole('dialog', { name })
}
