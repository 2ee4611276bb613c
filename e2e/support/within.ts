/** Other addresses of the console that stands, without loading it anew: for tests of what a page shows, and not of how it begins. */
import type { Page } from 'playwright/test'

/** Goes to a path and query of the console as Back and Forward do. What is read there is read as after a link. */
export async function goWithin(page: Page, address: string): Promise<void> {
  // The frame comes with the page; the console stands once it has drawn something into it.
  await page.locator('main > *').first().waitFor({ state: 'attached' })
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
}
