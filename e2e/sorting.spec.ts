/** Sorting by a header or beside the cards, where the whole result is on the page; and why not, where it is not. */
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { compareExactly, transactionRow, transactionsOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { column, expectRows, loaded, rowLinks, rows } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ dates: true })

test('with the whole result on the page, its header sorts it exactly: up, down, and back @all', async ({
  page,
}) => {
  const all = await transactionsOf(page, 'status=failed&asset_id=ETH&limit=100')
  const amounts = all.map(({ transaction }) => transaction.amount)
  expect(amounts.length).toBeGreaterThan(3)
  expect(amounts.length).toBeLessThan(100)
  await page.goto('/transactions?status=failed&asset_id=ETH&limit=100')
  const table = await loaded(page)
  const header = table.getByRole('columnheader', { name: 'Amount' })
  await expect(header).toHaveAttribute('aria-sort', 'none')
  const steps = [
    ['ascending', '&sort=amount:asc', amounts.toSorted(compareExactly)],
    ['descending', '&sort=amount:desc', amounts.toSorted((one, other) => compareExactly(other, one))],
    ['none', '', amounts],
  ] as const
  for (const [direction, sort, expected] of steps) {
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', direction)
    await expectAddress(page, `/transactions?status=failed&asset_id=ETH&limit=100${sort}`)
    await expect.poll(() => column(table, 'Amount')).toEqual(expected)
  }
  // A sorting is a step that Back undoes, and the drawer leafs in the order that is seen.
  await page.goBack()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await rowLinks(table).first().click()
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await drawer.getByRole('button', { name: 'Next transaction' }).click()
  const second = (await rows(table))[1]?.id
  await expect.poll(() => new URL(page.url()).searchParams.get('tx')).toBe(second)

  await test.step('where the result does not fit on the page, headers say why they do not sort, and so does a link', async () => {
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await goWithin(page, '/transactions?limit=10&sort=amount:desc')
    const newest = await transactionsOf(page, 'limit=10')
    await expectRows(table, newest.map(transactionRow))
    await expect(header).not.toHaveAttribute('aria-sort')
    const why = 'The service cannot sort. To sort, filter until everything fits on one page.'
    await expect(table).toHaveAccessibleDescription(why)
    // Not at each header again.
    await expect(header.getByRole('button')).toHaveAccessibleDescription('')
    await header.getByRole('button').focus()
    await expect(header.getByRole('tooltip')).toHaveText(why)
    const notice = page.getByRole('status').filter({ hasText: 'Not sorted by Amount' })
    await expect(notice).toContainText('in the service’s own order')
    await header.getByRole('button').press('Enter')
    await expectAddress(page, '/transactions?limit=10&sort=amount:desc')
    await notice.getByRole('button', { name: 'Remove the sorting' }).click()
    await expectAddress(page, '/transactions?limit=10')
    await expect(notice).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('cards are sorted beside the filters, by the same link as a header makes @all', async ({ page }) => {
    const all = await transactionsOf(page, 'status=failed&asset_id=ETH&limit=100')
    const amounts = all.map(({ transaction }) => transaction.amount)
    const upwards = amounts.toSorted(compareExactly)
    await page.goto('/transactions?status=failed&asset_id=ETH&limit=100')
    const table = await loaded(page)
    const by = page.getByRole('combobox', { name: 'Sort by' })
    await by.selectOption('Amount, ascending')
    await expectAddress(page, '/transactions?status=failed&asset_id=ETH&limit=100&sort=amount:asc')
    await expect.poll(() => column(table, 'Amount')).toEqual(upwards)
    await by.selectOption('Amount, descending')
    await expectAddress(page, '/transactions?status=failed&asset_id=ETH&limit=100&sort=amount:desc')
    await expect.poll(async () => (await column(table, 'Amount'))[0]).toBe(upwards.at(-1))
    await expectAccessible(page, 'the choice of a sorting')
    await expectNoSidewaysScroll(page, 'the choice of a sorting')

    await by.selectOption('Not sorted')
    await expectAddress(page, '/transactions?status=failed&asset_id=ETH&limit=100')
    await expect.poll(() => column(table, 'Amount')).toEqual(amounts)

    await test.step('where not all of the result is on the page, it says why cards are not sorted, as headers do', async () => {
      await goWithin(page, '/transactions?limit=10')
      await expect(by.getByRole('option')).toHaveText([
        'Not sorted',
        'The service cannot sort. To sort, filter until everything fits on one page.',
      ])
    })
  })
})
