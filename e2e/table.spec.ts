/** How a table looks, and its order by value. */
import { expectNoSidewaysScroll } from './support/accessibility.ts'
import { expectAddress } from './support/page.ts'
import { column, loaded, rowHeaderLinks } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

test('by value the largest comes first, whatever its asset, and a link has the same order for everybody @all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/transactions')
  const table = await loaded(page)
  await table.getByRole('columnheader', { name: 'Value (EUR)' }).getByRole('button').click()
  await expectAddress(page, '/transactions?sort=value:desc&currency=EUR')
  const values = async () =>
    (await column(table, 'Value (EUR)')).map((text) => BigInt(text.replaceAll(/\D/g, '')))
  await expect
    .poll(async () => (await values()).every((value, place, all) => value <= (all[place - 1] ?? value)))
    .toBe(true)
  expect(new Set(await column(table, 'Asset')).size).toBeGreaterThan(1)
  const first = await rowHeaderLinks(table).first().getAttribute('href')

  // Its reader prefers another currency.
  await page.evaluate(() =>
    localStorage.setItem('custody-console.preferences', JSON.stringify({ currency: 'USD' })),
  )
  await page.reload()
  await loaded(page)
  await expect(table.getByRole('columnheader', { name: 'Value (EUR)' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  expect(await rowHeaderLinks(table).first().getAttribute('href')).toBe(first)
})

test('a transaction is a card of a few lines, and opens when touched @all', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/transactions?limit=25')
  const table = await loaded(page)
  await expectNoSidewaysScroll(page, 'cards')
  const heights = await table
    .getByRole('row')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
  // Seven lines of 24 pixels and the card's own padding; one line more where an address is marked.
  expect(Math.max(...heights)).toBeLessThanOrEqual(8 * 24 + 20)
  await rowHeaderLinks(table).first().click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
})
