/** The ledger of one holding: each movement with what was held after it, and the same by day. */
import type { Page } from 'playwright/test'
import { add, readDecimal, subtract, writeDecimal, zero } from '../src/contract/decimal.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { type TransactionItem, transactionsOf, vaultsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { startSession } from './support/session.ts'
import { compact, type Row, rowLinks, rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const year = new Date().getUTCFullYear()

test('a holding’s movements lead from its opening to its closing balance, as the chart does @all', async ({
  page,
}) => {
  await startSession(page)
  // The one with the fewest movements: each of their days is asked for.
  const vaults = (await vaultsOf(page, 'asset_id=USDC_ETH&vault_type=cold')).map(async (vault) => ({
    vault,
    moving: await movingEther(page, vault.vault_id),
  }))
  const [quietest] = (await Promise.all(vaults)).sort((one, other) => one.moving.length - other.moving.length)
  const { vault, moving = [] } = quietest ?? {}
  expect(moving.length).toBeGreaterThan(5)
  const id = vault?.vault_id ?? ''
  const holding = `/statements?vaults=${id}&period=${year}&holding=${id}/ETH@ETH`
  await page.goto(holding)
  await page.getByRole('button', { name: 'Start' }).click()
  const movements = tableOf(page, `Movements: ETH on Ethereum in ${vault?.vault_name}`)
  await expect(movements).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'Proof' })).toContainText('Proved. As of')

  const lines = await rows(movements)
  expect(lines.length).toBe(2 + moving.length)
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before && line.Type !== 'Balance so far') expect(figure(line, 'Balance')).toBe(after(before, line))
  }
  const closing = figure(lines.at(-1), 'Balance')
  expect(closing).toBe(figure(lines.at(-2), 'Balance'))
  const ether = vault?.assets.find(({ asset_id }) => asset_id === 'ETH')?.balances
  expect(closing).toBe(sumOf([ether?.available_balance, ether?.processing_balance, ether?.staking_balance]))

  const chart = page.getByRole('slider', { name: 'Balance at the end of each day' })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`${year}: ${closing} ETH$`))
  await page.keyboard.press('Home')
  const [first] = lines.filter((line) => line.Date !== `${year}-01-01`)
  const before = lines[lines.indexOf(first ?? {}) - 1]
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    new RegExp(` Jan ${year}: ${figure(before, 'Balance')} ETH$`),
  )
  await expectAccessible(page, 'the ledger of a holding')
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoSidewaysScroll(page, 'the ledger of a holding at 360 px')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByText('Table', { exact: true }).click()
  await expectAddress(page, `${holding}&form=table`)
  const byDay = await rows(tableOf(page, 'Balance at the end of each day on which it changed'))
  expect(figure(byDay.at(-1), 'Balance')).toBe(closing)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^holding-ledger_1-of-1-proved_/)

  await rowLinks(movements).first().click()
  await expect(page).toHaveURL(/\/transactions\/[^?]+$/)
  await page.goBack()
  await expect(movements).toBeVisible()

  // Another period is of the same books: nothing is asked for, and the focus stays.
  const asked: string[] = []
  page.on(
    'request',
    (request) => void (/\/api\/transactions/.test(request.url()) && asked.push(request.url())),
  )
  const previous = page.getByRole('button', { name: /^Previous: / })
  await previous.focus()
  await page.keyboard.press('Enter')
  await expect(rowLinks(movements).first()).not.toContainText(String(year))
  await expect(previous).toBeFocused()
  await page.getByRole('link', { name: 'Back to the statement' }).click()
  await expect(page).not.toHaveURL(/holding=/)
  await page.getByRole('link', { name: `ETH, ${vault?.vault_name}: ledger`, exact: true }).click()
  await expect(page.getByRole('heading', { name: `ETH on Ethereum in ${vault?.vault_name}` })).toBeFocused()
  expect(asked).toEqual([])
})

/** Completed transactions of this year that moved a vault's ether, or whose fee it paid. */
async function movingEther(page: Page, vault: string): Promise<readonly TransactionItem[]> {
  const asked = `status=completed&network_id=ETH&start_date=${year}-01-01&limit=1000`
  const out = await transactionsOf(page, `${asked}&source_id=${vault}`)
  const into = await transactionsOf(page, `${asked}&asset_id=ETH&destination_id=${vault}`)
  const ids = new Set(out.map(({ transaction_id }) => transaction_id))
  return [...out, ...into.filter(({ transaction_id }) => !ids.has(transaction_id))]
}

/** What is held after a line, by what it was before. */
function after(before: Row, line: Row): string {
  const went = add(read(figure(line, 'Out')), read(figure(line, 'Fee')))
  const came = add(read(figure(before, 'Balance')), read(figure(line, 'In')))
  return writeDecimal(subtract(came, went))
}

function figure(line: Row | undefined, column: string): string {
  return compact(line?.[column] ?? '').replaceAll(',', '')
}

function sumOf(amounts: readonly (string | undefined)[]): string {
  return writeDecimal(amounts.map((amount) => read(amount ?? '')).reduce(add, zero))
}

function read(text: string) {
  return readDecimal(text) ?? zero
}
