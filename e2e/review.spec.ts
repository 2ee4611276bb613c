import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, whitelistsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { rows, tableOf } from './support/table.ts'
import { expect, testWithBooks } from './support/test.ts'

testWithBooks.use({ viewport: { width: 1440, height: 900 } })

testWithBooks(
  'the demonstration has every kind of finding in a table of its own, critical ones first',
  async ({ page }) => {
    const whitelists = await whitelistsOf(page, 'limit=1000')
    const entries = whitelists.flatMap(({ assets }) => assets)
    // Its former address.
    await page.goto('/whitelists/hygiene')
    await expectAddress(page, '/review')
    const main = page.getByRole('main')
    await expect(main).toContainText(
      new RegExp(
        `\\d+ findings in ${whitelists.length} whitelists with ${entries.length} addresses, \\d+ critical`,
      ),
    )
    const titles = await main.getByRole('heading', { level: 2 }).allInnerTexts()
    expect(titles.map((title) => title.replace(/ \(\d+\)$/, ''))).toEqual([
      'Withdrawals to addresses on no whitelist',
      'Withdrawals with a different memo',
      'Entries that look alike',
      'Failed checksums',
      'Missing memos',
      'One address under several names',
      'Entries never used',
    ])

    await testWithBooks.step(
      'withdrawals to addresses on no whitelist are those that the rows themselves show',
      async () => {
        const listed = new Set(entries.map(({ address }) => address.toLowerCase()))
        const completed = await transactionsOf(page, 'limit=1000&transaction_type=withdraw&status=completed')
        expect(completed.length).toBeLessThan(1000)
        const addresses = completed.map(({ transaction }) => transaction.destination.destination_address)
        const expected = new Set(addresses.filter((to) => !listed.has(to.toLowerCase())))
        const found = await rows(
          page.getByRole('table', { name: /^Withdrawals to addresses on no whitelist/ }),
        )
        expect(new Set(found.map(({ Address }) => Address?.replace(/\s/g, '')))).toEqual(expected)
        expect(found[0]?.Severity).toBe('Critical')
      },
    )

    await testWithBooks.step('a table sorts, and its rows lead to what they speak of', async () => {
      const unused = page.getByRole('table', { name: /^Entries never used/ })
      await unused.getByRole('button', { name: 'Whitelist' }).click()
      const names = (await rows(unused)).map(({ Whitelist }) => Whitelist ?? '')
      expect(names.length).toBeGreaterThan(5)
      expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')))
      const unlisted = page.getByRole('table', { name: /^Withdrawals to addresses on no whitelist/ })
      await unlisted.getByRole('link').first().click()
      await expect(page).toHaveURL(/\/transactions\?.*transaction_type=withdraw.*destination_address=/)
      await expect(tableOf(page, 'Transactions').getByRole('row')).toHaveCount(2)
      await page.goBack()
    })

    await testWithBooks.step('nothing scrolls sideways on a narrow screen', async () => {
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `review at ${width} px`)
      }
      await expectAccessible(page, 'review at 360 px')
    })
  },
)
