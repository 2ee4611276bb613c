/** What a page tells of a failure, or of there being nothing. */
import type { Locator, Page } from 'playwright/test'

/** The banner or empty state with this title. */
export function bannerOf(page: Page, title: string): Locator {
  const titled = page.getByText(title, { exact: true })
  return page
    .getByRole('alert')
    .filter({ has: titled })
    .or(page.getByRole('status').filter({ has: titled }))
}
