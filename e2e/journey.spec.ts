/** A newcomer's way through transactions: filtering, opening, pages of another length. What is seen is what the API has. */
import type { Page } from 'playwright/test'
import { needsMemo } from '../src/addresses/memo.ts'
import { feeAssetOf } from '../src/contract/fee-asset.ts'
import { inWords, type TransactionItem, transactionLine, transactionsOf } from './support/api.ts'
import { expectAddress, filterBy, goWithin } from './support/page.ts'
import { compact, expectRows, facts, rowHeaderLinks, tableOf } from './support/table.ts'
import { expect, test } from './support/test.ts'

test('the filters of the API can be set, by their own names in the address, and find what the API itself finds', async ({
  page,
}) => {
  await page.goto('/transactions?limit=10')
  const [sample] = await transactionsOf('transaction_type=withdraw&status=completed&limit=1')
  if (!sample) throw new Error('the demonstration has no completed withdrawal')
  const { source, asset_id, network_id } = sample.transaction
  await filterBy(page, {
    Type: 'Withdraw',
    Status: 'Completed',
    Asset: asset_id,
    Network: network_id,
    'Party or address': source.source_id,
    'At which end': 'From',
    Words: sample.transaction_id,
  })
  const query = new URLSearchParams({
    transaction_type: 'withdraw',
    status: 'completed',
    asset_id,
    network_id,
    source_id: source.source_id,
    text: sample.transaction_id,
  })
  await expectAddress(page, `/transactions?limit=10&${query}`)
  await expectRows(tableOf(page, 'Transactions'), [transactionLine(sample)])
})

test.describe('with dates', () => {
  test.use({ dates: true })

  test('a transaction shows every field of the API’s record, in a drawer and on a page of its own', async ({
    page,
  }) => {
    await test.step('an opened row', async () => {
      await page.goto('/transactions?limit=10&status=completed&transaction_type=withdraw')
      const table = tableOf(page, 'Transactions')
      const [, second] = await transactionsOf('status=completed&transaction_type=withdraw&limit=2')
      if (!second) throw new Error('the demonstration has too few withdrawals')
      await rowHeaderLinks(table).nth(1).click()
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
      const [record] = await transactionsOf('limit=1&transaction_type=stake')
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

async function expectDetails(page: Page, record: TransactionItem): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'Transaction', exact: true })
  await expect(drawer).toBeVisible()
  await expect.poll(() => facts(drawer)).toEqual(detailsOf(record))
  const { amount, asset_id, transaction_type } = record.transaction
  await expect(drawer.locator('header')).toContainText(
    new RegExp(
      `^${amount}${asset_id}(Worth [\\d,.]+ EUR at the price of [\\d-]+)?${inWords(transaction_type)}${inWords(record.status)}`,
    ),
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
    ['Fee', `${transaction.fee}${feeAssetOf(transaction.network_id)}Intheassetforwhichthebalancesaddup`],
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
