/** What is watched is told, once, wherever one is. */

import { expectAccessible } from './support/accessibility.ts'
import { serveTransactions, accountsTest as test, untilKept, untilRevised } from './support/accounts.ts'
import { recordAnnouncements } from './support/page.ts'
import { startSession } from './support/session.ts'
import { expect } from './support/test.ts'

test.use({ kept: 'configured' })

test('a watched transaction that ends is told once in the bell, in the title and to a screen reader, and another tab follows @all', async ({
  page,
  accounts: { service },
}) => {
  const details = { transaction_type: 'withdraw', amount: '1', asset_id: 'BTC', network_id: 'BTC' }
  const items = ['a', 'b'].map((transaction_id) => ({
    transaction_id,
    status: 'pending',
    transaction: details,
  }))
  const move =
    (status: string, ...ids: readonly string[]) =>
    () => {
      for (const item of items) if (ids.includes(item.transaction_id)) item.status = status
    }
  service.reset()
  serveTransactions(service, items)
  await startSession(page, 'key of a watched record')
  await untilKept(page)
  await page.clock.install()
  const announced = await recordAnnouncements(page)
  await page.goto('/transactions/a')
  const bell = page.getByRole('button', { name: /^What is new/ })
  await expect(bell).toHaveAccessibleName('What is new')
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible()
  await page.keyboard.press('w')
  const watching = page.getByRole('button', { name: 'Watching', exact: true })
  await expect(watching).toHaveAttribute('aria-pressed', 'true')
  const panel = page.getByRole('dialog', { name: 'What is new' })
  await untilRevised(page, move('confirming', 'a'))
  await expect(bell).toHaveAccessibleName('What is new')
  await untilRevised(page, move('completed', 'a', 'b'))
  await expect(bell).toHaveAccessibleName('What is new (1)')
  await expect(page).toHaveTitle(/^\(1 new\) /)
  const told = 'Withdraw 1 BTC: confirming → completed.'
  await expect.poll(announced).toContain(told)
  await expect(watching).toBeHidden()

  const other = await page.context().newPage()
  const announcedThere = await recordAnnouncements(other)
  await other.goto('/transactions')
  const bellThere = other.getByRole('button', { name: /^What is new/ })
  await expect(bellThere).toHaveAccessibleName('What is new (1)')
  expect(await announcedThere()).not.toContain(told)

  await test.step('it lists what is new, and each line leads to its list', async () => {
    await page.keyboard.press('b')
    const lines = panel.getByRole('listitem')
    await expect(lines).toHaveText([/^Withdraw 1 BTC: confirming → completed/, /^2 completed/])
    await expect(lines.first().getByRole('link')).toBeFocused()
    await expectAccessible(page, 'what is new')
    await page.keyboard.press('Escape')
    await expect(lines).toHaveCount(0)
  })

  await test.step('marked as seen here, it is seen in the other tab', async () => {
    await other.keyboard.press('b')
    const panelThere = other.getByRole('dialog', { name: 'What is new' })
    await expect(panelThere.getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('b')
    await panel.getByRole('button', { name: 'Mark as seen' }).click()
    await expect(panel).toBeHidden()
    for (const each of [bell, bellThere]) await expect(each).toHaveAccessibleName('What is new')
    await expect(panelThere).toContainText('Nothing new')
  })
  await other.close()
})
