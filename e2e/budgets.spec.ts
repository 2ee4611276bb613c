/** What a page of rows costs the browser, beside the bytes that `npm run size` counts. */
import budgets from '../scripts/budgets.json' with { type: 'json' }
import { startSession } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

test('a hundred rows stand after few requests, and are made of few elements', async ({ page }) => {
  await startSession(page)
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
  await expect(rowLinks(table)).toHaveCount(100)
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
