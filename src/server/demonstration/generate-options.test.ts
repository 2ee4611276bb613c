import { describe, expect, test } from 'vitest'
import { transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'
import { generateBooks } from './generate.ts'

const until = new Date('2026-11-21T12:34:56.789Z')

describe('the same options give the same books', () => {
  const everything = (options: { transactions: number; seed: number; until: Date }) => {
    const { transactions, holdings, ...standing } = generateBooks(options)
    const history = [...transactions]
    return JSON.stringify({ ...standing, history, holdings: holdings() })
  }
  const options = { transactions: 2500, seed: 5, until }

  test('byte for byte, whatever the hour of the day', () => {
    const hours = ['00:00:00.000', '03:59:59.999', '12:34:56.789', '23:59:59.999']
    const [first, ...others] = hours.map((hour) =>
      everything({ ...options, until: new Date(`2026-11-21T${hour}Z`) }),
    )
    for (const other of others) expect(other).toBe(first)
  })

  test('and another seed, number or day gives others', () => {
    const first = everything(options)
    expect(everything({ ...options, seed: 6 })).not.toBe(first)
    expect(everything({ ...options, transactions: 2501 })).not.toBe(first)
    expect(everything({ ...options, until: new Date(until.getTime() + 24 * 3_600_000) })).not.toBe(first)
  })

  test('also when they are walked a second time', () => {
    const again = generateBooks(options)
    const first = [...again.transactions]
    const left = again.holdings()
    expect([...again.transactions]).toEqual(first)
    expect(again.holdings()).toEqual(left)
  })
})

test.each([1000, 1300])(
  '%i transactions have every type and every status, whatever the day',
  (transactions) => {
    for (const day of ['2026-11-21', '2026-11-22', '2026-03-01', '2025-12-26']) {
      const books = generateBooks({ transactions, seed: 20_261_101, until: new Date(`${day}T09:00:00Z`) })
      const rows = [...books.transactions]
      expect(new Set(rows.map((row) => row.transaction_type)), day).toEqual(new Set(transactionTypes))
      expect(new Set(rows.map((row) => row.status)), day).toEqual(new Set(transactionStatuses))
    }
  },
)

describe('what cannot be asked', () => {
  test('holdings before the end of the walk', () => {
    const unread = generateBooks({ transactions: 10, seed: 1, until })
    expect(() => unread.holdings()).toThrow('walk the transactions')
    for (const _row of unread.transactions) {
      expect(() => unread.holdings()).toThrow('walk the transactions')
      break
    }
    expect([...unread.transactions]).toHaveLength(10)
    expect(unread.holdings()).not.toHaveLength(0)
  })

  test.each([
    { transactions: -1, seed: 1, until },
    { transactions: 1.5, seed: 1, until },
    { transactions: 1, seed: Number.NaN, until },
    { transactions: 1, seed: 1, until: new Date('never') },
  ])('$transactions transactions of seed $seed', (options) => {
    expect(() => generateBooks(options)).toThrow(RangeError)
  })
})

test.each([0, 1, 100])('%i transactions are exactly as many', (transactions) => {
  expect([...generateBooks({ transactions, seed: 3, until }).transactions]).toHaveLength(transactions)
})

test('rows are made one at a time: the first of a thousand million is there at once', () => {
  const [first] = generateBooks({ transactions: 1_000_000_000, seed: 3, until }).transactions
  expect(first?.transaction_type).toBe('deposit')
})
