import { expectAccessible, expectSound } from './support/accessibility.ts'
import { whitelistsOf } from './support/api.ts'
import { tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('the review has a tab for each severity, evidence and what to do beside each finding, and takes an acceptance @all', async ({
  page,
}) => {
  const whitelists = await whitelistsOf('limit=1000')
  const entries = whitelists.flatMap(({ assets }) => assets)
  await page.goto('/review')
  const main = page.getByRole('main')
  const tab = (name: RegExp) => main.getByRole('radio', { name })
  const findings = new RegExp(`1 critical, .*${entries.length} addresses checked`)
  await expect(main).toContainText(findings)
  await expect(tab(/^Critical 1$/)).toBeChecked()
  await expectSound(page, 'review')

  await test.step('a finding says why, on what it rests and what to do', async () => {
    await main.getByRole('table').getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'Withdrawal to an unlisted address' })
    await expect(dialog).toContainText('Stop all payments to this address.')
    await expectAccessible(page, 'a finding')
    await dialog.getByRole('link', { name: 'Show these transactions' }).click()
    await expect(page).toHaveURL(/\/transactions\?.*transaction_type=withdraw.*destination_address=/)
    await expect(tableOf(page, 'Transactions').getByRole('row')).toHaveCount(2)
    await page.goBack()
  })

  await test.step('keys lead from finding to finding, Back to the list, and the focus to the row', async () => {
    await page.goto('/review?tab=high')
    const links = main.getByRole('table').getByRole('link')
    await links.first().click()
    const finding = () => new URL(page.url()).searchParams.get('finding')
    await expect.poll(finding).not.toBeNull()
    const first = finding()
    await page.keyboard.press(']')
    await expect.poll(finding).not.toBe(first)
    await expect(links.nth(1)).toHaveAttribute('aria-current', 'true')
    await page.getByRole('dialog').getByRole('button', { name: 'Previous finding' }).click()
    await expect.poll(finding).toBe(first)
    await page.keyboard.press(']')
    await page.keyboard.press('Escape')
    await expect(links.nth(1)).toBeFocused()
    await links.first().click()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(main.getByText('not theirs').first()).toBeVisible()
  })

  await test.step('one that is accepted stands in its own tab with its reason, until it is withdrawn', async () => {
    await page.goto('/review?tab=never-used')
    const before = Number((await main.getByText(/^Never used \d+$/).innerText()).replace(/\D/g, ''))
    expect(before).toBeGreaterThan(5)
    await main.getByRole('table').getByRole('link').first().click()
    const dialog = page.getByRole('dialog', { name: 'Entry never used' })
    // Others accept findings of this account, too.
    const reason = `Kept for emergencies, ${crypto.randomUUID()}.`
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(dialog).toContainText(/Accepted by Key [\da-f]{16}/)
    await expect(dialog).toContainText(reason)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(main.getByRole('table')).not.toContainText(reason)
    await main.getByText(/^Accepted \d+$/).click()
    const row = main.getByRole('row').filter({ hasText: reason })
    await expect(row).toBeVisible()
    await expectAccessible(page, 'accepted findings')
    await page.reload()
    await row.getByRole('link').click()
    await dialog.getByRole('button', { name: 'Withdraw acceptance' }).click()
    await expect(dialog.getByRole('button', { name: 'Accept', exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(main).not.toContainText(reason)
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
