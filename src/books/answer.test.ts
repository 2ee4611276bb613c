import { describe, expect, it } from 'vitest'
import { answerFromBooks } from './answer.ts'
import { type Booked, booksOf } from './testing/made-books.ts'

const evm = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'

function booked(
  transaction_id: string,
  day: string | null,
  { status = 'completed', note = '', ...details }: Readonly<Record<string, unknown>>,
): Booked {
  return [{ transaction_id, status, transaction: { note, ...details } }, day]
}

const books = booksOf([
  booked('t4', '2026-11-03', { amount: '10', asset_id: 'ETH', status: 'pending', txn_hash: '0xFEED' }),
  booked('t3', '2026-11-02', {
    ...{ amount: '9.99999999999999999999', asset_id: 'BTC', status: 'processing' },
    ...{ destination: { destination_address: evm, memo: 'Invoice 77' }, network_id: 'ETH' },
  }),
  booked('t2', '2026-11-02', {
    ...{ amount: '10.00000000000000000001', asset_id: 'ETH', note: 'Payroll, November' },
    ...{ source: { source_address: evm.toLowerCase() }, network_id: 'ETH' },
  }),
  booked('t1', '2026-11-01', { amount: 'none', asset_id: 'USD', note: 'Payroll' }),
])

const asked = (query: string, of = books) => answerFromBooks(of, `/transactions?${query}`)
const idsOf = (query: string, of = books) =>
  (JSON.stringify(asked(query, of).body).match(/"transaction_id":"t\d+"/g) ?? []).map((text) =>
    text.slice(18, -1),
  )

describe('lists of transactions', () => {
  it.each([
    ['status=pending&status=processing', ['t4', 't3']],
    ['asset_id=ETH&asset_id=USD&status=completed', ['t2', 't1']],
    // A service has this one value under two names.
    ['transaction_type=changepool&transaction_type=stake', []],
    ['amount_from=10', ['t4', 't2']],
    ['amount_to=10', ['t4', 't3']],
    ['amount_from=9.99999999999999999999&amount_to=10.0', ['t4', 't3']],
    ['text=payroll', ['t2', 't1']],
    ['text=PAYROLL+nov', ['t2']],
    ['text=invoice', ['t3']],
    ['text=0xfeed', ['t4']],
    ['text=feed+payroll', []],
    ['text=10.0', ['t4']],
    ['text=10.00000000000000000001+payroll', ['t2']],
    ['text=9.99', []],
    // No text begins in one row and ends in another.
    ['text=novemberpayroll', []],
    [`address=${evm.toLowerCase()}`, ['t3', 't2']],
    [`source_address=${evm}`, ['t2']],
  ])('%s', (query, ids) => {
    expect(idsOf(query)).toEqual(ids)
  })

  it.each([
    ['amount_from=1,000', 'amount_from must be a decimal number'],
    ['amount_to=1e3', 'amount_to must be a decimal number'],
    ['amount_to=1&amount_to=2', 'amount_to is given more than once.'],
    ['status=pending&status=', 'TXN-01'],
  ])('refuse %s', (query, why) => {
    const { status, body } = asked(query)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(why)
  })
})
