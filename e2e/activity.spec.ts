/** Activity over time: what the chart says is what the lists say, for those who look, those who press keys and those who listen. */
import type { Page } from 'playwright/test'
import { transactionList } from '../src/contract/records.ts'
import { expectAccessible, expectSound } from './support/accessibility.ts'
import { vaultsOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { expect, testWithBooks } from './support/test.ts'

testWithBooks.use({ viewport: { width: 1440, height: 900 } })

testWithBooks('figures are those of the lists, and lead to them @all', async ({ page }) => {
  const activity = activityOf(page)
  await testWithBooks.step('every month has what its lists have, once the books are read', async () => {
    await page.goto('/?span=12m')
    const bars = activity.getByRole('group', { name: /^Activity, last 12 months/ }).getByRole('link')
    await expect(bars).toHaveCount(24)
    const links = await bars.evaluateAll((all) =>
      all.map((bar) => ({
        label: bar.getAttribute('aria-label') ?? '',
        href: bar.getAttribute('href') ?? '',
      })),
    )
    for (const { label, href } of links) {
      const answer = await page.request.get(`/api${href}&limit=1000`)
      // One month of the demonstration is empty.
      const listed = answer.ok() ? transactionList.parse(await answer.json()).transactions.length : 0
      if (!answer.ok()) expect(await answer.json()).toMatchObject({ error_code: 'TXN-02' })
      expect(label).toMatch(new RegExp(`: (Deposits|Withdrawals) ${listed}$`))
    }
    await expectSound(page, 'activity')
  })

  await testWithBooks.step('keys move among the bars, of which each leads to its day', async () => {
    await goWithin(page, '/')
    await expect(activity.getByRole('link', { name: /: Deposits \d+$/ })).toHaveCount(14)
    await activity.getByRole('radio', { name: '14 days' }).focus()
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAccessibleName(/: Deposits \d+$/)
    await page.keyboard.press('ArrowDown')
    await expect(focused).toHaveAccessibleName(/: Withdrawals \d+$/)
    await page.keyboard.press('Home')
    await expect(focused).toHaveAccessibleName(/: Withdrawals \d+$/)
    // One stop of the Tab key.
    await page.keyboard.press('Shift+Tab')
    await expect(activity.getByRole('radio', { name: '14 days' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expectAccessible(page, 'activity, as a chart')
    await page.keyboard.press('Enter')
    await expectAddress(
      page,
      `/transactions?start_date=${dayBack(13)}&end_date=${dayBack(13)}&transaction_type=withdraw`,
    )
  })

  await testWithBooks.step('a vault has what came to it and what left it', async () => {
    const [vault] = await vaultsOf(page, 'limit=1&vault_type=warm')
    await goWithin(page, `/vaults/${vault?.vault_id}?span=12m`)
    await expect(activity.getByRole('link', { name: /: In \d+$/ })).toHaveCount(12)
  })
})

function activityOf(page: Page) {
  return page.getByRole('region', { name: 'Activity' })
}

function dayBack(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
