/** Exports as a person makes them: begun on a list, watched in the tray, and saved. */
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright/test'

export function tray(page: Page): Locator {
  return page.getByRole('region', { name: 'Exports' })
}

export function one(page: Page, name: string): Locator {
  return tray(page).getByRole('article', { name })
}

export async function exportedFrom(
  page: Page,
  what: string,
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Download> {
  await page.getByRole('button', { name: `Export ${what}` }).click()
  await prepare(page)
  const dialog = page.getByRole('dialog', { name: `Export ${what}` })
  await dialog.getByText('CSV', { exact: true }).click()
  return await exportedIn(page, dialog)
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

export async function openOptions(page: Page): Promise<void> {
  await page.getByText(/^Options: /).click()
}

export async function exportedIn(page: Page, dialog: Locator): Promise<Download> {
  const download = page.waitForEvent('download', { timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  return await download
}

export async function textOf(download: Download): Promise<string> {
  return (await readFile(await download.path(), 'utf8')).replace('\ufeff', '')
}

export async function exportReport(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Export / })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Export / })
  await dialog.getByText('CSV', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
}
