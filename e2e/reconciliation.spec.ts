import type { Page } from 'playwright/test'
import { expectAccessible, expectSound } from './support/accessibility.ts'
import { balancesOf } from './support/api.ts'
import { expectAddress, goWithin } from './support/page.ts'
import { errorBody, json } from './support/scripted-service.ts'
import { loaded, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1366, height: 768 } })

test('the demonstration agrees to the last digit', async ({ page }) => {
  const assets = (await balancesOf('')).length
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

test('a difference is in sight once with its verdict, and opens to links to what was compared @all', async ({
  page,
  scripted,
  startKept,
}) => {
  const balances = await balancesOf('')
  const [first, ...others] = balances
  if (!first) throw new Error('the demonstration holds nothing')
  const more = { ...first.balances, total_balance: `9${first.balances.total_balance}` }
  const changed = [{ ...first, balances: more }, ...others]
  scripted.script('/balances', (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.test')
    const offset = Number(searchParams.get('offset'))
    const page = changed.slice(offset, offset + Number(searchParams.get('limit') ?? 200))
    return (page.length > 0 ? json({ balance: page }) : errorBody('BAL-00'))(request, response)
  })
  await page.goto(`${await startKept()}/reconciliation?no_such=1`)
  await expect(page.getByText('no_such=1')).toBeVisible()
  await expect(result(page)).toContainText(
    `${balances.length - 1} of ${balances.length} assets agree, 1 differs`,
    { timeout: 60_000 },
  )
  const table = tableOf(page, 'Differences')
  const differences = await rows(table)
  expect(differences.map(({ Verdict }) => Verdict)).toEqual(['Differs'])
  const line = table.getByRole('row').filter({ hasText: 'Differs' }).first()
  await expect(line.getByText('Differs', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(line.getByText(differences[0]?.Difference ?? '')).toBeInViewport({ ratio: 1 })
  await expectSound(page, 'reconciliation with differences')
  await table.getByRole('button', { expanded: false }).click()
  await table.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/balances\\?asset_id=${first.asset_id}`))
})

function result(page: Page) {
  return page.getByRole('region', { name: 'Reconciliation', exact: true })
}
