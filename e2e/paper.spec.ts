/** What prints: everything that the page shows, when it was read, and which sheet of how many it is. */
import type { Page } from 'playwright/test'
import { type TransactionItem, transactionsOf } from './support/api.ts'
import { goWithin } from './support/page.ts'
import { holds, isAcross, type Paper, printed } from './support/paper.ts'
import { arrange, rowHeaderLinks, tableOf, transactionColumnIds } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

/** The narrowest, and one that is wide and low. */
const papers: readonly Paper[] = [
  { format: 'A4', landscape: false },
  { format: 'Letter', landscape: true },
]
const day = '20\\d\\d-\\d\\d-\\d\\d\\d\\d:\\d\\d:\\d\\dUTC'
const asOf = new RegExp(`[Aa]sof${day}`)
const retrieved = new RegExp(`Retrieved${day}`)
const controls = /Copy|Saveas|Start|Readagain|Showall|Differencesonly|Therecordasreceived/

test.beforeEach(async ({ page }) => {
  // Every column there is, the id of each row among them.
  await arrange(page, transactionColumnIds)
})

test('a printed list has every row, however many they are and however wide its window is @all', async ({
  page,
}) => {
  const all = await transactionsOf('status=completed&limit=100')
  await page.goto('/transactions?status=completed&limit=100')
  const table = tableOf(page, 'Transactions')
  // A hundred rows take seconds to print, so they go on one paper. Few rows go on every paper.
  for (const [limit, on] of [
    [100, papers.slice(0, 1)],
    [25, papers],
  ] as const) {
    if (limit !== 100) await page.getByLabel('Per page').selectOption(String(limit))
    await expect(rowHeaderLinks(table)).toHaveCount(limit, { timeout: 20_000 })
    expect(await isAcross(page)).toBe(true)
    await onEachPaper(page, on, [1920, 1440], (text, state, sheets) => {
      expectRows(text, all.slice(0, limit), `${limit} rows ${state}`)
      expect(text, state).toContain('StatusCompleted')
      expect(text, state).toContain('ServiceEmbeddedservice')
      expect(text, state).toMatch(asOf)
      expect(text, state).toMatch(new RegExp(`1–${limit}of[\\d,]+transactions`))
      for (const sheet of sheets.filter((one) => one.includes('txn_')))
        expect(sheet, `the header of every sheet, ${state}`).toContain('Transactionid')
    })
  }
})

test('a record prints every field whole, beside its list and alone @all', async ({ page }) => {
  const record = await fullRecord()
  await test.step('an open record prints on a sheet of its own, after every row of its list', async () => {
    const query = 'transaction_type=withdraw&limit=25'
    const listed = await transactionsOf(query)
    await page.goto(`/transactions?${query}&tx=${record.transaction_id}`)
    await expect(rowHeaderLinks(tableOf(page, 'Transactions'))).toHaveCount(listed.length)
    await expect(page.getByRole('heading', { name: 'Details', exact: true })).toBeVisible()
    await onEachPaper(page, papers, [1440], (text, state, sheets) => {
      expectRows(text, listed, state)
      expect(text, state).toMatch(asOf)
      const first = sheets.findIndex((sheet) => /^Page\d+of\d+Transaction[^s]/.test(sheet))
      expect(first, `a sheet that begins with the record, ${state}`).toBeGreaterThan(0)
      expect(sheets.slice(0, first).join(''), state).toMatch(/1–25of[\d,]+transactions/)
      expectFields(sheets.slice(first).join(''), record, state)
      expect(text, state).not.toMatch(controls)
    })
  })

  await test.step('its own page', async () => {
    await goWithin(page, `/transactions/${record.transaction_id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Transaction', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Details', exact: true })).toBeVisible()
    await onEachPaper(page, papers, [1440, 390], (text, state) => {
      expectFields(text, record, state)
      expect(text, state).not.toMatch(controls)
    })
  })
})

/** Prints the page as it stands on each of these papers, from windows of these widths by turns. */
async function onEachPaper(
  page: Page,
  on: readonly Paper[],
  widths: readonly number[],
  check: (text: string, state: string, sheets: readonly string[]) => void,
): Promise<void> {
  for (const [index, paper] of on.entries()) {
    const width = widths[index % widths.length] ?? 1440
    await page.setViewportSize({ width, height: 900 })
    const sheets = await printed(page, paper)
    const state = `from ${width} px on ${JSON.stringify(paper)}`
    check(sheets.join(''), state, sheets)
    for (const [at, sheet] of sheets.entries())
      expect(sheet, state).toContain(`Page${at + 1}of${sheets.length}`)
  }
}

/** The record with the most fields filled. */
async function fullRecord(): Promise<TransactionItem> {
  const all = await transactionsOf('transaction_type=withdraw&status=completed&limit=200')
  const [fullest] = all.toSorted((one, other) => valuesOf(other).length - valuesOf(one).length)
  if (fullest === undefined) throw new Error('the demonstration has no withdrawal')
  return fullest
}

function expectRows(text: string, expected: readonly TransactionItem[], state: string): void {
  expect(
    expected.filter(({ transaction_id }) => !text.includes(transaction_id)),
    state,
  ).toEqual([])
}

function expectFields(text: string, record: TransactionItem, state: string): void {
  expect(
    valuesOf(record).filter((value) => !holds(text, value)),
    state,
  ).toEqual([])
  expect(text, state).toMatch(retrieved)
}

/** Values that the page shows as received; the others are shown as labels. */
function valuesOf({ transaction_id, transaction }: TransactionItem): string[] {
  const { source, destination, transaction_type: _, ...own } = transaction
  const { source_type: _source, ...from } = source
  const { destination_type: _destination, ...to } = destination
  return [transaction_id, ...Object.values({ ...own, ...from, ...to })].filter(
    (value) => typeof value === 'string' && value !== '',
  )
}
