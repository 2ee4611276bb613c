/** Extensions that translate, whatever `translate="no"` says, put elements of their own in the place of texts that React made. */
import type { Page } from 'playwright/test'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('asks not to be translated, and a page that was says so in its place and is there again @all', async ({
  page,
  complaints,
}) => {
  await page.goto('/transactions')
  await expect(page.locator('html')).toHaveAttribute('translate', 'no')
  await expect(page.locator('meta[name="google"]')).toHaveAttribute('content', 'notranslate')
  const main = page.getByRole('main')
  await expect(main.getByRole('row')).toHaveCount(51)
  await translate(page)
  await page.keyboard.press('n')
  const message = main.getByRole('alert')
  await expect(message).toContainText(
    'A browser extension, such as a translator, changed the text of this page.',
  )
  await expect(main.getByRole('row')).toHaveCount(0)
  expect(complaints.splice(0)).not.toEqual([])
  await message.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('row')).toHaveCount(51)
  await expect(page).toHaveURL(/offset=50$/)
})

/** Puts another text into elements in the place of each. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let at = walker.nextNode(); at; at = walker.nextNode())
      if (at instanceof Text && at.data.trim() !== '') texts.push(at)
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      text.replaceWith(outer)
      inner.append(`${text.data}°`)
    }
  })
}
