/** Statements and samples as an auditor reads them: one row an asset, opened to its vaults, their kinds of movement and the ledger of a holding. */
import type { Locator } from 'playwright/test'
import { expectAccessible, expectSound } from './support/accessibility.ts'
import { vaultsOf } from './support/api.ts'
import { exportedIn, openReportExport } from './support/export.ts'
import { expectAddress } from './support/page.ts'
import { holds, isAcross, printed } from './support/paper.ts'
import { compact, rowHeaderLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1366, height: 768 } })

const year = new Date().getUTCFullYear() - 1

test('an asset opens to its vaults and their ledgers, and any period is there at once', async ({ page }) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  // The period is in the link from the beginning: the last month that is over.
  await expectAddress(page, `/statements?period=${lastMonth()}`)
  await expect(page.getByText(/^All 43 holdings proved/)).toBeVisible()
  const table = tableOf(page, 'Movements')
  const frame = await table.evaluate(({ parentElement }) => [
    parentElement?.scrollWidth,
    parentElement?.clientWidth,
  ])
  expect(frame[0], 'all figures are in sight at 1366 px').toBe(frame[1])
  // No figure has a second line.
  expect(await lineCounts(table)).toEqual([1])
  await expect(table.getByRole('columnheader')).toHaveCount(5)

  await page.getByText('Year', { exact: true }).click()
  // The last that is over, as for a month.
  await expectAddress(page, `/statements?period=${year}`)
  await expect(page.getByText(`${year}: ${year}-01-01 to ${year}-12-31, UTC.`)).toBeVisible()

  const asset = table.getByRole('button', { name: 'USDC_ETH', exact: true })
  await asset.focus()
  await page.keyboard.press('Enter')
  await expect(asset).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const vault = table.getByRole('button', { expanded: true }).nth(1)
  await expect(vault).toBeFocused()
  await expectAccessible(page, 'a statement with open rows')
  await page.keyboard.press('ArrowDown')
  await expect(rowHeaderLinks(table).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/&holding=/)
  await expect(page.getByRole('heading', { name: /^USDC_ETH on Ethereum in / })).toBeFocused()
  const ledger = page.getByRole('table', { name: /^USDC_ETH on Ethereum in / })
  const closing = compact((await rows(ledger)).at(-1)?.Balance ?? '').replaceAll(',', '')
  const chart = page.getByRole('slider', { name: /^Balance at the end of each day/ })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`${year}: ${closing} USDC_ETH$`))
  await expectAccessible(page, 'the ledger of a holding')
  const file = await exportedIn(page, await openReportExport(page))
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^holding-ledger_${year}_holding_[\\dTZ-]+\\.csv\\.zip$`),
  )
  await page.getByRole('link', { name: 'Back to the statement' }).click()
  await expectAddress(page, `/statements?period=${year}`)

  await expect(page.getByText(/Value: [\d,]+\.\d\d EUR → [\d,]+\.\d\d EUR/)).toBeVisible()

  await page.getByRole('button', { name: /^Vaults/ }).click()
  await page.getByLabel('Cold vaults').click()
  await expect(page).toHaveURL(/vaults=cold/)
  await page.keyboard.press('Escape')
  await expectSound(page, 'a statement')
})

test('a quarter with its values is two pages across, and opened rows are on paper too @all', async ({
  page,
}) => {
  await page.goto(`/statements?period=${year}-Q4&vaults=cold`)
  await expect(page.getByText(/holdings proved/).first()).toBeVisible()
  expect(await isAcross(page)).toBe(true)
  const [first = '', second = '', ...others] = await printed(page)
  expect(others).toEqual([])
  for (const text of ['Vaultscold', 'ServiceEmbeddedservice', 'holdingsproved', 'Fees', 'Closing'])
    expect(first).toContain(text)
  for (const text of ['Closingvalue(EUR)', 'Proved:thelatestbalances', 'Preparedby', 'Reviewedby'])
    expect(second).toContain(text)
  await page.getByRole('button', { name: 'Open all rows' }).click()
  const opened = (await printed(page)).join('')
  expect(opened).toContain('transfersin')
  for (const { vault_name } of await vaultsOf('asset_id=USDC_ETH&vault_type=cold'))
    expect(opened).toContain(compact(vault_name))
})

test('balances are confirmed at a time of another zone, with reference and addressee, on one page to sign @all', async ({
  page,
}) => {
  await page.goto(`/statements?period=${year}`)
  await page.getByRole('link', { name: 'Balance confirmation' }).click()
  await expectAddress(page, `/statements?at=${year}-12-31`)
  await expect(page.getByText(`Balances at the end of ${year}-12-31 UTC.`)).toBeVisible()
  await page.getByLabel('Time zone').selectOption('Asia/Hong_Kong')
  await page.getByLabel(/^Time \(/).fill('21:00')
  await page.getByLabel('Reference', { exact: true }).fill('A-17')
  await page.keyboard.press('Enter')
  const moment = `${year}-12-31 21:00 Asia/Hong_Kong (${year}-12-31 13:00:00 UTC)`
  await expect(page.getByText(`Balances at ${moment}.`)).toBeVisible()
  await expect(page.getByText(/^All \d+ holdings proved/)).toBeVisible()
  await expectSound(page, 'a confirmation of balances')
  await page.getByLabel('Addressee').fill('Lee & Partners')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/addressee=Lee/)
  await page.getByText('What this is based on').click()
  const [sheet = ''] = await printed(page, { format: 'A4', landscape: false })
  for (const text of ['A-17', 'Lee&Partners', compact(moment), 'USDC_ETH', 'Preparedby', 'Reviewedby'])
    expect(sheet).toContain(text)
  // What was open before is open after it.
  await expect(page.getByText(/^Proved: the latest balances/)).toBeVisible()
})

test('a number of a statement leads to as many transactions, in the days of its zone @all', async ({
  page,
}) => {
  const zone = 'Asia/Hong_Kong'
  await page.goto(`/statements?period=${lastMonth()}&zone=${zone}&assets=USDC_ETH@ETH`)
  const table = tableOf(page, 'Movements')
  await expect(table).toBeVisible()
  await table.getByRole('button', { name: 'USDC_ETH', exact: true }).click()
  await table.getByRole('button', { expanded: false }).first().click()
  const link = table.getByRole('link', { name: /^\d+ (deposits?|withdrawals?|transfers?)/ }).first()
  const count = Number.parseInt((await link.innerText()).replace(',', ''), 10)
  await link.click()
  await expect(page.getByText(`Days are those of ${zone}.`)).toBeVisible()
  await expect(page.getByText(new RegExp(`of ${count}\\b`)).first()).toBeVisible()
})

test('a period that has not begun has no statement, and the page says so @all', async ({ page }) => {
  await page.goto(`/statements?period=${year + 2}`)
  await expect(page.getByText('This period has not begun', { exact: true })).toBeVisible()
})

function lastMonth(): string {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0)).toISOString().slice(0, 7)
}

/** Of how many lines the figures of a table are, each number once. */
function lineCounts(table: Locator): Promise<readonly number[]> {
  return table.locator('td').evaluateAll((cells) => {
    const counts = cells.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
    })
    return [...new Set(counts)]
  })
}

test('a sample is the same again by its link, is on paper, and a cut-off has both sides of a day @all', async ({
  page,
}) => {
  await page.goto('/sample?transaction_type=withdraw&size=5')
  // A seed at random until the reader states one.
  await expect(page).toHaveURL(/&seed=\d+$/)
  await page.getByLabel('Seed').fill('audit 2026')
  await page.getByRole('button', { name: 'Draw sample' }).click()
  const link = '/sample?transaction_type=withdraw&size=5&seed=audit+2026'
  await expectAddress(page, link)
  const table = tableOf(page, 'Drawn at random')
  await expect(page.getByText(/^5 of \d+ transactions drawn/)).toBeVisible()
  const drawnNow = async () => (await rows(table)).map(({ Asset, Amount, To }) => [Asset, Amount, To])
  const drawn = await drawnNow()
  await expect(table.getByRole('link', { name: /^Withdraw [\d.]+ \w+/ })).toHaveCount(5)
  await expectAccessible(page, 'a sample')
  await page.reload()
  await expect.poll(drawnNow).toEqual(drawn)
  const paper = (await printed(page, { format: 'A4', landscape: false })).join('')
  for (const text of ['audit 2026', 'sha256sum', 'Prepared by', ...drawn.map(([, , to]) => to ?? '')])
    expect(holds(paper, text), text).toBe(true)
  await page.getByText('Cut-off', { exact: true }).click()
  await expect(page.getByRole('heading', { name: /^First 10 after the end of \d{4}-12-31/ })).toBeVisible()
  await expectSound(page, 'a cut-off')
})
