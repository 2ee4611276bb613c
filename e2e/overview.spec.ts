import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { balancesOf, transactionsOf } from './support/api.ts'
import { errorBody } from './support/scripted-service.ts'
import { startSession } from './support/session.ts'
import { compact } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.describe('on the demonstration', () => {
  test.beforeEach(({ page }) => startSession(page))

  test('the counts are those of the API, and each leads to what it counts', async ({ page }) => {
    await page.goto('/')
    const section = page.getByRole('region', { name: 'Transactions' })
    for (const status of ['pending', 'processing', 'confirming']) {
      const counted = await transactionsOf(page, `status=${status}&limit=101`)
      const shown = counted.length > 100 ? '100+' : String(counted.length)
      const link = section.getByRole('link', {
        name: new RegExp(`^${shown.replace('+', '\\+')}\\s*${status}`, 'i'),
      })
      await expect(link).toHaveAttribute('href', `/transactions?status=${status}`)
    }
    await section.getByRole('link', { name: /failed/i }).click()
    await expect(page).toHaveURL(
      /\/transactions\?start_date=\d{4}-\d{2}-\d{2}&end_date=\d{4}-\d{2}-\d{2}&status=failed$/,
    )
  })

  test('the balances are those of the API, exact, and each leads to where it comes from', async ({
    page,
  }) => {
    const balances = await balancesOf(page, '')
    await page.goto('/')
    const links = page.getByRole('region', { name: /^Balances/ }).getByRole('link')
    await expect(links).toHaveCount(balances.length)
    for (const [index, { asset_id, network_id, balances: amounts }] of balances.entries()) {
      await expect(links.nth(index)).toHaveAttribute(
        'href',
        `/balances?${new URLSearchParams({ asset_id, network_id })}`,
      )
      expect(compact((await links.nth(index).textContent()) ?? '')).toContain(amounts.total_balance)
    }
  })

  test('without a reconciliation it says so, and leads to one', async ({ page }) => {
    await page.goto('/')
    const section = page.getByRole('region', { name: 'Reconciliation' })
    await expect(section).toContainText('No reconciliation has been run in this browser yet.')
    await section.getByRole('link', { name: 'Reconcile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Reconciliation' })).toBeVisible()
  })

  test('axe finds nothing, and the page does not scroll sideways at 360 px', async ({ page }) => {
    await page.goto('/')
    await expect(
      page
        .getByRole('region', { name: /^Balances/ })
        .getByRole('link')
        .first(),
    ).toBeVisible()
    await expectAccessible(page, 'overview')
    await page.setViewportSize({ width: 360, height: 800 })
    await expectNoSidewaysScroll(page, 'overview')
  })
})

test('what cannot be read is no zero: the failure is told, and the rest stays', async ({
  page,
  scripted,
}) => {
  scripted.script('/transactions', errorBody('ERR-01'))
  await page.goto(scripted.console)
  await expect(page.getByRole('alert')).toContainText('ERR-01')
  await expect(page.getByRole('region', { name: 'Transactions' }).getByRole('link').first()).toContainText(
    '–',
  )
  await expect(
    page
      .getByRole('region', { name: /^Balances/ })
      .getByRole('link')
      .first(),
  ).toBeVisible()
})
