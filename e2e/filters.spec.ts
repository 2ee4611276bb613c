import { transactionsOf, vaultsOf } from './support/api.ts'
import {
  chip,
  expectAddress,
  filterBy,
  find,
  goWithin,
  openFilters,
  openList,
  showButton,
} from './support/page.ts'
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
