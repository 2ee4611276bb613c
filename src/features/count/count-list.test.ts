import { afterEach, expect, test, vi } from 'vitest'
import { writeDecimal } from '../../contract/decimal.ts'
import { countList } from './count-list.ts'

afterEach(() => vi.unstubAllGlobals())

const asOf = '2026-11-21T15:00:00.000Z'
const transaction = (id: string) => ({
  transaction_id: id,
  timestamp: asOf,
  status: 'completed',
  transaction: { transaction_type: 'deposit', asset_id: 'BTC', network_id: 'BTC', amount: '0.1', fee: '0' },
})

/** A service to which new transactions come with every request; they are not in what ends before them. */
function growing(count: number) {
  const ids = Array.from({ length: count }, (_, index) => `t${index}`)
  let fresh: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    const query = new URL(address, 'http://console.invalid').searchParams
    const all = query.has('end_date') ? ids : [...fresh, ...ids]
    const offset = Number(query.get('offset'))
    const page = all.slice(offset, offset + Number(query.get('limit')))
    // Where there are two requests for the newest, nothing may come between them.
    if (query.get('limit') !== '1') fresh = [`new${fresh.length}`, ...fresh]
    if (page.length === 0) return Response.json({ error_code: 'TXN-02', code: '400' }, { status: 400 })
    return Response.json({ transactions: page.map(transaction) })
  })
}

const never = new AbortController().signal
const everything = { filter: {}, service: '', account: null }
const control = { signal: never, stop: never }

test('what comes while it is counted is behind the end that is set, and not counted', async () => {
  growing(1501)
  const count = await countList(everything, control)
  expect(count).toMatchObject({
    rows: 1501,
    basis: { doubts: [], read: { records: 1501 } },
    remarks: [`Recorded up to ${asOf}.`],
  })
  expect(count.leaves.map(({ rows, amount }) => [rows, writeDecimal(amount.sum)])).toEqual([[1501, '150.1']])
})

test('stopped before there is an end, it has counted nothing and says so', async () => {
  const stop = new AbortController()
  growing(3)
  const count = await countList(everything, {
    ...control,
    stop: stop.signal,
    gate: async () => stop.abort('It was stopped before the end.'),
  })
  expect(count).toMatchObject({
    rows: 0,
    basis: { doubts: ['It was stopped before the end.'] },
    remarks: [],
  })
})
