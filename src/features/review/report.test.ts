import { expect, test } from 'vitest'
import { madeBooks } from '../../books/testing/made-books.ts'
import { reviewReport } from './report.ts'
import { alike, one, other, reviewWhitelist, withdrawal, xrpEntry } from './testing/records.ts'

const books = madeBooks({
  whitelists: [
    reviewWhitelist('Exchange', { address: one }, xrpEntry),
    reviewWhitelist('Copy', { address: alike }, { ...xrpEntry, memo: '7' }),
  ],
  transactions: [
    withdrawal({ id: 't1', to: one, named: 'Exchange' }),
    withdrawal({ id: 't2', to: `0xabcd${'5'.repeat(32)}1234`, amount: '2.5' }),
    withdrawal({ id: 't3', to: other, asset: 'USDC', named: 'Exchange' }),
  ],
})

function rowsOf(name: string) {
  return reviewReport(books).tables.find((table) => table.name === name)?.rows ?? []
}

test('the headline counts findings, and says how many are critical', () => {
  const { headline, tables } = reviewReport(books)
  expect(headline).toEqual({
    text: '8 findings in 2 whitelists with 4 addresses, 1 critical.',
    tone: 'bad',
  })
  expect(tables.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['unlisted-withdrawal', 2],
    ['look-alike', 1],
    ['missing-memo', 1],
    ['several-names', 1],
    ['never-used', 3],
  ])
})

test('a withdrawal to no listed address says what was sent and what the address looks like, the critical one first', () => {
  const [critical, high] = rowsOf('unlisted-withdrawal')
  expect(critical?.cells).toMatchObject({
    ...{ severity: 'Critical', completed_amount: '2.5', asset_id: 'ETH', transactions: '1' },
    ...{ resembles: one, resembles_name: 'Exchange', transaction_ids: 't2' },
  })
  expect(critical?.href).toContain('/transactions?')
  expect(high?.cells).toMatchObject({ severity: 'High', address: other, named_as: 'Exchange', resembles: '' })
})

test('an entry that looks like another is shown beside the one that is used, and leads to its check', () => {
  const [row] = rowsOf('look-alike')
  expect(row?.cells).toMatchObject({ whitelist_name: 'Copy', address: alike, resembles: one })
  expect(row?.href).toMatch(/^\/check\?address=0xabcd777/)
})

test('what a finding rests on is within its row', () => {
  expect(rowsOf('several-names')[0]?.parts?.map(({ cells }) => cells.whitelist_name)).toEqual([
    'Exchange',
    'Copy',
  ])
  expect(rowsOf('missing-memo')[0]?.parts?.map(({ cells }) => cells.memo)).toEqual(['7'])
})

test.each([
  [{}, 'There are no whitelists to review.', 0],
  [{ whitelists: [reviewWhitelist('a')] }, 'Nothing found in 1 whitelist with 0 addresses.', 0],
  [{ doubts: ['It was cut off.'] }, 'There are no whitelists to review.', 1],
])('of %j it says “%s”', (made, headline, doubts) => {
  const report = reviewReport(madeBooks(made))
  expect(report.headline).toEqual({ text: headline, tone: 'good' })
  expect(report.tables).toEqual([])
  expect(report.basis.doubts).toHaveLength(doubts)
})
