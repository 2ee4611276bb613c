/** Another address without loading the console again. */
import type { Page } from 'playwright/test'

/** Goes to an address as Forward would. For what is seen there: what loading a page does is tested by `goto`. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}
