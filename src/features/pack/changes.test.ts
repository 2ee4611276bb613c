import { expect, test } from 'vitest'
import type { PackLabel } from '../../api/pack-source.ts'
import type { Books } from '../../books/books.ts'
import { madeBooks } from '../../books/testing/made-books.ts'
import { normaliseTransaction, normaliseWhitelist } from '../../sync/service/normalise.ts'
import { changesReport } from './changes.ts'

const transaction = (id: string, amount = '1', status = 'completed') =>
  normaliseTransaction({
    ...{ transaction_id: id, status },
    transaction: { transaction_type: 'stake', asset_id: 'ETH', network_id: 'ETH', amount, fee: '0' },
  })
const whitelist = (address: string) =>
  normaliseWhitelist({
    ...{ whitelist_id: 'w', whitelist_name: 'Broker' },
    assets: [{ asset_id: 'ETH', network_id: 'ETH', address, memo: '' }],
  })
const later = (books: Books): Books => ({ ...books, begun: '2026-02-01', ended: '2026-02-02' })
const pack: PackLabel = {
  name: 'earlier.zip',
  asOf: '2026-01-01',
  signed: { key: 'k', at: '2026-01-01' },
  missing: [],
  accepted: [],
  prices: null,
}
const reportOf = (before: Books, after: Books, about = pack) =>
  changesReport({ books: before, about }, { books: later(after), about: null })

test('what should never happen is the headline and the first table, and everyday is one line with a number', () => {
  const before = madeBooks({
    transactions: [transaction('a'), transaction('b')],
    whitelists: [whitelist('x')],
  })
  const after = madeBooks({
    transactions: [transaction('b', '2'), transaction('new')],
    whitelists: [whitelist('y')],
  })
  const { headline, tables } = reportOf(before, after)
  expect(headline).toEqual({
    text: 'Unexpected: 1 transaction gone, 1 changed after it was final',
    tone: 'bad',
  })
  expect(tables.map(({ title }) => title)).toEqual([
    'Transactions that should not have changed (3)',
    'Whitelists (1)',
  ])
  expect(tables[0]?.rows.map(({ cells }) => [cells.transaction_id, cells.change, cells.differences])).toEqual(
    [
      ['a', 'Gone', ''],
      ['b', 'Changed after it was final', 'Amount: 1, now 2'],
      ['new', 'New, on a day already read', ''],
    ],
  )
})

test('amounts are grouped on screen and plain in files', () => {
  const [before, after] = ['1', '-2000.0050'].map((amount) =>
    madeBooks({ transactions: [transaction('b', amount)] }),
  ) as [Books, Books]
  expect(reportOf(before, after).tables[0]?.rows[0]?.cells).toMatchObject({
    differences: 'Amount: 1, now -2000.0050',
    differences_shown: 'Amount: 1, now -2,000.0050',
  })
})

test('nothing is called gone, and nothing unchanged, that is not shown to be', () => {
  const whole = madeBooks({ transactions: [transaction('a')] })
  const doubts = ['The list was cut off.']
  const { headline, tables, basis } = reportOf(whole, madeBooks({ transactions: [], doubts }))
  expect(headline.tone).toBe('warning')
  expect(tables[0]?.rows[0]?.cells.change).toBe('Not found')
  expect(basis.doubts).toEqual([
    'The later transactions are not proved complete: what is missing may still be there.',
    ...doubts,
  ])
  expect(reportOf(whole, whole).headline).toEqual({
    text: expect.stringMatching(/^Nothing changed since \d+ \w+ \d{4}, \d\d:\d\d UTC$/),
    tone: 'good',
  })
  const partial = madeBooks({ transactions: [transaction('a')], doubts })
  expect(reportOf(partial, partial).headline).toMatchObject({
    text: expect.stringMatching(/^No change was found since/),
    tone: 'warning',
  })
})

test('who signed a pack is said', () => {
  const books = madeBooks({ transactions: [transaction('a')] })
  expect(reportOf(books, books).remarks[0]).toMatch(
    /^Before: earlier\.zip, read from .* The pack was signed on 2026-01-01 with key k\.$/,
  )
})

test('every row has its record before and after', () => {
  const before = madeBooks({ transactions: [transaction('a', '1')], whitelists: [whitelist('x')] })
  const after = madeBooks({ transactions: [transaction('a', '2')], whitelists: [whitelist('y')] })
  const rows = reportOf(before, after).tables.flatMap((table) => table.rows)
  expect(rows.map(({ id, parts = [] }) => [id, ...parts.map(({ id, cells }) => [id, cells])])).toEqual([
    [
      'transaction:a',
      ['before', expect.objectContaining({ transaction_id: 'a', amount: '1', fee: '0' })],
      ['after', expect.objectContaining({ transaction_id: 'a', amount: '2', fee: '0' })],
    ],
    [
      'entry:0',
      ['before', expect.objectContaining({ address: 'x', change: 'Before' })],
      ['after', expect.objectContaining({ address: 'y', change: 'After' })],
    ],
  ])
})
