/** What is announced to those who do not see it happen. */
import type { Page } from 'playwright/test'

/** Listens from the next page that is opened on; what comes back tells everything that was announced since, in its order. */
export async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node.parentElement?.matches('[role="status"][aria-live="polite"]'))
          heard.push(node.textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => [...Reflect.get(window, 'heard')])
}
