import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { type TransactionItem, transactionsOf, whitelistsOf } from './support/api.ts'
import { copied, goWithin, hold } from './support/page.ts'
import { errorAnswer } from './support/scripted-service.ts'
import { tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** The demonstration's withdrawal to a look-alike, which somebody stopped. */
async function stopped() {
  for (const status of ['rejected', 'cancelled']) {
    const withdrawal = (await transactionsOf(`status=${status}&limit=1000`)).find(({ transaction }) =>
      transaction.note.includes('only its ends are the same'),
    )
    if (withdrawal) return withdrawal
  }
  return fail()
}

test('an address that only looks like a whitelisted one is marked in its row, shown beside it, and copied only after a question', async ({
  page,
}) => {
  const { transaction_id, transaction } = await stopped()
  const { destination_name: name, destination_address: address } = transaction.destination
  const trusted = (await whitelistsOf('limit=1000'))
    .find(({ whitelist_name }) => whitelist_name === name)
    ?.assets.find((entry) => entry.address.slice(0, 6).toLowerCase() === address.slice(0, 6).toLowerCase())
  // Half of the known addresses would make look-alikes of the other half.
  const release = await hold(page, /\/api\/addresses\/own/)
  const directory = page.waitForResponse(/\/api\/whitelist/)
  await page.goto(`/transactions?transaction_id=${transaction_id}`)
  const row = tableOf(page, 'Transactions').getByRole('row').nth(1)
  await (await directory).finished()
  await expect(row.getByRole('img', { name: /^Look-alike/ })).toHaveCount(0)
  release()
  await expect(
    row.getByRole('img', { name: `Look-alike: Looks like ${name}, but is a different address` }),
  ).toHaveText('Look-alike')

  await row.getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  // A word at the head of the record, and at length beside the address itself, once.
  await expect(drawer.getByText('Destination: look-alike', { exact: true })).toBeVisible()
  await expect(drawer.getByText(/but is a different address/)).toHaveText(
    `Looks like ${name}, but is a different address.`,
  )
  const both = comparison(drawer)
  await expect.poll(() => both.getByRole('definition').allTextContents()).toEqual([address, trusted?.address])
  await expect(both.getByRole('link', { name })).toHaveAttribute('href', /^\/whitelists/)
  await expect(both.locator('mark')).not.toHaveCount(0)
  await expectAccessible(page, 'a look-alike in the drawer')
  await goWithin(page, `/transactions/${transaction_id}`)
  await expect(drawer).toBeHidden()
  await test.step('copying it asks first', () => expectAskedBeforeCopying(page, transaction))
})

test('a mark that comes to a card makes it no higher', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const release = await hold(page, /\/api\/addresses\/own/)
  // The smallest amounts are those of address poisoners.
  await page.goto('/transactions?limit=100&sort=amount')
  const cards = tableOf(page, 'Transactions')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  await expect(cards).toHaveCount(100)
  const heights = () => cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height))
  const before = await heights()
  release()
  await expect(cards.getByRole('img', { name: /^Look-alike/ })).not.toHaveCount(0)
  expect(await heights()).toEqual(before)
})

function fail(): never {
  throw new Error('The demonstration has no such withdrawal')
}

/** Copies the addresses of a record that is open on its page: of its destination only after a second look. */
async function expectAskedBeforeCopying(page: Page, { source, destination }: TransactionItem['transaction']) {
  await page.evaluate(() => navigator.clipboard.writeText('nothing'))
  await expect(page.getByText(/^Looks like .*, but is a different address\.$/)).toBeVisible()
  const copy = page.getByRole('button', { name: 'Copy destination address' })
  await copy.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Copy destination address' })
  await expect(dialog.getByRole('heading')).toHaveText('Check this address before you use it')
  await expect(comparison(dialog)).toBeVisible()
  await expectAccessible(page, 'asked before copying')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(copy).toBeFocused()
  expect(await copied(page)).toBe('nothing')

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Copy anyway' }).click()
  await expect(dialog).toBeHidden()
  expect(await copied(page)).toBe(destination.destination_address)
  // An address that is what it seems is copied at once.
  const other = page.getByRole('button', { name: 'Copy source address' })
  await expect(other).not.toHaveAttribute('aria-haspopup')
  await other.click()
  await expect.poll(() => copied(page)).toBe(source.source_address)
}

function comparison(within: Locator): Locator {
  return within.getByRole('figure')
}

test('where whitelists cannot be read nothing is claimed, and copying asks @all', async ({
  page,
  scripted,
}) => {
  const { transaction_id } = await stopped()
  scripted.script('/whitelist', errorAnswer('ERR-01'))
  await page.goto(`${scripted.console}/transactions/${transaction_id}`)
  const missing = 'Not all known addresses could be read, so look-alikes may go unnoticed.'
  await expect(page.getByRole('main')).toContainText(missing)
  await expect(page.getByRole('main')).not.toContainText('Looks like')
  await page.getByRole('button', { name: 'Copy destination address' }).click()
  await expect(page.getByRole('dialog', { name: 'Copy destination address' })).toContainText(missing)
})
