/** One field finds anything: names, ids, addresses, hashes, dates and words of filters, typed or pasted. */
import type { Page } from 'playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import {
  type TransactionItem,
  transactionRow,
  transactionsOf,
  vaultsOf,
  whitelistsOf,
} from './support/api.ts'
import { expectAddress, pill } from './support/filters.ts'
import { findField, openList, results } from './support/finding.ts'
import { startSession } from './support/session.ts'
import { expectEveryRow, expectRows, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { goWithin } from './support/within.ts'

test.beforeEach(({ page }) => startSession(page))

test('one field finds anything', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openList(page)
  await test.step('what can mean one thing only is applied at Enter', async () => {
    const [far] = await transactionsOf(page, 'limit=1&offset=900')
    const means = [
      ['usdc_eth', 'asset_id=USDC_ETH'],
      ['2026-02', 'start_date=2026-02-01&end_date=2026-02-28'],
      [` ${far?.transaction_id} `, `transaction_id=${far?.transaction_id}`],
    ] as const
    for (const [text, query] of means)
      await test.step(text, async () => {
        await findField(page).fill(text)
        await findField(page).press('Enter')
        await expectAddress(page, `/transactions?limit=10&${query}`)
        await page.getByRole('button', { name: 'Clear all' }).click()
        await expectAddress(page, '/transactions?limit=10')
      })
  })

  await test.step('a name that can stand at both ends is asked about, and chosen by keyboard', async () => {
    const [vault] = await vaultsOf(page, 'vault_type=warm&limit=1')
    await page.keyboard.press('/')
    await expect(findField(page)).toBeFocused()
    await page.keyboard.type(vault?.vault_name.toUpperCase() ?? '')
    await page.keyboard.press('Enter')
    await expect(results(page)).toHaveText([/^Source/, /^Destination/])
    await expectAddress(page, '/transactions?limit=10')
    await page.keyboard.press('ArrowDown')
    await expect(results(page).nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expectAddress(page, `/transactions?limit=10&destination_id=${vault?.vault_id}`)
    await expect(findField(page)).toHaveValue('')
    await expect(pill(page, 'Destination')).toHaveAccessibleName(`Destination: ${vault?.vault_name}`)
    await expectEveryRow(tableOf(page, 'Transactions'), 'To', vault?.vault_name ?? '')
    await page.getByRole('button', { name: 'Clear all' }).click()
  })

  await test.step('an address is asked about, and says whose it is', async () => {
    const whitelists = await whitelistsOf(page, 'limit=50')
    const [withdrawal] = await transactionsOf(page, 'transaction_type=withdraw&status=completed&limit=1')
    const destination = withdrawal?.transaction.destination
    const owner = whitelists.find(({ whitelist_id }) => whitelist_id === destination?.destination_id)
    await findField(page).fill(destination?.destination_address ?? '')
    await expect(results(page).first()).toContainText(owner?.whitelist_name ?? '')
    await results(page).filter({ hasText: 'Destination address' }).click()
    await expectAddress(
      page,
      `/transactions?limit=10&destination_address=${destination?.destination_address}`,
    )
    await expect(
      pill(page, 'Destination address').getByTitle(destination?.destination_address ?? ''),
    ).toBeVisible()

    await page.getByRole('button', { name: 'Clear all' }).click()
  })

  await test.step('hostile pasted text is cleaned, said, and stays text', async () => {
    const [vault] = await vaultsOf(page, 'vault_type=cold&limit=1')
    const [one = '', ...rest] = (vault?.vault_name ?? '').split(' ')
    await paste(page, `\u202e ${one}\r\n\t${rest.join('\u00a0')}\u200b\n`)
    await expect(findField(page)).toHaveValue(vault?.vault_name ?? '')
    await expect(page.getByRole('search')).toContainText('hidden characters U+202E, U+200B')
    await results(page).filter({ hasText: 'Source' }).click()
    await expectAddress(page, `/transactions?limit=10&source_id=${vault?.vault_id}`)

    const script = '<img/src=x/onerror=alert(1)>'
    await paste(page, script)
    await findField(page).press('Enter')
    await expectAddress(page, `/transactions?limit=10&transaction_id=${encodeURIComponent(script)}`)
    await expect(pill(page, 'Transaction id').getByTitle(script)).toBeVisible()
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)

    await paste(page, 'x'.repeat(10_000))
    await expect(page.getByRole('search')).toContainText('Nothing found.')
  })
})

test('one field finds what has been read in this tab, and says what it does not know @all', async ({
  page,
}) => {
  await openList(page)
  await test.step('a hash is looked for in what has been read, and the page says so', async () => {
    const hashed = (records: TransactionItem[]) =>
      records.find(({ transaction }) => transaction.txn_hash !== '')
    const near = hashed(await transactionsOf(page, 'limit=10'))
    const far = hashed(await transactionsOf(page, 'limit=50&offset=1200'))
    await findField(page).fill(near?.transaction.txn_hash ?? '')
    await expect(results(page)).toContainText(/Found among the \d+ transactions read in this tab/)
    await findField(page).press('Enter')
    await expectAddress(page, `/transactions?limit=10&tx=${near?.transaction_id}`)
    const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
    await expect(drawer).toContainText(near?.transaction.txn_hash ?? 'a hash')
    await page.keyboard.press('Escape')

    await findField(page).fill(far?.transaction.txn_hash ?? '')
    await expect(page.getByRole('search')).toContainText(
      /Not among the \d+ transactions read in this tab, and the service cannot search by hash/,
    )
    await expect(results(page)).toHaveText([/^Books/])
    // The first closes what stands under the field, the second clears it.
    await findField(page).press('Escape')
    await expect(findField(page)).toHaveValue(far?.transaction.txn_hash ?? '')
    await findField(page).press('Escape')
    await expect(findField(page)).toHaveValue('')
  })

  await test.step('an id that was read opens its transaction; one that was not is looked for without other filters', async () => {
    const [first] = await transactionsOf(page, 'status=completed&limit=1')
    // The latest withdrawals are read on every page, for the addresses of the vaults that they tell.
    const far = (await transactionsOf(page, 'status=failed&limit=200')).findLast(
      ({ transaction }) => transaction.transaction_type !== 'withdraw',
    )
    expect(far).toBeDefined()
    await goWithin(page, '/transactions?limit=10&status=completed')
    await expectEveryRow(tableOf(page, 'Transactions'), 'Status', 'Completed')
    await findField(page).fill(first?.transaction_id ?? '')
    await findField(page).press('Enter')
    await expectAddress(page, `/transactions?limit=10&status=completed&tx=${first?.transaction_id}`)
    await page.keyboard.press('Escape')
    await findField(page).fill(far?.transaction_id ?? '')
    await findField(page).press('Enter')
    await expectAddress(page, `/transactions?limit=10&transaction_id=${far?.transaction_id}`)
    if (far) await expectRows(tableOf(page, 'Transactions'), [transactionRow(far)])
  })

  await test.step('what was never on screen is found once the books are read, by hash and by id', async () => {
    const [far] = (await transactionsOf(page, 'limit=50&offset=1100')).filter(
      ({ transaction }) => transaction.txn_hash !== '',
    )
    await findField(page).fill(far?.transaction.txn_hash ?? '')
    await findField(page).press('Enter')
    await expect(results(page)).toHaveText([/^Open transaction.*Found in the books/], { timeout: 60_000 })
    await findField(page).press('Enter')
    await expect(page).toHaveURL(new RegExp(`tx=${far?.transaction_id}`))
    await page.keyboard.press('Escape')
    await findField(page).fill('ab'.repeat(32))
    await expect(results(page)).toHaveText([
      /^Books.*Update the books.*Not among the [\d,]+ transactions of the books/,
    ])
  })
})

test('every layer of finding has no accessibility finding @all', async ({ page }) => {
  const [vault] = await vaultsOf(page, 'limit=1')
  await openList(page)
  await findField(page).fill(vault?.vault_name ?? '')
  await findField(page).press('ArrowDown')
  await expectAccessible(page, 'several results')
  await findField(page).fill('ab'.repeat(32))
  await expect(page.getByRole('search')).toContainText('Not among')
  await expectAccessible(page, 'a hash that was not read')
  await findField(page).fill('nothing is called so')
  await expectAccessible(page, 'no result')
  await findField(page).fill('')
  for (const label of ['Asset', 'Date', 'More filters']) {
    await pill(page, label).click()
    await expect(page.getByRole('dialog', { name: label, exact: true })).toBeVisible()
    if (label === 'Asset') await expect(page.getByRole('option', { name: 'BTC Bitcoin' })).toBeVisible()
    await expectAccessible(page, label)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' }).getByLabel('Status')).toBeVisible()
  await expectAccessible(page, 'the sheet of filters')
  await expectNoSidewaysScroll(page, 'the sheet of filters')
})

async function paste(page: Page, text: string): Promise<void> {
  await findField(page).fill('')
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await findField(page).press('ControlOrMeta+v')
}
