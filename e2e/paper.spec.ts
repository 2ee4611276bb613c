/** What prints: every row of the page, its filters and instant, and which sheet of how many it is. */
import { transactionsOf } from './support/api.ts'
import { type Paper, printed } from './support/paper.ts'
import { startSession } from './support/session.ts'
import { rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

const papers: readonly Paper[] = [
  { format: 'A4', landscape: false },
  { format: 'A4', landscape: true },
  { format: 'Letter', landscape: false },
  { format: 'Letter', landscape: true },
]
const instant = /asof20\d\d-\d\d-\d\d\d\d:\d\d:\d\dUTC/

test.beforeEach(({ page }) => startSession(page))

test('a printed list has every row, however many they are and however wide its window is', async ({
  page,
}) => {
  test.slow()
  const all = await transactionsOf(page, 'status=completed&limit=200')
  await page.goto('/transactions?status=completed&limit=200')
  const table = tableOf(page, 'Transactions')
  for (const limit of [200, 50, 25]) {
    if (limit !== 200) await page.getByLabel('Per page').selectOption(String(limit))
    await expect(rowLinks(table)).toHaveCount(limit)
    for (const [index, paper] of papers.entries()) {
      // Each paper from one of the two, each number of rows from both.
      const width = index % 2 === 0 ? 1440 : 1920
      await page.setViewportSize({ width, height: 900 })
      const sheets = await printed(page, paper)
      const text = sheets.join('')
      const state = `${limit} rows from ${width} px on ${JSON.stringify(paper)}`
      const missing = all.slice(0, limit).filter(({ transaction_id }) => !text.includes(transaction_id))
      expect(missing, state).toEqual([])
      expect(text, state).toContain('StatusCompleted')
      expect(text, state).toMatch(instant)
      expect(text, state).toContain(`1–${limit}ofmorethan${limit}transactions`)
      expectNumbered(sheets, state)
    }
  }
})

function expectNumbered(sheets: readonly string[], state: string): void {
  for (const [index, sheet] of sheets.entries())
    expect(sheet, state).toContain(`Page${index + 1}of${sheets.length}`)
}
