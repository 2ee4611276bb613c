/** Playwright's `test` with the product's address, a scripted service behind a gateway of its own, and an eye on the browser's complaints. */

import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type WebError,
} from 'playwright/test'
import { viewerKey } from '../../src/server/service/keys.ts'
import { type Contexts, contextsOf } from './contexts.ts'
import { type Product, startGatewayBefore } from './product.ts'
import { type ScriptedService, startScriptedService } from './scripted-service.ts'

/** The whole product in front of a service that does what a test tells it to, and otherwise what the demonstration does. */
export interface ScriptedConsole extends ScriptedService {
  /** Where the console is. It holds a fixed key, so that nobody signs in. */
  readonly console: string
}

interface Fixtures {
  /** What the browser complains about, so far; a test fails if anything is left at its end. */
  complaints: string[]
  /**
   * Whether its reader wants to see the day of each transaction. Only tests about days, and about what stands beside them, say so.
   */
  dates: boolean
  /** Whether the page of the product has a session from the beginning. A scripted console has one in any case. */
  signedIn: boolean
  /** Fresh for each test: nothing scripted, nothing received. */
  scripted: ScriptedConsole
  /** Starts another console in front of the scripted service, which reads all records as the service is scripted by then. Resolves to its address. */
  startKept: () => Promise<string>
}

interface WorkerFixtures {
  contexts: Contexts
  scriptedConsole: ScriptedConsole
}

/** The base address of tests of the product, whose records are read, in a file whose other tests have a console of their own. */
export const productAddress = (
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what the fixture needs, here nothing
  {}: object,
  use: (address: string | undefined) => Promise<void>,
): Promise<void> => use(process.env.E2E_ADDRESS)

export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: productAddress,
  contexts: [
    async ({ browser }, use) => {
      const contexts = contextsOf(browser)
      await use(contexts)
      await contexts.closeAll()
    },
    { scope: 'worker' },
  ],
  dates: [false, { option: true }],
  context: async ({ contexts, baseURL, timezoneId, ignoreHTTPSErrors, dates }, use) => {
    const options = JSON.stringify([baseURL, timezoneId, ignoreHTTPSErrors, dates])
    const context = await contexts.get(options, dates ? async () => {} : withoutDates)
    await use(context)
    await contexts.clear(context, baseURL ? [baseURL] : [])
  },
  signedIn: [true, { option: true }],
  page: async ({ context, viewport, baseURL, signedIn }, use) => {
    const page = await context.newPage()
    if (viewport) await page.setViewportSize(viewport)
    if (signedIn && baseURL === process.env.E2E_ADDRESS)
      await page.request.post('/session', { data: { apiKey: viewerKey } })
    await use(page)
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const noteError = (error: WebError) => complaints.push(`uncaught: ${error.error().message}`)
      const noteMessage = (message: ConsoleMessage) => {
        if (isComplaint(message)) complaints.push(`${message.type()}: ${message.text()}`)
      }
      context.on('weberror', noteError).on('console', noteMessage)
      await use(complaints)
      context.off('weberror', noteError).off('console', noteMessage)
      expect(complaints, 'complaints of the browser').toEqual([])
    },
    { auto: true },
  ],
  scriptedConsole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what the fixture needs, here nothing
    async ({}, use) => {
      const service = await startScriptedService(process.env.E2E_SERVICE)
      const gateway = await startGatewayBefore(service.address, { CUSTODY_API_KEY: viewerKey })
      await use({ ...service, console: gateway.address })
      await gateway.stop()
      await service.close()
    },
    { scope: 'worker' },
  ],
  scripted: async ({ scriptedConsole }, use) => {
    scriptedConsole.reset()
    await use(scriptedConsole)
  },
  startKept: async ({ scripted }, use) => {
    const started: Product[] = []
    await use(async () => {
      const settings = { CUSTODY_API_KEY: viewerKey, KEEP_RECORDS: 'configured' }
      const gateway = await startGatewayBefore(scripted.address, settings)
      started.push(gateway)
      return gateway.address
    })
    for (const gateway of started) await gateway.stop()
  },
})

async function withoutDates(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const key = 'custody-console.preferences'
    // A page of no site has no storage.
    if (location.protocol === 'http:') localStorage[key] ??= JSON.stringify({ dates: false })
  })
}

/** Every error except the browser's own line for each failed request, which the page reports itself. */
function isComplaint(message: ConsoleMessage): boolean {
  if (/content security policy|trusted ?type/i.test(message.text())) return true
  return message.type() === 'error' && !message.text().startsWith('Failed to load resource')
}

export { expect } from 'playwright/test'
