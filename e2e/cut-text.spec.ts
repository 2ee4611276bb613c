/** No text is cut where it differs from another of its column or list: two that look alike are alike. */
import type { Page } from 'playwright/test'
import { pages } from '../src/url/pages.ts'
import { pageAddress, whitelistId } from './support/places.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

test('no text is cut where it differs @all', async ({ page }) => {
  test.setTimeout(600_000)
  const addresses = [
    ...(await Promise.all(pages.map(({ path }) => pageAddress(path)))),
    // Each with its reason, and columns beside a drawer.
    '/transactions?limit=100&status=rejected&status=failed&status=cancelled',
    `/whitelists?whitelist=${await whitelistId()}`,
  ]
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft(await cutAlike(page), `${address} at ${width} px`).toEqual([])
    }
  }
})

/** Pairs of different texts of which one sees the same beginning. */
function cutAlike(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wholes = new Map<string, string>()
    const alike: string[] = []
    const lists = [...document.querySelectorAll('table, ul, ol, dl')]
    for (const element of document.querySelectorAll<HTMLElement>(':is(table, ul, ol, dl) *')) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
      // One pixel wide is what is read aloud only.
      if (clientWidth <= 1 || (scrollWidth <= clientWidth && scrollHeight <= clientHeight)) continue
      if (!/hidden|clip/.test(getComputedStyle(element).overflow) || !element.checkVisibility()) continue
      const cell = element.closest('td, th')
      const column = cell instanceof HTMLTableCellElement ? cell.cellIndex : element.className
      const list = element.closest('table, ul, ol, dl')
      const shown = `${list && lists.indexOf(list)} ${column}: ${beginning(element)}`
      const whole = element.textContent ?? ''
      const other = wholes.get(shown) ?? whole
      if (other !== whole) alike.push(`${other} | ${whole}`)
      wholes.set(shown, whole)
    }
    return alike

    /** Without the last two characters in sight, whose place dots may have. */
    function beginning(element: HTMLElement): string {
      const { right, bottom } = element.getBoundingClientRect()
      let seen = ''
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (let at = 0; at < (text.textContent?.length ?? 0); at++) {
          const range = document.createRange()
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          const box = range.getBoundingClientRect()
          if (box.width > 0 && box.right <= right + 1 && box.bottom <= bottom + 1)
            seen += text.textContent?.[at] ?? ''
        }
      return seen.slice(0, -2)
    }
  })
}
