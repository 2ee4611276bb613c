/** Activity over time: what the chart says is what the lists say, for those who look, those who press keys and those who listen. */
import type { Page } from 'playwright/test'
import { add, readDecimal, writeDecimal, zero } from '../src/contract/decimal.ts'
import { transactionList } from '../src/contract/records.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, vaultsOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { compact, rows, tableOf } from './support/table.ts'
import { expect, testWithBooks } from './support/test.ts'

testWithBooks.use({ viewport: { width: 1440, height: 900 } })

testWithBooks('figures are those of the lists, and lead to them @all', async ({ page }) => {
  const activity = activityOf(page)
  await testWithBooks.step('every month has what its lists have, once the books are read', async () => {
    await page.goto('/?show=table&span=12m')
    const table = tableOf(page, 'Activity, last 12 months')
    await expect(activity).toContainText('As of')
    const lines = await rows(table)
    expect(lines).toHaveLength(12)
    for (const { Month: month = '', Deposits, Withdrawals } of lines) {
      const dates = `start_date=${month}-01&end_date=${lastDayOf(month)}`
      const answer = await page.request.get(`/api/transactions?limit=1000&${dates}`)
      // One month of the demonstration is empty.
      const inMonth = answer.ok() ? transactionList.parse(await answer.json()).transactions : []
      if (!answer.ok()) expect(await answer.json()).toMatchObject({ error_code: 'TXN-02' })
      const typed = (type: string) =>
        inMonth.filter(({ transaction }) => transaction.transaction_type === type)
      expect([month, Deposits, Withdrawals]).toEqual([
        month,
        String(typed('deposit').length),
        String(typed('withdraw').length),
      ])
    }
    await page.setViewportSize({ width: 360, height: 800 })
    await expectNoSidewaysScroll(page, 'activity at 360 px')
    await page.setViewportSize({ width: 1440, height: 900 })
    const before = lines[1]?.Month ?? ''
    await table.getByRole('row', { name: before }).getByRole('link').nth(1).click()
    await expectAddress(
      page,
      `/transactions?start_date=${before}-01&end_date=${lastDayOf(before)}&transaction_type=withdraw`,
    )
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
    await expectAddress(
      page,
      `/transactions?start_date=${dayBack(13)}&end_date=${dayBack(13)}&transaction_type=withdraw`,
    )
  })

  await testWithBooks.step(
    'a vault’s amounts are exact, and those of its completed transactions',
    async () => {
      const [vault] = await vaultsOf(page, 'limit=1&vault_type=warm')
      const id = vault?.vault_id ?? ''
      const into = await transactionsOf(
        page,
        `limit=1000&status=completed&destination_id=${id}&start_date=${monthsAgo(11)}-01`,
      )
      const first = into[0]?.transaction
      await goWithin(page, `/vaults/${id}?show=table&span=12m`)
      await expect(page.getByRole('heading', { level: 1, name: vault?.vault_name ?? '' })).toBeVisible()
      await activity
        .getByLabel('Asset')
        .selectOption(
          `${first?.asset_id}${first?.network_id === first?.asset_id ? '' : ` · ${first?.network_id}`}`,
        )
      await activity.getByText('Amount', { exact: true }).click()
      await expect(page).toHaveURL(/span=12m&measure=amount&show=table$/)
      const lines = await rows(tableOf(page, 'Activity, last 12 months'))
      const ofAsset = into.filter(
        ({ transaction }) =>
          transaction.asset_id === first?.asset_id && transaction.network_id === first.network_id,
      )
      expect(sumOf(lines.map((line) => compact(line[`In, ${first?.asset_id}`] ?? '')))).toBe(
        sumOf(ofAsset.map(({ transaction }) => transaction.amount)),
      )
    },
  )
})

function activityOf(page: Page) {
  return page.getByRole('region', { name: 'Activity' })
}

function sumOf(texts: readonly string[]): string {
  return writeDecimal(texts.reduce((sum, text) => add(sum, readDecimal(text) ?? zero), zero))
}

function dayBack(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

function monthsAgo(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7)
}

/** Of the month that goes on it is today. */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return last < dayBack(0) ? last : dayBack(0)
}
