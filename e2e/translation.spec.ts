/** Extensions that translate, whatever `translate="no"` says, put elements of their own in the place of texts that React made. */
import type { Page } from 'playwright/test'
import { expectAddress } from './support/page.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

test('a page goes on where its texts were replaced @all', async ({ page }) => {
  await page.goto('/transactions')
  await expect(page.locator('html')).toHaveAttribute('translate', 'no')
  await expect(page.locator('meta[name="google"]')).toHaveAttribute('content', 'notranslate')
  const main = page.getByRole('main')
  await expect(main.getByRole('row')).toHaveCount(51)
  await translate(page)
  await page.getByRole('search').getByRole('button').first().click()
  const filters = page.getByRole('dialog').last()
  await filters.getByLabel(/^Failed/).check()
  await filters.getByRole('button', { name: /^Show/ }).click()
  await expectAddress(page, '/transactions?status=failed')

  await translate(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Vaults' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Vaults' })).toBeVisible()
  await expect(main.getByRole('table', { name: 'Vaults' })).toBeVisible()
  await expect(main).not.toContainText('°')
})

async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let at = walker.nextNode(); at; at = walker.nextNode())
      if (at instanceof Text && at.data.trim() !== '') texts.push(at)
    for (const text of texts) {
      const element = document.createElement('font')
      element.textContent = `${text.data}°`
      text.replaceWith(element)
    }
  })
}
