/** An auditor's sample as a person draws it. */
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { holds, printed } from './support/paper.ts'
import { rows, tableOf } from './support/table.ts'
import { expect, testWithBooks } from './support/test.ts'

testWithBooks('a sample is the same again by its link', async ({ page }) => {
  await page.goto('/sample?transaction_type=withdraw&size=5')
  // A seed at random until the reader states one.
  await expect(page).toHaveURL(/&seed=\d+$/)
  await page.getByLabel('Seed').fill('audit 2026')
  await page.getByRole('button', { name: 'Draw', exact: true }).click()
  const link = '/sample?transaction_type=withdraw&size=5&seed=audit+2026'
  await expectAddress(page, link)
  const table = tableOf(page, 'Drawn at random')
  await expect(page.getByText(/^5 of \d+ transactions drawn/)).toBeVisible()
  const drawnNow = async () => (await rows(table)).map(({ Asset, Amount, To }) => [Asset, Amount, To])
  const drawn = await drawnNow()
  await expectAccessible(page, 'a sample')
  await goWithin(page, '/vaults?limit=5')
  await expect(tableOf(page, 'Vaults')).toBeVisible()
  await goWithin(page, link)
  await expect.poll(drawnNow).toEqual(drawn)
})

testWithBooks('a sample is on paper, and a cut-off has both sides of a day @all', async ({ page }) => {
  await page.goto('/sample?transaction_type=withdraw&size=5&seed=audit+2026')
  await expect(page.getByText(/^5 of \d+ transactions drawn/)).toBeVisible()
  await expect(page.getByText('Without dates so far.')).toHaveCount(0, { timeout: 30_000 })
  const drawn = await rows(tableOf(page, 'Drawn at random'))
  const paper = (await printed(page, { format: 'A4', landscape: false })).join('')
  for (const text of ['audit 2026', 'sha256sum', 'Prepared by', ...drawn.map(({ To }) => To ?? '')])
    expect(holds(paper, text), text).toBe(true)
  await page.getByText('Cut-off', { exact: true }).click()
  await expect(page.getByRole('heading', { name: /^First 10 after the end of \d{4}-12-31$/ })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page, 'a cut-off at 360 px')
})
