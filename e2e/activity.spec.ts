/** The chart of activity: it is worked by keys, leads to the lists that it counts, and is a table for those who read one. */
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { rows, tableOf } from './support/table.ts'
import { expect, testWithBooks } from './support/test.ts'

testWithBooks.use({ viewport: { width: 1440, height: 900 } })

testWithBooks('figures are those of the lists, and lead to them @all', async ({ page }) => {
  const activity = page.getByRole('region', { name: 'Activity' })
  await testWithBooks.step('a month has what its list has', async () => {
    await page.goto('/?show=table&span=12m')
    const table = tableOf(page, 'Activity, last 12 months')
    await expect(activity).toContainText('As of')
    const lines = await rows(table)
    expect(lines).toHaveLength(12)
    const { Month: month = '', Withdrawals } = lines[1] ?? {}
    const query = `start_date=${month}-01&end_date=${lastDayOf(month)}&transaction_type=withdraw`
    expect(String((await transactionsOf(page, `${query}&limit=1000`)).length)).toBe(Withdrawals)
    await page.setViewportSize({ width: 360, height: 800 })
    await expectNoSidewaysScroll(page, 'activity at 360 px')
    await page.setViewportSize({ width: 1440, height: 900 })
    await table.getByRole('row', { name: month }).getByRole('link').nth(1).click()
    await expectAddress(page, `/transactions?${query}`)
  })

  await testWithBooks.step('keys move among the bars, of which each leads to its day', async () => {
    await goWithin(page, '/')
    await expect(activity.getByRole('link', { name: /: Deposits \d+$/ })).toHaveCount(14)
    await activity.getByRole('radio', { name: 'Chart' }).focus()
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAccessibleName(/: Deposits \d+$/)
    await page.keyboard.press('ArrowDown')
    await expect(focused).toHaveAccessibleName(/: Withdrawals \d+$/)
    await page.keyboard.press('Home')
    await expect(focused).toHaveAccessibleName(/: Withdrawals \d+$/)
    // One stop of the Tab key.
    await page.keyboard.press('Shift+Tab')
    await expect(activity.getByRole('radio', { name: 'Chart' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expectAccessible(page, 'activity, as a chart')
    await page.keyboard.press('Enter')
    const day = new Date(Date.now() - 13 * 86_400_000).toISOString().slice(0, 10)
    await expectAddress(page, `/transactions?start_date=${day}&end_date=${day}&transaction_type=withdraw`)
  })
})

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
