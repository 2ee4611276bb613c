/** Suggestions under a field, wherever it is: Escape closes them first, and an arrow brings them back. */
import { transactionsOf } from './support/api.ts'
import { expectAddress } from './support/filters.ts'
import { findField, openList, results } from './support/finding.ts'
import { startSession } from './support/session.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(({ page }) => startSession(page))

test.describe('one Escape closes suggestions and keeps the text', () => {
  test('of the field that finds anything, before it is cleared and before what is open is closed @all', async ({
    page,
  }) => {
    const [first] = await transactionsOf(page, 'limit=1')
    await openList(page, `&tx=${first?.transaction_id}`)
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await expect(drawer).toBeVisible()
    const field = findField(page)
    await field.focus()
    await page.keyboard.type('eth')
    await expect(results(page).first()).toBeVisible()
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(results(page)).toHaveCount(0)
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await expect(field).toHaveValue('eth')
    await expect(field).toBeFocused()

    // An arrow, or typing on, brings them back.
    await page.keyboard.press('ArrowDown')
    await expect(results(page).first()).toBeVisible()
    await expect(field).toHaveValue('eth')
    await page.keyboard.press('Escape')
    await expect(results(page)).toHaveCount(0)
    await page.keyboard.type('e')
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('ethe')

    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('')
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expectAddress(page, '/transactions?limit=10')
  })

  test('of a field in the sheet of filters, before the sheet is closed @all', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openList(page)
    await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Filters' })
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
})
