import type { Locator } from 'playwright/test'
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { goWithin } from './support/page.ts'
import { arrange, rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

test("an amount without its asset's column says its asset itself, wide and narrow @all", async ({ page }) => {
  const listed = await transactionsOf(page, 'limit=25')
  const table = tableOf(page, 'Transactions')
  const amounts = async () => (await rows(table)).map(({ Amount }) => Amount)
  await page.goto('/nowhere')
  for (const width of [1440, 360])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await arrange(page, { transactions: { columns: ['amount', 'status'] } })
      await goWithin(page, '/transactions?limit=25')
      await expect(rowLinks(table)).toHaveCount(25)
      await expect
        .poll(amounts)
        .toEqual(listed.map(({ transaction }) => `${transaction.amount}${transaction.asset_id}`))
      if (width > 1000) expect(await placesOfPoints(table)).toHaveLength(1)
      await expectNoSidewaysScroll(page, 'amounts with their assets')

      await arrange(page, { transactions: { columns: ['amount', 'asset_id'] } })
      await expect.poll(amounts).toEqual(listed.map(({ transaction }) => transaction.amount))
    })
})

/** Where the decimal points of a column stand, in pixels from the left, each place once. */
function placesOfPoints(table: Locator): Promise<number[]> {
  return table.evaluate((element) => {
    const places = new Set<number>()
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const point = /^\d*\.\d/.test(text.textContent ?? '') ? (text.textContent ?? '').indexOf('.') : -1
      if (point < 0) continue
      const range = document.createRange()
      range.setStart(text, point)
      range.setEnd(text, point + 1)
      places.add(Math.round(range.getBoundingClientRect().left))
    }
    return [...places]
  })
}
