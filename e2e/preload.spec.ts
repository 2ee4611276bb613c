/** What comes with a page: its session and its first rows, asked for by the page's head, and what a page of rows costs the browser. */
import type { Page } from 'playwright/test'
import budgets from '../scripts/budgets.json' with { type: 'json' }
import { transactionLine, transactionsOf } from './support/api.ts'
import { expectAddress } from './support/page.ts'
import { expectRows, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a visit asks once for its first rows, and for no session before they stand', async ({
  page,
  scripted,
}) => {
  for (const [address, rows, asked] of [
    ['/transactions?limit=25&status=completed', 25, '/transactions?status=completed&limit=25'],
    ['/balances/cold', 1, '/balances/cold?limit=1000'],
    ['/balances?asset_id=BTC', 1, '/balances?limit=1000'],
    ['/vaults?limit=5&vault_type=cold', 5, '/vaults?vault_type=cold&limit=5'],
    ['/whitelists?limit=5', 5, '/whitelist?limit=5'],
  ] as const)
    await test.step(address, async () => {
      const requests = requestsOf(page)
      await page.goto(scripted.console + address)
      await expect(rowHeaderLinks(page.getByRole('table')).nth(rows - 1)).toBeVisible()
      expect(requests.filter((request) => request === `/api${asked}`)).toHaveLength(1)
      expect(requests).not.toContain('/session')
    })
})

test('the frame stands before any script, in the reader’s colours, and stays where it is @all', async ({
  page,
  scripted,
}) => {
  const places = () =>
    page.evaluate(() =>
      [
        ...document.querySelectorAll('nav[aria-label=Main] :is(a, h2), #root > div > header > button, main'),
      ].map((element) => {
        const { x, y, width } = element.getBoundingClientRect()
        return [element.tagName, x, y, width]
      }),
    )
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.context().addCookies([{ name: 'custody_theme', value: 'dark', url: scripted.console }])
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${scripted.console}/vaults?limit=5`)
    const before = { places: await places(), ground: await ground() }
    await page.unroute('**/assets/*.js')
    await page.addInitScript(() => localStorage.setItem('custody-console.theme', 'dark'))
    await page.goto(`${scripted.console}/vaults?limit=5`)
    await expect(rowHeaderLinks(tableOf(page, 'Vaults'))).toHaveCount(5)
    expect({ places: await places(), ground: await ground() }).toEqual(before)
    await page.route('**/assets/*.js', (route) => route.abort())
  }
})

test('a link on another site leads to the rows: the browser keeps the cookie back, and nobody is signed out @all', async ({
  page,
  baseURL,
}) => {
  const expected = await transactionsOf('limit=5')
  await page.route('https://elsewhere.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${baseURL}/transactions?limit=5">Look at this</a>`,
    }),
  )
  await page.goto('https://elsewhere.example/')
  const requests = requestsOf(page)
  await page.getByRole('link').click()
  await expectRows(tableOf(page, 'Transactions'), expected.map(transactionLine))
  await expectAddress(page, '/transactions?limit=5')
  expect(requests).toContain('/session')
})

/** Path and query of everything that a page asks for from now on. */
function requestsOf(page: Page): readonly string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    requests.push(pathname + search)
  })
  return requests
}

test.describe('with dates', () => {
  test.use({ dates: true })

  test('a hundred rows stand after few requests, and are made of few elements', async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('a[data-row-id]') === null) return
        observer.disconnect()
        performance.mark('rows')
      }).observe(document, { childList: true, subtree: true })
      for (const name of ['Collator', 'DateTimeFormat', 'NumberFormat'] as const)
        Reflect.set(
          Intl,
          name,
          new Proxy(Intl[name], {
            construct(format, parameters) {
              performance.mark('Intl')
              return Reflect.construct(format, parameters)
            },
          }),
        )
    })
    await page.goto('/transactions?limit=100')
    const table = tableOf(page, 'Transactions')
    await expect(rowHeaderLinks(table)).toHaveCount(100)
    // The names and marks of addresses add elements to a row once they are known.
    await expect(table.locator('[data-address]').first()).toBeVisible()

    const { requests, elements, formats } = await page.evaluate(() => {
      const [rows] = performance.getEntriesByName('rows')
      const before = performance
        .getEntriesByType('resource')
        // A browser asks for the icon of its tab when it likes.
        .filter(({ name, startTime }) => startTime < (rows?.startTime ?? 0) && !name.endsWith('/favicon.svg'))
      return {
        requests: ['page', ...before.map(({ name }) => name)],
        elements: document.querySelectorAll('tbody *').length,
        formats: performance.getEntriesByName('Intl').length,
      }
    })
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(budgets.requests)
    // A browser loads what it knows of languages when it is first asked, and the rows would wait for that.
    expect(formats).toBe(0)
    // Those that all rows wait for are compiled whole; the page's own is small.
    const scripts = requests.filter((name) => /\/(index|list)-[^/]+\.js$/.test(name))
    expect(scripts).toHaveLength(2)
    for (const script of scripts) {
      const text = await (await page.request.get(script)).text()
      expect(/^\/\/# allFunctionsCalledOnLoad$/m.test(text), script).toBe(true)
    }
    expect(elements / 100).toBeLessThanOrEqual(budgets.elementsPerRow)
  })
})
