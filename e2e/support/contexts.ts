/**
 * Browser contexts that outlive a test: the next one finds scripts, styles and compiled code in the cache, and otherwise a browser that
 * nobody has used. Playwright's own `reuseContext` empties the cache too, and takes another address for another context.
 */
import type { Browser, BrowserContext } from 'playwright/test'

export interface Contexts {
  /** The context of tests with these options, as if it were new. */
  get(options: string, prepare: (context: BrowserContext) => Promise<void>): Promise<BrowserContext>
  /** Leaves nothing of a test in its context, neither in the pages that it has nor at these addresses. */
  clear(context: BrowserContext, addresses: readonly string[]): Promise<void>
  closeAll(): Promise<void>
}

/** What a reader of the console allows it: tests look at what was copied. */
const clipboard = ['clipboard-read', 'clipboard-write']

/** Opens contexts of a browser as tests ask for them, with the options of the test that asks first. */
export function contextsOf(browser: Browser): Contexts {
  const open = new Map<string, BrowserContext>()
  return {
    async get(options, prepare) {
      const present = open.get(options)
      if (present) return present
      const context = await browser.newContext({ permissions: clipboard })
      await prepare(context)
      open.set(options, context)
      retireWithClock(context, () => open.delete(options))
      return context
    },
    async clear(context, addresses) {
      if (![...open.values()].includes(context)) return await context.close()
      await unroute(context)
      await context.setOffline(false)
      await context.clearCookies()
      await clearStorage(context, addresses)
      for (const page of context.pages()) await page.close()
    },
    async closeAll() {
      for (const context of open.values()) await context.close()
    },
  }
}

/** Playwright cannot take a clock out of a context again, so no other test gets the context. */
function retireWithClock({ clock }: BrowserContext, retire: () => void): void {
  const install = clock.install.bind(clock)
  const setFixedTime = clock.setFixedTime.bind(clock)
  clock.install = (options) => {
    retire()
    return install(options)
  }
  clock.setFixedTime = (time) => {
    retire()
    return setFixedTime(time)
  }
}

/** Takes the routes of a test away. What one of them still answers is no failure of the next test. */
async function unroute(context: BrowserContext): Promise<void> {
  for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
}

async function clearStorage(context: BrowserContext, addresses: readonly string[]): Promise<void> {
  const [page] = context.pages()
  if (page === undefined) return
  const urls = [...addresses, ...context.pages().map((each) => each.url())]
  const session = await context.newCDPSession(page)
  // A page that is still there holds files and databases open.
  for (const each of context.pages()) await each.goto('about:blank')
  for (const origin of new Set(urls.map((url) => new URL(url).origin)))
    if (origin !== 'null')
      await session.send('Storage.clearDataForOrigin', {
        origin,
        storageTypes: 'local_storage,cache_storage',
      })
}
