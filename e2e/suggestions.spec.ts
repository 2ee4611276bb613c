import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { vaultsOf } from './support/api.ts'
import { chip, expectAddress, hold, openFilters, openList } from './support/page.ts'
import { startSession } from './support/session.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(({ page }) => startSession(page))

test('in the sheet of filters, one Escape closes suggestions and keeps the text @all', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openList(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expectAccessible(page, 'the sheet of filters')
  await expectNoSidewaysScroll(page, 'the sheet of filters')
  const field = sheet.getByRole('combobox', { name: 'Network' })
  await field.focus()
  await page.keyboard.type('ether')
  await expect(sheet.getByRole('option', { name: 'Ethereum' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet.getByRole('option', { name: 'Ethereum' })).toHaveCount(0)
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).toHaveValue('ether')
  await page.keyboard.press('ArrowDown')
  await expect(sheet.getByRole('option', { name: 'Ethereum' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expectAddress(page, '/transactions?limit=10')
})

test('a name that is applied before names are read is not taken for an id', async ({ page }) => {
  const [vault] = await vaultsOf(page, 'vault_type=warm&limit=1')
  const name = vault?.vault_name ?? ''
  const release = await hold(page, /\/api\/vaults/)
  await openList(page)
  const field = page.getByRole('combobox', { name: 'From', exact: true })
  const enter = async (text: string) => {
    await openFilters(page)
    await field.fill(text)
    await field.press('Enter')
    await expect(page.getByText('Reading the names first.')).toBeVisible()
  }
  await enter('made up')
  await page.keyboard.press('Enter')
  await expectAddress(page, '/transactions?limit=10&source_id=made up')
  await enter(name)
  release()
  await expectAddress(page, `/transactions?limit=10&source_id=${vault?.vault_id}`)
  await expect(chip(page, 'From')).toHaveAccessibleName(`From: ${name}`)
})

test('names that come while the reader types on, or do not come, apply nothing @all', async ({ page }) => {
  const release = await hold(page, /\/api\/whitelist/)
  await openList(page)
  await openFilters(page)
  const field = page.getByRole('combobox', { name: 'From', exact: true })
  await field.fill('Client')
  await field.press('Enter')
  await field.fill('Sett')
  await expect(page.getByText('Reading the names first.')).toBeHidden()
  await field.press('Enter')
  await expect(page.getByText('Reading the names first.')).toBeVisible()
  release('abort')
  await expect(page.getByText('The names could not be read.')).toBeVisible({ timeout: 15_000 })
  await expectAddress(page, '/transactions?limit=10')
  await field.press('Enter')
  await expectAddress(page, '/transactions?limit=10&source_id=Sett')
})

test('the layer of all filters is accessible, with its suggestions @all', async ({ page }) => {
  await openList(page)
  const layer = await openFilters(page)
  await layer.getByRole('combobox', { name: 'Asset' }).focus()
  await expect(layer.getByRole('option', { name: 'BTC Bitcoin' })).toBeVisible()
  await expectAccessible(page, 'all filters')
})
