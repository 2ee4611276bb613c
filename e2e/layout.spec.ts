/** One rule for every width: opening, stepping through and closing a record moves no row and changes no form of the list. */
import type { Locator } from 'playwright/test'
import { isWholeSet } from '../src/testing/cases.ts'
import { column, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

/** In the whole set every width at which a list takes another form; in the quick one a laptop. */
const widths = isWholeSet ? [320, 390, 768, 1000, 1024, 1280, 1366, 1440, 1920, 3840] : [1440]

test('at every width an opened record moves no row', async ({ page }) => {
  await page.goto('/transactions?limit=30')
  const table = tableOf(page, 'Transactions')
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  // The owner of an address loads after the rows, and may make a card taller.
  await expect(table.locator('[data-address]').first()).toBeVisible()
  for (const width of widths)
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await table.evaluate(async (element) => {
        // A card takes its own height when it first comes near the window.
        for (const row of element.querySelectorAll('tbody tr')) {
          row.scrollIntoView()
          await new Promise(requestAnimationFrame)
        }
        element.parentElement?.scrollTo({ top: 0 })
        window.scrollTo({ top: 120 })
      })
      const before = await layoutAtRest(table)
      await page.mouse.click(...(await lastRowInSight(table)))
      await expect(drawer).toBeVisible()
      // Not by role: elements under a modal have none.
      const opened = table.locator('a[aria-current]')
      const id = await opened.getAttribute('data-row-id')
      expect(await layout(table), 'opened').toEqual(before)
      // On a narrow page the drawer is a modal, and the page's keys do not work behind it.
      if (width < 1000) await drawer.getByRole('button', { name: 'Next transaction' }).click()
      else await page.keyboard.press(']')
      await expect.poll(() => opened.getAttribute('data-row-id')).not.toBe(id)
      // The row was the last in sight, so that the next one is scrolled to.
      await expect.poll(async () => (await layout(table)).scrolled).not.toBe(before.scrolled)
      const left = await layout(table)
      expect({ ...left, scrolled: null }, 'stepped').toEqual({ ...before, scrolled: null })
      const row = await opened.elementHandle()
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await expect(table.locator('a:focus')).toHaveCount(1)
      expect(await layout(table), 'closed').toEqual(left)
      expect(await row?.evaluate(isInSight), 'in sight').toBe(true)
    })
})

/** The layout once two looks in a row are the same: a window takes its size a moment after it was given. */
async function layoutAtRest(table: Locator): Promise<Awaited<ReturnType<typeof layout>>> {
  let last = await layout(table)
  await expect(async () => {
    const before = last
    last = await layout(table)
    expect(last).toEqual(before)
  }).toPass()
  return last
}

/** Where the page's head and every row are, apart from how far one has scrolled, and whether rows are cards. */
function layout(table: Locator) {
  return table.evaluate((element) => {
    const scroller = element.parentElement
    const at = (element: Element | null, within: Element | null) => {
      const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
      const [x, y] = [left + (within?.scrollLeft ?? 0), top + window.scrollY + (within?.scrollTop ?? 0)]
      // The head of the page ends at the drawer.
      return [x, y, within === null ? 0 : width, height].map(Math.round).join(' ')
    }
    return {
      form: getComputedStyle(element).display,
      heading: at(document.querySelector('h1'), null),
      filters: at(document.querySelector('[role="search"], search'), null),
      rows: [...element.querySelectorAll('tbody tr')].map((row) => at(row, scroller)),
      scrolled: window.scrollY + (scroller?.scrollTop ?? 0),
    }
  })
}

/** A point on the last row of which anything is to be seen. */
function lastRowInSight(table: Locator): Promise<[number, number]> {
  return table.evaluate((element) => {
    const frame = element.parentElement?.getBoundingClientRect() ?? new DOMRect()
    // The header sticks over the rows; cards have none.
    const head = element.querySelector('th')?.getBoundingClientRect().bottom ?? 0
    // So does the pager, at their end.
    const foot = document.querySelector('nav[aria-label^="Pages"]')?.getBoundingClientRect().top ?? Infinity
    const bottom = Math.min(window.innerHeight, frame.bottom, foot)
    const rows = [...element.querySelectorAll('tr:has([data-row-id])')]
    const { left, top } =
      rows
        .map((row) => row.getBoundingClientRect())
        .findLast(({ top }) => top >= Math.max(frame.top, head) && top + 4 < bottom) ?? new DOMRect()
    return [left + 8, top + 3]
  })
}

/** Whether one sees the beginning of the row that is this link. */
function isInSight(link: Element): boolean {
  const row = link.closest('tr')
  const { left, top } = row?.getBoundingClientRect() ?? new DOMRect()
  return row?.contains(document.elementFromPoint(left + 8, top + 3)) ?? false
}

test.describe('with dates', () => {
  test.use({ dates: true })

  test('every laptop shows a transaction from its date to its recipient, and a usual one all of a balance @all', async ({
    page,
  }) => {
    await page.goto('/transactions?limit=30')
    const transactions = tableOf(page, 'Transactions')
    await expect(rowHeaderLinks(transactions)).toHaveCount(30)
    await expect
      .poll(async () => (await column(transactions, 'Date')).filter((day) => day === ''))
      .toEqual([])
    await expectInSight(transactions, ['Date', 'Amount', 'To'], { isWhole: true })
    await page.goto('/balances')
    const balances = tableOf(page, 'Balances')
    await expect.poll(async () => (await column(balances, 'Total')).length).toBeGreaterThan(1)
    await expectInSight(balances, ['Asset', 'Total'])
    await expectInSight(balances, ['Available', 'Processing', 'Staking', 'Cold %'], { from: 1366 })
    await page.goto('/whitelists')
    const whitelists = tableOf(page, 'Whitelists')
    await expect(rowHeaderLinks(whitelists).first()).toBeVisible()
    await expectInSight(whitelists, ['Whitelist', 'Networks'], { isWhole: true })
  })
})

/** These columns at seven widths; and, of a table that fits as a whole, no column over the window's edge. */
async function expectInSight(
  table: Locator,
  names: readonly string[],
  { isWhole = false, from = 0 } = {},
): Promise<void> {
  for (const width of [1024, 1200, 1280, 1366, 1440, 1600, 1920].filter((each) => each >= from)) {
    await table.page().setViewportSize({ width, height: 768 })
    for (const name of names)
      await expect(table.getByRole('columnheader', { name, exact: true })).toBeInViewport({ ratio: 0.99 })
    if (!isWhole) continue
    const last = await table.getByRole('columnheader').last().boundingBox()
    expect((last?.x ?? 0) + (last?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width)
  }
}

test('on the narrowest screen, and in type twice as large, no word is cut @all', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/transactions?limit=10')
  const row = rowHeaderLinks(tableOf(page, 'Transactions')).first()
  await expect(row).toBeVisible()
  await row.click()
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  const heading = drawer.getByRole('heading', { name: 'Transaction', exact: true })
  await expect(heading).toBeVisible()
  expect(await cutWords(heading)).toEqual([])
  await page.keyboard.press('Escape')

  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeInViewport({ ratio: 1 })
  expect(await cutWords(page.getByRole('dialog', { name: 'Menu' })), 'in the menu').toEqual([])
  await page.keyboard.press('Escape')
  for (const width of [800, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await cutWords(page.getByRole('banner')), `beside the page at ${width} px`).toEqual([])
  }
})

/** Words that overflow their container or break over two lines. */
function cutWords(within: Locator): Promise<string[]> {
  return within.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    const cut: string[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const box = range.getBoundingClientRect()
        // Text one pixel wide is for screen readers only, such as the names in a rail of icons.
        const holder = text.parentElement?.closest('[data-rail="label"]') ?? text.parentElement
        if ((holder?.clientWidth ?? 0) === 1 || box.width === 0) continue
        if (range.getClientRects().length > 1 || box.left < left || box.right > right + 1) cut.push(word)
      }
    return cut
  })
}

test('a page that is opened begins at its top, wherever the one before was @all', async ({ page }) => {
  // So low that the page scrolls rather than the table.
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/whitelists')
  await expect(rowHeaderLinks(tableOf(page, 'Whitelists')).first()).toBeVisible()
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await page.getByRole('navigation').getByRole('link', { name: 'Balances' }).click()
  await expect(page.getByRole('heading', { name: 'Balances', level: 1 })).toBeFocused()
  await expect(rowHeaderLinks(tableOf(page, 'Balances')).first()).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})
