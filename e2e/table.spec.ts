/** How a table looks: what is cut and what never is, what stays in sight, on paper and as cards. Its columns and its order have specs of their own. */
import type { Locator, Page } from 'playwright/test'
import { transactionStatuses } from '../src/contract/enumerations.ts'
import { feeAssetOf } from '../src/contract/fee-asset.ts'
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { expectAddress } from './support/page.ts'
import { column, expectRows, loaded, rowLinks } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

test('names end in an ellipsis where there is no room; amounts and identifiers are never cut @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/transactions')
  const table = await loaded(page)
  const cut = await table.evaluate((element) => {
    const names = [...element.querySelectorAll('thead th')].map((header) => header.textContent)
    const inside = [...element.querySelectorAll('tbody :is(th, td)')].flatMap((cell) => {
      if (!(cell instanceof HTMLTableCellElement)) return []
      const { right } = cell.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(cell)
      // Where names end in an ellipsis, an identifier does not: it is shortened already, and its text is its title.
      const identifiers = [...cell.querySelectorAll<HTMLElement>('[title]')].filter(
        ({ title, textContent }) => title === textContent,
      )
      const parts = getComputedStyle(cell).textOverflow === 'ellipsis' ? identifiers : [range]
      // The reason under a status is also under the amount.
      if (names[cell.cellIndex] === 'Status') return []
      const isCut = parts.some((part) => part.getBoundingClientRect().right > right + 1)
      return isCut ? [names[cell.cellIndex]] : []
    })
    return [...new Set(inside)]
  })
  expect(cut).toEqual([])
  const listed = await transactionsOf('limit=50')
  await expectRows(
    table,
    listed.map(({ transaction: { fee, network_id, txn_hash } }) => ({
      Fee: `${fee}${feeAssetOf(network_id) ?? 'network asset'}`,
      Hash: txn_hash || '–',
    })),
  )
})

test('a row with the reason of a failure is as high as any other, and its reason touches no amount @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/transactions?limit=100&status=rejected&status=failed&status=cancelled')
  const table = await loaded(page)
  const { heights, reasons, touched } = await table.evaluate((element) => {
    const rows = [...element.querySelectorAll('tbody tr')]
    const textsOf = (cell: Element | null | undefined) => {
      const range = document.createRange()
      range.selectNodeContents(cell ?? document.body)
      return [...range.getClientRects()]
    }
    const pairs = rows.flatMap((row) => {
      const status = row.querySelector('td[title]')
      const amounts = textsOf(status?.nextElementSibling)
      return status ? textsOf(status).flatMap((one) => amounts.map((other) => [one, other] as const)) : []
    })
    return {
      heights: [...new Set(rows.map((row) => row.getBoundingClientRect().height))],
      reasons: rows.filter((row) => row.querySelector('td[title]')).length,
      touched: pairs.filter(
        ([one, other]) =>
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom - 3 &&
          other.top < one.bottom - 3,
      ).length,
    }
  })
  expect(reasons).toBeGreaterThan(0)
  expect(heights).toHaveLength(1)
  expect(touched).toBe(0)
})

test('by value the largest comes first, whatever its asset, and a link has the same order for everybody @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/transactions')
  const table = await loaded(page)
  await table.getByRole('columnheader', { name: 'Value (EUR)' }).getByRole('button').click()
  await expectAddress(page, '/transactions?sort=value:desc&currency=EUR')
  const values = async () =>
    (await column(table, 'Value (EUR)')).map((text) => BigInt(text.replaceAll(/\D/g, '')))
  await expect
    .poll(async () => (await values()).every((value, place, all) => value <= (all[place - 1] ?? value)))
    .toBe(true)
  expect(new Set(await column(table, 'Asset')).size).toBeGreaterThan(1)
  const first = await rowLinks(table).first().getAttribute('href')

  // Its reader prefers another currency.
  await page.evaluate(() =>
    localStorage.setItem('custody-console.preferences', JSON.stringify({ currency: 'USD' })),
  )
  await page.reload()
  await loaded(page)
  await expect(table.getByRole('columnheader', { name: 'Value (EUR)' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  expect(await rowLinks(table).first().getAttribute('href')).toBe(first)
  await page.goto('/transactions')
  await expect(table.getByRole('columnheader', { name: 'Value (USD)' })).toBeVisible()

  await page.goto('/transactions?sort=value:desc&currency=GBP')
  await expect(page.getByRole('main')).toContainText('currency must be one of EUR, USD')
})

test('no printed text is cut or broken within a word of ours, however wide the paper is @all', async ({
  page,
}) => {
  const long = `0x${'0123456789abcdef'.repeat(8)}`
  await page.goto(`/transactions?destination_address=${long}&start_date=2020-01-01T00:00:00.000Z`)
  await expect(page.getByRole('main')).toContainText('No transactions match')
  await page.emulateMedia({ media: 'print' })
  for (const width of [1032, 680])
    await test.step(`no row on ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole('search')).toContainText(long, { useInnerText: true })
      await expect.poll(() => cutTexts(page)).toEqual([])
      await expect(page.getByRole('button', { name: 'Clear filters' })).toBeHidden()
    })

  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/transactions?limit=100')
  const table = await loaded(page)
  await page.emulateMedia({ media: 'print' })
  const words = transactionStatuses.map((status) => status.charAt(0).toUpperCase() + status.slice(1))
  for (const width of [1032, 680])
    await test.step(`many rows on ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      // Names of addresses come a moment after the rows.
      await expect.poll(() => cutTexts(page)).toEqual([])
      await expect.poll(() => linesOfWords(table, words)).toEqual([1])
    })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('a transaction is a card of a few lines, and opens when touched @all', async ({ page }) => {
    await page.goto('/transactions?limit=25')
    const table = await loaded(page)
    await expectNoSidewaysScroll(page, 'cards')
    const heights = await table
      .getByRole('row')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
    // Seven lines of 24 pixels and the card's own padding; one line more where an address is marked.
    expect(Math.max(...heights)).toBeLessThanOrEqual(8 * 24 + 20)
    const [usual = Number.NaN] = heights
      .slice(1)
      .sort((one, other) => one - other)
      .slice(heights.length / 2)
    expect(usual).toBeLessThanOrEqual(7 * 24 + 20)
    await rowLinks(table).first().click()
    await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  })
})

/** Texts that are seen in part only: an element around them is smaller than they are and shows no more. */
function cutTexts(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        // What is so small is there to be heard only.
        if (element.clientWidth <= 1 || (overflowX === 'visible' && overflowY === 'visible')) return false
        return (
          element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
        )
      })
      .map(({ textContent }) => textContent.slice(0, 200)),
  )
}

/** Over how many lines words stand that a table shows anywhere, each count once. */
function linesOfWords(table: Locator, words: readonly string[]): Promise<number[]> {
  return table.evaluate((element, words) => {
    const lines = new Set<number>()
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (!words.includes(text.textContent ?? '')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      lines.add(range.getClientRects().length)
    }
    return [...lines]
  }, words)
}
