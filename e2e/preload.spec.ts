/** What comes with a page: its session and its first rows, asked for by the page's head. The page is as right without them. */
import type { Page } from 'playwright/test'
import { transactionRow, transactionsOf } from './support/api.ts'
import { expectAddress, hold } from './support/page.ts'
import { after } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { expectRows, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a visit asks once for its first rows, and for no session before they stand', async ({
  page,
  scripted,
}) => {
  for (const [address, rows, asked] of [
    ['/transactions?limit=25&status=completed', 25, '/transactions?limit=26&offset=0&status=completed'],
    ['/balances/cold', 1, '/balances/cold'],
    ['/balances?asset_id=BTC', 1, '/balances'],
    ['/vaults?limit=5&vault_type=cold', 5, '/vaults?vault_type=cold'],
    ['/whitelists?limit=5', 5, '/whitelist?limit=6&offset=0'],
  ] as const)
    await test.step(address, async () => {
      const requests = requestsOf(page)
      await page.goto(scripted.console + address)
      await expect(rowLinks(page.getByRole('table')).nth(rows - 1)).toBeVisible()
      expect(requests.filter((request) => request === `/api${asked}`)).toHaveLength(1)
      expect(scripted.received.filter(({ target }) => target === asked)).toHaveLength(1)
      expect(requests).not.toContain('/session')
    })
})

test('the pointer on a link brings the code of its page, and the press its rows, beside code that is late', async ({
  page,
  scripted,
}) => {
  await page.goto(`${scripted.console}/transactions?limit=5`)
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(5)
  const requests = requestsOf(page)
  const release = await hold(page, /\/assets\/WhitelistsPage-.*\.js$/)
  const code = page.waitForRequest(/\/assets\/WhitelistsPage-/)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Whitelists' })
  await link.hover()
  await code
  const rowsAsked = () => requests.filter((request) => request === '/api/whitelist?limit=51&offset=0')
  expect(rowsAsked()).toEqual([])
  const rows = page.waitForResponse(/\/api\/whitelist\?limit=51/)
  await link.click()
  await rows
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(5)
  release()
  await expect(rowLinks(tableOf(page, 'Whitelists')).first()).toBeVisible()
  expect(rowsAsked()).toHaveLength(1)
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
    await expect(rowLinks(tableOf(page, 'Vaults'))).toHaveCount(5)
    expect({ places: await places(), ground: await ground() }).toEqual(before)
    await page.route('**/assets/*.js', (route) => route.abort())
  }
})

test('rows that the page’s head could not get are asked for again, and late ones are waited for @all', async ({
  page,
  scripted,
}) => {
  let broken = 0
  await page.route('**/api/transactions?limit=26*', (route) => {
    broken += 1
    return broken === 1 ? route.abort() : route.fallback()
  })
  await page.goto(`${scripted.console}/transactions?limit=25`)
  await expect(rowLinks(tableOf(page, 'Transactions'))).toHaveCount(25)
  expect(broken).toBeGreaterThanOrEqual(2)

  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  scripted.script('/vaults', after(late, scripted.passOn))
  await page.goto(`${scripted.console}/vaults?limit=5`)
  await expect(page.getByRole('heading', { name: 'Vaults' })).toBeVisible()
  await expect(rowLinks(tableOf(page, 'Vaults'))).toHaveCount(0)
  arrive()
  await expect(rowLinks(tableOf(page, 'Vaults'))).toHaveCount(5)
  expect(scripted.received.filter(({ target }) => target === '/vaults')).toHaveLength(1)
})

test('a link on another site leads to the rows: the browser keeps the cookie back, and nobody is signed out @all', async ({
  page,
  baseURL,
}) => {
  await startSession(page)
  const expected = await transactionsOf(page, 'limit=5')
  await page.route('https://elsewhere.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${baseURL}/transactions?limit=5">Look at this</a>`,
    }),
  )
  await page.goto('https://elsewhere.example/')
  const requests = requestsOf(page)
  await page.getByRole('link').click()
  await expectRows(tableOf(page, 'Transactions'), expected.map(transactionRow))
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
