import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { inWords, transactionsOf, whitelistsOf } from './support/api.ts'
import { filterBy, goWithin } from './support/page.ts'
import type { ScriptedService } from './support/scripted-service.ts'
import { rows, tableOf } from './support/table.ts'
import { expect, test, testWithBooks } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

testWithBooks(
  'all transactions to a whitelist are counted, and added up exactly by asset, type and status',
  async ({ page }) => {
    const [whitelist] = await whitelistsOf(page, 'limit=1')
    const filter = `destination_id=${whitelist?.whitelist_id}`
    const all = await transactionsOf(page, `${filter}&limit=999`)
    expect(all.length).toBeGreaterThan(0)
    expect(all.length).toBeLessThan(1000)
    await page.goto(`/whitelists/${whitelist?.whitelist_id}`)
    await page.getByRole('button', { name: 'Totals' }).click()
    const result = page.getByRole('region', { name: 'Count and totals' })
    await expect(result).toContainText(`${all.length} transactions`)
    const totals = tableOf(page, 'Amounts')
    const byStatus = new Map<string, number>()
    for (const { status } of all) byStatus.set(inWords(status), (byStatus.get(inWords(status)) ?? 0) + 1)
    // The button stays where it was, and closes what it opened.
    await expect(page.getByRole('button', { name: 'Totals', expanded: true })).toBeFocused()
    const closed = totals.getByRole('button', { expanded: false })
    while ((await closed.count()) > 0) await closed.first().click()
    const parts = (await rows(totals)).filter(({ Status }) => Status)
    for (const [status, count] of byStatus) {
      const own = parts.filter(({ Status }) => Status === status)
      expect(own.reduce((sum, { Transactions }) => sum + Number(Transactions), 0)).toBe(count)
    }
    await expectAccessible(page, 'a count')
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page, `a count at ${width} px`)
    }
  },
)

test.describe('of a scripted service', () => {
  test.use({ baseURL: ({ scripted }, use) => use(scripted.console) })

  test('what the filters match is counted above the list once the books are read @all', async ({
    page,
    scripted,
  }) => {
    narrowToBitcoin(scripted)
    const filter = 'status=completed&start_date=2025-12-10&end_date=2026-01-20'
    await page.goto(`/transactions?${filter}&limit=25`)
    const result = page.getByRole('region', { name: 'Count and totals' })
    await page.getByRole('button', { name: 'Totals' }).click()
    await result.getByRole('button', { name: 'Read all records' }).click()
    await expect(tableOf(page, 'Amounts')).toBeVisible({ timeout: 60_000 })
    // The second reading asks for pages too.
    await expect(page.getByRole('region', { name: 'Records' })).toContainText(/^All [\d,]+ transactions/, {
      timeout: 60_000,
    })

    await test.step('each month leads to its own', async () => {
      await result.getByText('Month', { exact: true }).click()
      const totals = tableOf(page, 'Amounts')
      await expect(totals.getByRole('columnheader', { name: 'Month' })).toBeVisible()
      const lines = await rows(totals)
      expect([...new Set(lines.map(({ Month }) => Month))]).toEqual(['2026-01', '2025-12'])
      const all = await transactionsOf(page, `${filter}&limit=999`)
      expect(lines.reduce((sum, { Transactions }) => sum + Number(Transactions), 0)).toBe(all.length)
      await expect(tableOf(page, 'Fees')).toBeVisible()
      await expectAccessible(page, 'a count by month')
      const [{ Type = '' } = {}] = lines
      await filterBy(page, { Type })
      const { length } = await transactionsOf(
        page,
        `${filter}&transaction_type=${Type.toLowerCase()}&limit=999`,
      )
      await expect(result).toContainText(length === 1 ? '1 transaction' : `${length} transactions`)
      await page.setViewportSize({ width: 390, height: 800 })
      await expectNoSidewaysScroll(page, 'a count by month at 390 px')
    })

    await test.step('a filter that the books cannot decide has no count, and the reason', async () => {
      // This service takes another spelling of an asset; the books cannot know.
      await goWithin(page, '/transactions?asset_id=btc&limit=25')
      await expect(result).toContainText('None of the records match this filter')
      await expect(tableOf(page, 'Amounts')).toHaveCount(0)
    })
  })
})

/** To find the days of the whole demonstration, request by request through the scripted service, takes most of a minute. */
function narrowToBitcoin(scripted: ScriptedService): void {
  scripted.script('/transactions', (request, response) => {
    request.url = `${request.url?.replace('asset_id=btc', 'asset_id=BTC')}&network_id=BTC`
    scripted.passOn(request, response)
  })
}
