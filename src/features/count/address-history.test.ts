import { describe, expect, test } from 'vitest'
import { booksOf } from '../../books/testing/made-books.ts'
import { addressHistory } from './address-history.ts'

const item = (id: string, from: string, to: string, details: object = {}) => ({
  transaction_id: id,
  status: 'completed',
  transaction: {
    transaction_type: 'withdraw',
    asset_id: 'ETH',
    network_id: 'ETH',
    amount: '0.1',
    source: { source_address: from },
    destination: { destination_address: to },
    ...details,
  },
})
const a = `0x${'a'.repeat(40)}`
const capitals = `0x${'A'.repeat(40)}`

describe('the whole history of an address', () => {
  const books = booksOf([
    [item('1', 'b', a), '2026-11-02'],
    [item('2', 'b', capitals, { amount: '0.2' }), '2026-11-01'],
    [item('3', a, 'b', { transaction_type: 'deposit' }), null],
    [item('4', 'b', 'c'), '2026-11-01'],
    [item('5', '', ''), '2026-11-01'],
  ])
  const { headline, tables, basis } = addressHistory(books, a)
  const [sent, received, transactions] = tables

  test('has every spelling, either end, and nothing else', () => {
    expect(headline.text).toBe('3 transactions, 2 sent to it, 1 received from it')
    expect(transactions?.rows.map(({ cells, href }) => [cells.recorded_on, cells.direction, href])).toEqual([
      ['2026-11-02', 'Sent', '/transactions/1'],
      ['2026-11-01', 'Sent', '/transactions/2'],
      [null, 'Received', '/transactions/3'],
    ])
  })

  test('adds up each end alone, and leads to its list, which has every spelling too', () => {
    expect(sent?.rows.map(({ cells, href }) => [cells.amount, cells.transactions, href])).toEqual([
      [
        '0.3',
        '2',
        `/transactions?asset_id=ETH&network_id=ETH&transaction_type=withdraw&destination_address=${a}&status=completed`,
      ],
    ])
    expect(received?.rows.map(({ cells, href }) => [cells.amount, href])).toEqual([
      [
        '0.1',
        `/transactions?source_address=${a}&asset_id=ETH&network_id=ETH&transaction_type=deposit&status=completed`,
      ],
    ])
  })

  test('folds many transactions by month', () => {
    const many = Array.from({ length: 21 }, (_, index) => item(`${index}`, 'b', a))
    const folded = addressHistory(booksOf(many.map((one) => [one, '2026-11-02'])), a)
    expect(folded.tables[2]?.rows.map(({ cells, parts }) => [cells, parts?.length])).toEqual([
      [{ recorded_on: '2026-11', transactions: '21' }, 21],
    ])
  })

  test('is partial where the books are', () => {
    expect(basis.doubts).toEqual([])
    const part = booksOf([[item('1', 'b', a), null]], { doubts: ['It moved.'] })
    expect(addressHistory(part, a).headline).toEqual({
      text: 'Partial: 1 transaction, 1 sent to it, 0 received from it',
      tone: 'warning',
    })
  })
})
