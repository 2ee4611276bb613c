import { transactionsOf, vaultsOf } from './support/api.ts'
import {
  chip,
  expectAddress,
  filterBy,
  find,
  goWithin,
  hold,
  openFilters,
  openList,
  showButton,
} from './support/page.ts'
import { expectEveryRow, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('filters that are set stand in the line of their button, on a laptop @all', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openList(page)
  const search = page.getByRole('search')
  const height = async () => (await search.boundingBox())?.height
  const before = await height()
  expect(before).toBeLessThan(40)
  await expect(search.getByRole('button')).toHaveText(['Filter'])
  await filterBy(page, {
    Status: 'Completed',
    Type: 'Withdraw',
    Asset: 'USDC_ETH',
    'Amount from': '1',
    'Start date': '2026-01-01',
    'End date': '2026-12-31',
  })
  await expect(chip(page, 'Asset')).toBeVisible()
  expect(await height()).toBe(before)
})

test('what changes nothing keeps the page, the open record and the history @all', async ({ page }) => {
  await page.goto('/transactions?asset_id=ETH&limit=10&offset=10')
  await rowLinks(tableOf(page, 'Transactions')).first().click()
  await expect(page.getByRole('dialog', { name: 'Transaction', exact: true })).toBeVisible()
  const address = page.url()
  const entries = await page.evaluate(() => history.length)
  const layer = page.getByRole('dialog', { name: 'Asset', exact: true })
  await chip(page, 'Asset').click()
  await expect(layer.getByRole('option').first()).toBeVisible()
  await showButton(layer).click()
  await expect(layer).toBeHidden()
  await rowLinks(tableOf(page, 'Transactions')).first().press('Enter')
  await expect(page).toHaveURL(address)
  expect(await page.evaluate(() => history.length)).toBe(entries)
})

test('filters offer what there is @all', async ({ page }) => {
  await openList(page)
  await test.step('source and destination by name, put as an id in the address and shown by name', async () => {
    const [vault] = await vaultsOf('vault_type=cold&limit=1')
    const layer = await openFilters(page)
    await layer
      .getByRole('combobox', { name: 'Party or address' })
      .fill(vault?.vault_name.slice(0, 6).toLowerCase() ?? '')
    await layer.getByRole('option', { name: `${vault?.vault_name} cold vault` }).click()
    await layer.getByRole('radio', { name: 'From' }).check()
    await showButton(layer).click()
    await expectAddress(page, `/transactions?limit=10&source_id=${vault?.vault_id}`)
    await expect(chip(page, 'From')).toHaveAccessibleName(`From: ${vault?.vault_name}`)
    await expect(chip(page, 'From').getByTitle(vault?.vault_id ?? '')).toBeVisible()

    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  })

  await test.step('assets and networks by id and name, and any other text', async () => {
    const layer = await openFilters(page)
    // Nothing is called so: that is said once, with what is similar, before the service is asked for it.
    await layer.getByRole('combobox', { name: 'Asset' }).fill(' USD ')
    await page.keyboard.press('Enter')
    await expect(layer.getByRole('combobox', { name: 'Asset' })).toHaveAccessibleDescription(
      /^No asset is called USD\. Similar: USDC/,
    )
    await page.keyboard.press('Enter')
    await expectAddress(page, '/transactions?limit=10&asset_id=USD')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await filterBy(page, { Asset: 'usdc' })
    await expectAddress(page, '/transactions?limit=10&asset_id=USDC_ARB&asset_id=USDC_ETH')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await filterBy(page, { Asset: 'bitcoin', Network: 'ethereum' })
    await expectAddress(page, '/transactions?limit=10&asset_id=BTC&network_id=ETH')
    await expect(chip(page, 'Network')).toHaveAccessibleName('Network: Ethereum')
    await page.getByRole('button', { name: 'Clear all' }).click()
  })

  await test.step('the present status is marked, and another one is chosen by the keyboard', async () => {
    await filterBy(page, { Status: 'Pending' })
    await chip(page, 'Status').press('Enter')
    const layer = page.getByRole('dialog', { name: 'Status', exact: true })
    await layer.getByRole('checkbox', { name: 'Pending', checked: true }).press('Space')
    await layer.getByRole('checkbox', { name: 'Completed' }).press('Space')
    await layer.getByRole('checkbox', { name: 'Completed' }).press('Enter')
    await expectAddress(page, '/transactions?limit=10&status=completed')
    await expect(chip(page, 'Status')).toBeFocused()
    await filterBy(page, { Type: 'Change pool' })
    await expectAddress(page, '/transactions?limit=10&status=completed&transaction_type=change pool')
    await page.getByRole('button', { name: 'Clear all' }).click()
  })

  await test.step('a range that ends before it starts is refused in the form; a link with it is the service’s', async () => {
    const all = await openFilters(page)
    await all.getByLabel('Start date').fill('2026-03-02')
    await all.getByLabel('End date').fill('2026-03-01')
    await showButton(all).click()
    await expect(all.getByLabel('End date')).toBeFocused()
    await expectAddress(page, '/transactions?limit=10')

    await page.goto('/transactions?start_date=2026-03-02T10:00:00Z&end_date=2026-03-01')
    await expect(page.getByText('TXN-03')).toBeVisible()
    await chip(page, 'Date').click()
    const layer = page.getByRole('dialog', { name: 'Date', exact: true })
    await expect(layer.getByLabel('Start date')).toHaveValue('2026-03-02T10:00:00Z')
    await expect(layer.getByLabel('End date')).toHaveAccessibleDescription('The service refuses this value.')
    await page.keyboard.press('Escape')
  })

  await test.step('a named range is written as absolute dates', async () => {
    await goWithin(page, '/transactions?limit=10')
    await page.clock.setFixedTime('2026-03-15T23:30:00Z')
    const layer = await openFilters(page)
    await layer.getByRole('button', { name: 'Last month' }).click()
    await showButton(layer).click()
    await expectAddress(page, '/transactions?limit=10&start_date=2026-02-01&end_date=2026-02-28')
    await expect(chip(page, 'Date')).toHaveAccessibleName('Date: 2026-02-01 – 2026-02-28')
    await chip(page, 'Date').click()
    await expect(page.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Today' }).click()
    await expectAddress(page, '/transactions?limit=10&start_date=2026-03-15&end_date=2026-03-15')
  })
})

test('one field takes a party or an address at either end, shows what a link says, and the button counts @all', async ({
  page,
}) => {
  const [sent] = await transactionsOf('limit=1&transaction_type=withdraw&status=completed')
  if (!sent) throw new Error('the demonstration has withdrawals')
  const { source, destination } = sent.transaction
  await page.goto(`/transactions?limit=10&source_id=${source.source_id}`)
  const layer = await openFilters(page)
  const first = layer.getByRole('combobox', { name: 'Party or address', exact: true })
  await expect(first).toHaveValue(source.source_name)
  await expect(layer.getByRole('radio', { name: 'From' }).first()).toBeChecked()
  const further = layer.getByRole('combobox', { name: 'And party or address' })
  await further.fill(destination.destination_address)
  await layer.getByRole('radio', { name: 'To', exact: true }).last().check()
  const link = `source_id=${source.source_id}&destination_address=${destination.destination_address}`
  const { length } = await transactionsOf(`${link}&limit=1000`)
  await expect(showButton(layer)).toHaveAccessibleName(`Show ${length}`)
  await showButton(layer).click()
  await expectAddress(page, `/transactions?limit=10&${link}`)
  await openFilters(page)
  await first.fill('')
  await showButton(layer).click()
  await expectAddress(page, `/transactions?limit=10&destination_address=${destination.destination_address}`)
})

test('a narrow screen has all filters, and the field that finds', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const [vault] = await vaultsOf('vault_type=warm&limit=1')
  await page.goto('/transactions?limit=10')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const layer = page.getByRole('dialog', { name: 'Filters' })
  await layer.getByRole('button', { name: 'Last year' }).click()
  await layer.getByRole('group', { name: 'Status' }).getByLabel('Completed').check()
  const party = layer.getByRole('combobox', { name: 'Party or address' })
  await party.fill(vault?.vault_name ?? '')
  await layer.getByRole('option', { name: vault?.vault_name ?? '' }).click()
  await expect(party).toHaveValue(vault?.vault_name ?? '')
  await layer.getByLabel('Words').fill('txn_1')
  await showButton(layer).click()
  const year = new Date().getUTCFullYear() - 1
  await expectAddress(
    page,
    `/transactions?limit=10&text=txn_1&vault_id=${vault?.vault_id}&start_date=${year}-01-01&end_date=${year}-12-31&status=completed`,
  )
  await page.getByRole('button', { name: 'Clear all' }).click()
  await find(page, 'failed')
  await page.keyboard.press('Enter')
  await expectAddress(page, '/transactions?limit=10&status=failed')
  await expect(chip(page, 'Status')).toHaveAccessibleName('Status: Failed')
})

test('a press while other rows are on their way neither undoes the filter nor runs past the end @all', async ({
  page,
}) => {
  await openList(page, '&transaction_type=withdraw')
  const table = tableOf(page, 'Transactions')
  const release = await hold(page, /status=failed/)
  await filterBy(page, { Status: 'Failed' })
  await rowLinks(table).first().click()
  await page
    .getByRole('navigation', { name: 'Pages of transactions' })
    .getByRole('link', { name: 'Next' })
    .click()
  await page.keyboard.press('n')
  release()
  await expectEveryRow(table, 'Status', 'Failed')
  await expectAddress(page, '/transactions?limit=10&transaction_type=withdraw&status=failed')
})

test('a name that is applied before names are read is not taken for an id @all', async ({ page }) => {
  const [vault] = await vaultsOf('vault_type=warm&limit=1')
  const name = vault?.vault_name ?? ''
  const release = await hold(page, /\/api\/vaults/)
  await openList(page)
  const field = page.getByRole('combobox', { name: 'Party or address', exact: true })
  await openFilters(page)
  await page.getByRole('radio', { name: 'From' }).first().check()
  await field.fill(name)
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/^The names are still being read\./)
  release()
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await field.press('Enter')
  await expectAddress(page, `/transactions?limit=10&source_id=${vault?.vault_id}`)
  await expect(chip(page, 'From')).toHaveAccessibleName(`From: ${name}`)
})
