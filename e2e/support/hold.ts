import type { Page } from 'playwright/test'

type Way = 'continue' | 'abort'

/** Holds requests for such addresses until the returned function is called, which sends them on or breaks their connection. */
export async function hold(page: Page, addresses: RegExp): Promise<(way?: Way) => void> {
  let release: (way?: Way) => void = () => {}
  const released = new Promise<Way>((resolve) => {
    release = (way = 'continue') => resolve(way)
  })
  await page.route(addresses, async (route) => await route[await released]())
  return release
}
