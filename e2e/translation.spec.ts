/** Extensions that translate, whatever `translate="no"` says, put elements of their own in the place of texts that React made. */
import type { BrowserContext, Page } from 'playwright/test'
import { expectAddress } from './support/page.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

for (const [how, isKept] of [
  ['replaced', false],
  ['wrapped', true],
] as const)
  test(`a page goes on, and shows what one without a translator shows, where its texts were ${how} @all`, async ({
    page,
    context,
  }) => {
    await page.goto('/transactions')
    await expect(page.locator('html')).toHaveAttribute('translate', 'no')
    await expect(page.locator('meta[name="google"]')).toHaveAttribute('content', 'notranslate')
    const main = page.getByRole('main')
    await expect(main.getByRole('row')).toHaveCount(51)
    await translate(page, isKept)
    await expect(main.locator('font').first()).toBeAttached()
    await main.getByRole('link', { name: 'Next' }).click()
    await expectSameRows(page, context, '/transactions?offset=50')

    await translate(page, isKept)
    await page
      .getByRole('search')
      .getByRole('button', { name: /^Filter/ })
      .click()
    const filters = page.getByRole('dialog').last()
    await filters.getByLabel(/^Failed/).check()
    await filters.getByRole('button', { name: /^Show/ }).click()
    await expectAddress(page, '/transactions?status=failed')

    await translate(page, isKept)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Vaults' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Vaults' })).toBeVisible()
    await expect(main.getByRole('table', { name: 'Vaults' })).toBeVisible()
    await expect(main).not.toContainText(mark)
  })

/** What a translator adds. What has not changed since may still have it. */
const mark = '°'

/** The rows are those of the same address on a page that nobody translates. */
async function expectSameRows(page: Page, context: BrowserContext, address: string): Promise<void> {
  await expectAddress(page, address)
  const other = await context.newPage()
  await other.goto(address)
  const rowsOf = async (each: Page) => {
    const rows = await each.getByRole('main').getByRole('row').allInnerTexts()
    return rows.map((text) => text.replaceAll(mark, ''))
  }
  await expect(async () => {
    const expected = await rowsOf(other)
    expect(expected.length).toBeGreaterThan(3)
    expect(await rowsOf(page)).toEqual(expected)
  }).toPass({ timeout: 15_000 })
  await other.close()
}

/** Puts each text into elements, as translators do: the same text, or another in its place. */
async function translate(page: Page, isKept: boolean): Promise<void> {
  await page.evaluate(
    ({ isSame, mark }) => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let at = walker.nextNode(); at; at = walker.nextNode())
        if (at instanceof Text && at.data.trim() !== '' && at.parentElement?.tagName !== 'FONT')
          texts.push(at)
      for (const text of texts) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        outer.append(inner)
        text.replaceWith(outer)
        inner.append(isSame ? text : `${text.data}${mark}`)
      }
    },
    { isSame: isKept, mark },
  )
}
