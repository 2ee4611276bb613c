import type { Locator } from 'playwright/test'
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { json } from './support/scripted-service.ts'
import { arrange, rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { goWithin } from './support/within.ts'

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

test('the headline of a long amount breaks neither its asset nor more than it has to @all', async ({
  page,
  scripted,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const [record] = await transactionsOf(page, 'limit=1')
  await page.goto('/nowhere')
  for (const [digits, amount, lines] of [
    [20, '1.734991430062800956', 1],
    [34, '123456789012345.123456789012345678', 2],
    [78, `${'1234567890'.repeat(6)}.${'123456789'.repeat(2)}`, 4],
  ] as const)
    await test.step(`${digits} digits`, async () => {
      const transaction = { ...record?.transaction, amount, asset_id: 'ETH_ARB' }
      scripted.script(`/transactions/t${digits}`, json({ transactions: [{ ...record, transaction }] }))
      await goWithin(page, `/transactions/t${digits}`)
      const headline = page.getByRole('main').getByText(spoken(amount)).first()
      await expect(headline).toBeVisible()
      const asset = page.getByRole('main').getByText('ETH_ARB', { exact: true }).first()
      expect(await asset.evaluate(linesOf)).toBe(1)
      expect(await headline.evaluate(linesOf)).toBeLessThanOrEqual(lines)
      await expectNoSidewaysScroll(page, `an amount of ${digits} digits`)
    })
})

/** An amount as the headline has it: the number before its asset, which may stand in a line of its own. */
function spoken(amount: string): RegExp {
  return new RegExp(`^${amount.replace('.', '\\.')}$`)
}

/** Over how many lines the text of an element stands. */
function linesOf(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
}

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
