import type { Page } from 'playwright/test'
import { add, multiply, readDecimal, rounded, writeDecimal, zero } from '../src/contract/decimal.ts'
import { vaultList } from '../src/contract/records.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { transactionsOf, vaultsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { printed } from './support/paper.ts'
import { errorBody, json } from './support/scripted-service.ts'
import { rows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ baseURL: ({ scripted }, use) => use(scripted.console), viewport: { width: 1440, height: 900 } })

const year = new Date().getUTCFullYear() - 1
const basis = (page: Page) => page.getByRole('region', { name: 'What it rests on' })

/** Waits for the statement, while which transactions were counted: a small one is there before one could look twice. */
async function expectStatement(page: Page, told: () => Promise<readonly string[]>): Promise<void> {
  await expect(basis(page)).toBeVisible({ timeout: 60_000 })
  expect((await told()).filter((text) => /: [1-9][\d,]* transactions? so far/.test(text))).not.toEqual([])
}

/** Listens from now on; what comes back is everything that stood under "Progress", in its order. */
async function progressTold(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const told: string[] = []
    Object.assign(window, { told })
    new MutationObserver(() => {
      const text = document.querySelector('[aria-label="Progress"]')?.textContent
      if (text !== undefined && text !== told.at(-1)) told.push(text)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  return () => page.evaluate(() => [...Reflect.get(window, 'told')])
}

test('every holding is proved, each figure leads to its transactions, and any period is there at once', async ({
  page,
}) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expectAddress(page, '/statements')
  const told = await progressTold(page)
  await page.getByRole('button', { name: 'Start' }).click()
  const progress = page.getByRole('region', { name: 'Progress' })
  await progress.getByRole('button', { name: 'Pause' }).click()
  await expect(progress.getByRole('status')).toHaveText('Paused')
  await progress.getByRole('button', { name: 'Resume' }).click()
  await expectStatement(page, told)
  await expect(basis(page)).toContainText('All 75 holdings proved. As of')
  await page.getByText('Year', { exact: true }).click()
  // The last whole month lies in the year before only in January.
  if (new Date().getUTCMonth() > 0) await page.getByRole('button', { name: `Previous: ${year}` }).click()
  await expectAddress(page, `/statements?period=${year}`)
  // The address is there before the figures are.
  await expect(page.getByText(`${year}: from the beginning`)).toBeVisible()
  const table = tableOf(page, 'Roll-forward')
  const asset = 'USDC_ETH'
  const [total] = (await rows(table)).filter((row) => row['Asset and vault']?.startsWith(asset))
  const completed = `asset_id=${asset}&status=completed&start_date=${year}-01-01&end_date=${year}-12-31&limit=1000`
  const deposits = (await transactionsOf(page, `${completed}&transaction_type=deposit`)).map(
    ({ transaction }) => readDecimal(transaction.amount) ?? zero,
  )
  const sum = writeDecimal(deposits.reduce(add, zero))
  expect(total?.Movements).toContain(`Deposits${sum}`)
  // In the asset's own rows: to name hundreds of links takes longer than to draw them.
  await table.getByRole('row').filter({ hasText: asset }).getByRole('link', { name: sum }).first().click()
  await expect(page).toHaveURL(
    new RegExp(`/transactions\\?.*asset_id=${asset}.*start_date=${year}-01-01&end_date=${year}-12-31`),
  )
  await page.goBack()
  await expect(basis(page)).toBeVisible()

  await page.getByText('Balances', { exact: true }).and(page.locator('label')).click()
  await expectAddress(page, `/statements?period=${year}&show=balances`)
  const [held] = (await rows(tableOf(page, 'Balances'))).filter((row) =>
    row['Asset and vault']?.startsWith(asset),
  )
  expect(held?.[`End of ${year}-12-31`]).toBe(total?.Closing)

  // The reader's own prices, exact to the last digit before they are rounded once.
  const closing = (held?.[`End of ${year}-12-31`] ?? '').replaceAll(',', '')
  await page.getByLabel('Add prices').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `date,asset_id,currency,price\n${year}-12-31,${asset},EUR,0.851234567\n${year}-12-30,BTC,EUR,1\n`,
    ),
  })
  const worth = page.getByRole('region', { name: 'Value' })
  const value = rounded(multiply(readDecimal(closing) ?? zero, { digits: 851_234_567n, scale: 9 }), 2)
  await expect(worth).toContainText(`EUR at the end of ${year}-12-31`)
  expect((await worth.textContent())?.replaceAll(',', '')).toContain(writeDecimal(value))
  await expect(worth).toContainText('1 asset has a price for that day. No price, and not in the sum: ADA, ')
  await expect(worth).toContainText('BTC')

  await page.getByRole('button', { name: /^Vaults/ }).click()
  await page.getByLabel('Cold vaults').click()
  await expect(page).toHaveURL(/vaults=cold/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Vaults/ })).toContainText('Cold vaults')
  await tableOf(page, 'Balances')
    .getByRole('row')
    .filter({ hasText: asset })
    .getByRole('link', { name: new RegExp(`^${asset} ETH, .*: balance by day$`) })
    .click()
  const chart = page.getByRole('slider', { name: /^Balance at the end of each day/ })
  // With the chart the table is that of this asset.
  await expect(chart).toBeVisible()
  const [cold] = await rows(tableOf(page, 'Balances'))
  const last = cold?.[`End of ${year}-12-31`]?.replaceAll(',', '')
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`: ${last} ${asset}$`))
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page, `a statement at ${width} px`)
  }
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await expect(page.getByRole('button', { name: 'Save facts of the CSV' })).toBeVisible()
  const paper = (await printed(page, { format: 'A4', landscape: false })).join('')
  for (const text of [
    `Period${year},inUTC`,
    'VaultsColdvaults',
    'Servicehttp://',
    'holdingsproved',
    'Preparedby',
  ])
    expect(paper).toContain(text)
  expect(paper).not.toContain('SaveasCSV')
  expect(paper).toMatch(/Savedfilestatement_(\d+)-of-\1-proved_.*SHA-256[0-9a-f]{64}/)
  for (const { vault_id } of await vaultsOf(page, `asset_id=${asset}&vault_type=cold`))
    expect(paper).toContain(vault_id)
})

test('what transactions do not explain is told to the last digit, and leads to nothing being called proved @all', async ({
  page,
  scripted,
}) => {
  const vault = (await vaultsOf(page, 'limit=1000')).find(({ assets }) => assets.length > 1)
  const [first] = vault?.assets ?? []
  if (!vault || !first) throw new Error('the demonstration holds nothing')
  const all = vaultList.parse(await (await page.request.get('/api/vaults?limit=1000')).json())
  const more = writeDecimal(
    add(readDecimal(first.balances.available_balance) ?? zero, { digits: 1n, scale: 6 }),
  )
  const changed = all.vaults.map((one) =>
    one.vault_id === vault.vault_id
      ? {
          ...one,
          assets: one.assets.map((held) =>
            held.asset_id === first.asset_id
              ? { ...held, balances: { ...held.balances, available_balance: more } }
              : held,
          ),
        }
      : one,
  )
  scripted.script('/vaults', (request, response) => {
    const isFirst = /offset=0/.test(request.url ?? '')
    ;(isFirst ? json({ ...all, vaults: changed }) : errorBody('VAL-01'))(request, response)
  })
  await page.goto(`/statements?vaults=${vault.vault_id}&period=${year}&colour=red`)
  await expect(page.getByText('Part of this link could not be used')).toBeVisible()
  const told = await progressTold(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await expectStatement(page, told)
  await expect(basis(page)).toContainText(new RegExp(`^${vault.assets.length - 1} of ${vault.assets.length}`))
  await expect(page.getByRole('region', { name: 'Worth a look' })).toContainText(
    `${first.asset_id} on ${first.network_name} in ${vault.vault_name}: 0.000001 is not explained by transactions.`,
  )
  await expect(page.getByRole('table').getByText('Not proved')).toHaveCount(1)
  await expectAccessible(page, 'a statement')
  await page
    .getByRole('link', { name: /: ledger$/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Proof' })).toBeVisible()
})

test('where the service is silent, or refuses dates, there is no statement, and it says why @all', async ({
  page,
  scripted,
}) => {
  await page.clock.install()
  for (const [period, title] of [
    [`${year}-02-30..${year}-03-01`, 'No statement for this link'],
    [`${year + 2}`, 'This period has not begun'],
  ] as const) {
    await page.goto(`/statements?period=${period}`)
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start' })).toBeHidden()
  }
  scripted.script('/transactions', () => {})
  await page.goto('/statements')
  await page.getByRole('button', { name: 'Start' }).click()
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress.getByRole('status')).toHaveText('Finding dates', { timeout: 20_000 })
  await page.clock.fastForward(11_000)
  await expect(progress.getByRole('status')).toHaveText('Waiting for the service')
  await progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Statements' })).toBeFocused()
  scripted.script('/transactions', (request, response) => {
    const hasDate = /(start|end)_date=/.test(request.url ?? '')
    ;(hasDate ? errorBody('TXN-03') : scripted.passOn)(request, response)
  })
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('No statement can be made')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/The service does not filter by date/)).toBeVisible()
})
