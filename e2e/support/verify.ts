/** The page that verifies evidence. */
import type { Page } from 'playwright/test'

/** Where files are dropped, or chosen. */
export function drop(page: Page) {
  return page.getByLabel('Choose a ZIP file with evidence, or an audit pack')
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
