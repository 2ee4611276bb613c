/** A newcomer's way through transactions: signing in, filtering, opening, turning pages. What is seen is what the API has. */
import type { Page } from 'playwright/test'
import { needsMemo } from '../src/addresses/memo.ts'
import { feeAssetOf } from '../src/contract/fee-asset.ts'
import { inWords, type TransactionItem, transactionRow, transactionsOf } from './support/api.ts'
import { chip, expectAddress, filterBy, goWithin } from './support/page.ts'
import { signIn, signOut } from './support/session.ts'
import { compact, expectEveryRow, expectRows, facts, rowLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('a newcomer signs in with one click, reads transactions, and signs out', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/')
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByText('Embedded service', { exact: true })).toBeVisible()
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' }).click()
  await expectAddress(page, '/transactions')
  const newest = await transactionsOf(page, 'limit=50')
  await expectRows(tableOf(page, 'Transactions'), newest.map(transactionRow))
  await expect(page.getByText('1–50 of more than 50 transactions')).toBeVisible()

  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const refused = await page.request.get('/api/transactions')
  expect(await refused.json()).toMatchObject({ error_code: 'GTW-04' })
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(tableOf(page, 'Transactions')).toBeHidden()
})

test('filters put the API’s own names in the address, and find what the API itself finds', async ({
  page,
}) => {
  await test.step('by choosing, typing and dates', async () => {
    await page.goto('/transactions?limit=10')
    const table = tableOf(page, 'Transactions')
    await filterBy(page, { Status: 'Completed' })
    await expectAddress(page, '/transactions?limit=10&status=completed')
    await expectEveryRow(table, 'Status', 'Completed')
    await expect(chip(page, 'Status')).toHaveText(/Completed/)

    await filterBy(page, { Asset: 'BTC' })
    const [from, to] = [dayBefore(120), dayBefore(30)]
    await filterBy(page, { 'Start date': from, 'End date': to })
    const query = `status=completed&asset_id=BTC&start_date=${from}&end_date=${to}`
    await expectAddress(page, `/transactions?limit=10&${query}`)
    await expectRows(table, (await transactionsOf(page, `${query}&limit=10`)).map(transactionRow))

    await page.getByRole('button', { name: 'Clear Asset' }).click()
    await expectAddress(page, `/transactions?limit=10&status=completed&start_date=${from}&end_date=${to}`)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expectAddress(page, '/transactions?limit=10')
  })

  await test.step('every filter of the API can be set', async () => {
    const [sample] = await transactionsOf(page, 'transaction_type=withdraw&status=completed&limit=1')
    if (!sample) throw new Error('the demonstration has no completed withdrawal')
    const { source, destination, network_id } = sample.transaction
    await filterBy(page, {
      Type: 'Withdraw',
      Network: network_id,
      From: source.source_id,
      To: destination.destination_id,
      'From address': source.source_address,
      'To address': destination.destination_address,
      'Transaction id': sample.transaction_id,
    })
    const query = new URLSearchParams({
      transaction_type: 'withdraw',
      network_id,
      source_id: source.source_id,
      source_address: source.source_address,
      destination_id: destination.destination_id,
      destination_address: destination.destination_address,
      transaction_id: sample.transaction_id,
    })
    await expectAddress(page, `/transactions?limit=10&${query}`)
    await expectRows(tableOf(page, 'Transactions'), [transactionRow(sample)])
  })
})

test.describe('with dates', () => {
  test.use({ dates: true })

  test('a transaction shows every field of the API’s record, in a drawer and on a page of its own', async ({
    page,
  }) => {
    await test.step('an opened row', async () => {
      await page.goto('/transactions?limit=10&status=completed&transaction_type=withdraw')
      const table = tableOf(page, 'Transactions')
      const [, second] = await transactionsOf(page, 'status=completed&transaction_type=withdraw&limit=2')
      if (!second) throw new Error('the demonstration has too few withdrawals')
      await rowLinks(table).nth(1).click()
      const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
      await expectAddress(
        page,
        `/transactions?limit=10&status=completed&transaction_type=withdraw&tx=${second.transaction_id}`,
      )
      await expectDetails(page, second)
      await expect(drawer.getByRole('heading', { name: 'Transaction', exact: true })).toBeFocused()
      const explorer = drawer.getByRole('link', {
        name: new URL(second.transaction.blockexplorer_link).host,
      })
      await expect(explorer).toHaveAttribute('href', second.transaction.blockexplorer_link)
      await expect(explorer).toHaveAttribute('rel', /noreferrer/)
      await expect(explorer).toHaveAttribute('target', '_blank')
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
    })

    await test.step('a page of its own, with the same fields', async () => {
      const [record] = await transactionsOf(page, 'limit=1&transaction_type=stake')
      if (!record) throw new Error('the demonstration has no stake')
      await goWithin(page, `/transactions?limit=10&tx=${record.transaction_id}`)
      await page.getByRole('dialog').getByRole('link', { name: 'Open', exact: true }).click()
      await expectAddress(page, `/transactions/${record.transaction_id}`)
      await expect.poll(() => facts(page.getByRole('main'))).toEqual(detailsOf(record))
      await page.getByRole('link', { name: 'All transactions', exact: true }).click()
      await expectAddress(page, '/transactions')
    })
  })
})

test('pages turn to exactly the rows that the API has at that offset, and the last says that it is the last', async ({
  page,
}) => {
  const expectPage = async (limit: number, offset: number) => {
    const expected = await transactionsOf(page, `limit=${limit}&offset=${offset}`)
    await expectRows(tableOf(page, 'Transactions'), expected.map(transactionRow))
  }
  await page.goto('/transactions?limit=10')
  const pager = page.getByRole('navigation', { name: 'Pages of transactions' })
  await expect(pager.getByRole('link', { name: 'Previous' })).toBeDisabled()
  await pager.getByRole('combobox', { name: 'Per page' }).selectOption('25')
  await expectAddress(page, '/transactions?limit=25')
  await expectPage(25, 0)
  await pager.getByRole('link', { name: 'Next' }).click()
  await expectAddress(page, '/transactions?limit=25&offset=25')
  await expectPage(25, 25)
  await expect(pager).toContainText('26–50 of more than 50 transactions')
  await pager.getByRole('link', { name: 'Previous' }).click()
  await expectPage(25, 0)

  await test.step('the last page', async () => {
    const all = await transactionsOf(page, 'limit=1000&status=failed')
    const last = Math.floor((all.length - 1) / 25) * 25
    await goWithin(page, `/transactions?status=failed&limit=25&offset=${last}`)
    const from = last + 1 === all.length ? `${all.length}` : `${last + 1}–${all.length}`
    await expect(pager).toContainText(`${from} of ${all.length} transactions`)
    await expect(pager.getByRole('link', { name: 'Next' })).toBeDisabled()
    await expectRows(tableOf(page, 'Transactions'), all.slice(last).map(transactionRow))
  })
})

async function expectDetails(page: Page, record: TransactionItem): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await expect(drawer).toBeVisible()
  await expect.poll(() => facts(drawer)).toEqual(detailsOf(record))
  const { amount, asset_id, transaction_type } = record.transaction
  await expect(drawer.locator('header')).toContainText(
    new RegExp(`^${amount}${asset_id}${inWords(transaction_type)}${inWords(record.status)}`),
  )
}

/** All fields below the amount, in the order in which the drawer shows them, without gaps. */
function detailsOf({ transaction_id, transaction }: TransactionItem) {
  const { source, destination, blockexplorer_link: link } = transaction
  const orNone = (text: string) => compact(text) || '–'
  // One that never reached its network, such as a rejected one, has none.
  const explorer = link === '' ? '' : `${new URL(link).host}(opensinanewtab)${link}`
  const memo = ['Memo', orNone(destination.memo)]
  return [
    ['From', party(source.source_name, source.source_type, source.source_address)],
    [
      'To',
      party(destination.destination_name, destination.destination_type, destination.destination_address),
    ],
    ...(destination.memo === '' ? [] : [memo]),
    ['Hash', orNone(transaction.txn_hash) + explorer],
    ['Fee', `${transaction.fee}${feeAssetOf(transaction.network_id)}Inthenetwork’sownasset`],
    ['Recorded on', expect.stringMatching(/^\d{4}-\d\d-\d\dUTC/)],
    ['Asset', compact(transaction.asset_name + transaction.asset_id)],
    ['Network', compact(transaction.network_name + transaction.network_id)],
    // Nobody looks for a memo where the network has none.
    ...(destination.memo === '' && needsMemo(transaction.network_id, transaction.asset_id) !== false
      ? [memo]
      : []),
    ['Source id', orNone(source.source_id)],
    ['Destination id', orNone(destination.destination_id)],
    ['Transaction id', transaction_id],
    ['Note', orNone(transaction.note)],
    ['Retrieved', expect.stringMatching(/^\d{4}-\d\d-\d\d\d\d:\d\d:\d\dUTC$/)],
  ]
}

/** Other names of the address follow once the address book is there. */
function party(name: string, type: string, address: string) {
  const kind = type === 'external' ? 'External address' : inWords(type)
  return expect.stringContaining(compact(name + kind + address))
}

/** The UTC day so many days before today: the demonstration's books end now. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
