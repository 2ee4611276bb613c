import type { Page } from 'playwright/test'

/** Holds requests for such addresses until they are released: to the service, or to a broken connection. */
export async function hold(page: Page, address: RegExp) {
  let release: (how?: 'continue' | 'abort') => void = () => {}
  const held = new Promise<'continue' | 'abort'>((resolve) => {
    release = (how = 'continue') => resolve(how)
  })
  await page.route(address, async (route) => await route[await held]())
  return { release: (how?: 'continue' | 'abort') => release(how) }
}
