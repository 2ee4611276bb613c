import { expectAccessible, expectSound } from './support/accessibility.ts'
import { whitelistsOf } from './support/api.ts'
import { expectAddress } from './support/page.ts'
import { tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('the review has a tab for each severity, evidence and what to do beside each finding, and takes an acceptance', async ({
  page,
}) => {
  const whitelists = await whitelistsOf(page, 'limit=1000')
  const entries = whitelists.flatMap(({ assets }) => assets)
  await page.goto('/whitelists/hygiene')
  await expectAddress(page, '/review')
  const main = page.getByRole('main')
  const tab = (name: RegExp) => main.getByRole('radio', { name })
  const findings = new RegExp(
    `\\d+ findings in ${whitelists.length} whitelists with ${entries.length} addresses, 1 critical`,
  )
  await expect(main).toContainText(findings)
  await expect(tab(/^Critical 1$/)).toBeChecked()
  await expectSound(page, 'review')

  await test.step('a finding says why, on what it rests and what to do', async () => {
    await main.getByRole('table').getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'Withdrawal to an address on no whitelist' })
    await expect(dialog).toContainText('Stop all payments to this address.')
    await expectAccessible(page, 'a finding')
    await dialog.getByRole('link', { name: 'Show these transactions' }).click()
    await expect(page).toHaveURL(/\/transactions\?.*transaction_type=withdraw.*destination_address=/)
    await expect(tableOf(page, 'Transactions').getByRole('row')).toHaveCount(2)
    await page.goBack()
  })

  await test.step('one that is accepted stands in its own tab with its reason, until it is withdrawn', async () => {
    await page.goto('/review?tab=never-used')
    const before = Number((await main.getByText(/^Never used \d+$/).innerText()).replace(/\D/g, ''))
    expect(before).toBeGreaterThan(5)
    await main.getByRole('table').getByRole('link').first().click()
    const dialog = page.getByRole('dialog', { name: 'Entry never used' })
    await dialog.getByLabel('Accepted by').fill('Ann')
    await dialog.getByLabel('Reason').fill('Kept for emergencies.')
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(dialog).toContainText('Accepted by Ann')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(main.getByText(`Never used ${before - 1}`, { exact: true })).toBeVisible()
    await main.getByText('Accepted 1', { exact: true }).click()
    await expect(main.getByRole('table')).toContainText('Kept for emergencies.')
    await expectAccessible(page, 'accepted findings')
    await main.getByRole('table').getByRole('link').click()
    await dialog.getByRole('button', { name: 'Withdraw acceptance' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(main.getByText('Accepted 0', { exact: true })).toBeVisible()
  })
})

test('a link to a finding that there is none of says so @all', async ({ page }) => {
  await page.goto('/review?finding=gone')
  const main = page.getByRole('main')
  await expect(main).toContainText('There is no such finding')
  await main.getByRole('button', { name: 'Remove from the link' }).click()
  await expect(page).toHaveURL(/\/review$/)
  await expect(main).not.toContainText('There is no such finding')
})
