import type { Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { holdingsOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { loaded, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1366, height: 768 } })

test('the demonstration agrees to the last digit', async ({ page }) => {
  const assets = (await holdingsOf('')).length
  await page.goto('/transactions?limit=10')
  await loaded(page)
  // A pair goes before its second key alone, which would read the list again.
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expectAddress(page, '/reconciliation')
  await expect(result(page)).toContainText(
    `All ${assets} assets agree. All 43 holdings agree with transactions.`,
  )
  const checks = await rows(tableOf(page, 'Checks'))
  expect(checks.map(({ Verdict }) => Verdict)).toEqual([
    ...Array.from({ length: 4 }, () => 'All agree'),
    'No problems found',
  ])
  await page.getByRole('button', { name: /Holdings against transactions/ }).click()
  await expect.poll(async () => (await rows(tableOf(page, 'Checks'))).length).toBe(48)
  await expectAccessible(page, 'reconciliation with a check opened')
  await goWithin(page, '/')
  const lines = page.getByRole('region', { name: 'Review and reports' })
  await expect(lines.getByRole('listitem').filter({ hasText: 'Reconciliation' })).toContainText(
    `All ${assets} assets agree. All 43 holdings agree with transactions.`,
  )
  await expectAccessible(page, 'the overview with its reports')
})

function result(page: Page) {
  return page.getByRole('region', { name: 'Reconciliation', exact: true })
}
