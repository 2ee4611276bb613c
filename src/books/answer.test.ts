import { describe, expect, it } from 'vitest'
import { transactionSortTexts } from '../contract/normal-records.ts'
import { normaliseVault, normaliseWhitelist } from '../sync/service/normalise.ts'
import { transactionsView } from '../url/lists.ts'
import { answerFromBooks, listFromBooks } from './answer.ts'
import type { HoldingsReading } from './books.ts'
import { type Booked, booksOf, nothingHeld, walked } from './testing/made-books.ts'
import { type Edge, narrowedTable } from './transaction-table.ts'

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
    ['sort=amount:asc', ['t3', 't4', 't2', 't1']],
    ['sort=amount:desc', ['t2', 't4', 't3', 't1']],
    ['sort=asset_id:desc', ['t1', 't4', 't2', 't3']],
    ['sort=recorded_on:desc', ['t4', 't3', 't2', 't1']],
    ['sort=recorded_on:asc', ['t1', 't3', 't2', 't4']],
    ['sort=amount:desc&asset_id=ETH&limit=1&offset=1', ['t4']],
  ])('%s', (query, ids) => {
    expect(idsOf(query)).toEqual(ids)
  })

  it('say how many match, beside a page', () => {
    expect(asked('status=completed&limit=1').list).toEqual({ total: 2, isSorted: true })
  })

  it('have what has no date last, and say so', () => {
    const undated = booksOf([booked('t2', null, {}), booked('t1', '2026-11-01', {})])
    expect(idsOf('sort=recorded_on:asc', undated)).toEqual(['t1', 't2'])
    expect(asked('sort=recorded_on:asc', undated).list).toEqual({ total: 2, isSorted: false })
    expect(asked('sort=recorded_on:asc&transaction_id=t1', undated).list?.isSorted).toBe(true)
  })

  it.each([
    ['amount_from=1,000', 'amount_from must be a decimal number'],
    ['amount_to=1e3', 'amount_to must be a decimal number'],
    ['sort=nothing', 'sort must be a column'],
    ['sort=amount:up', 'sort must be a column'],
    ['source_id=a&source_id=b', 'source_id is given more than once.'],
    ['status=pending&status=', 'TXN-01'],
  ])('refuse %s', (query, why) => {
    const { status, body } = asked(query)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(why)
  })

  it('sort by every column of the page', () => {
    const sorted = [...Object.keys(transactionSortTexts), 'recorded_on']
    expect(sorted.toSorted()).toEqual(transactionsView.table.columns.toSorted())
  })
})

describe('vaults, balances, whitelists and single records in place of the service', () => {
  const divide = () => Promise.reject(new Error('nothing here has a date'))
  const vault = { vault_id: 'v1', vault_type: 'cold', assets: [{ asset_id: 'BTC' }] }
  const whitelists = ['w1', 'w2', 'w3'].map((whitelist_id) => normaliseWhitelist({ whitelist_id }))
  const held: HoldingsReading = {
    vaults: walked([normaliseVault(vault)], 5),
    balances: { ...nothingHeld.balances, all: { ...walked([]), completeness: 'partial' } },
  }
  const known = booksOf([booked('t1', null, {})], { whitelists, holdings: [nothingHeld, held] })
  const answerTo = (path: string) => listFromBooks(known, path, { divide })

  it('come as they were read last, with when that was, and how many there are', async () => {
    expect(await answerTo('/vaults')).toEqual({
      status: 200,
      body: { timestamp: '2026-01-01T00:05:30.000Z', vaults: [vault] },
      list: { total: 1, isSorted: false },
    })
    expect(await answerTo('/vaults/v1')).toMatchObject({ body: { vaults: [vault] } })
    expect((await answerTo('/whitelist?limit=2'))?.list?.total).toBe(3)
    expect(await answerTo('/transactions/t1')).toMatchObject({ status: 200 })
  })

  it.each([
    ['a record that the books do not have: it may be new', '/vaults/v2'],
    ['a value in another spelling', '/vaults?asset_id=btc'],
    ['a list that was not read whole', '/balances'],
  ])('leave to it %s', async (_, path) => {
    expect(await answerTo(path)).toBeNull()
  })
})

describe('lists in place of the service', () => {
  const undated = booksOf([
    booked('t2', null, { status: 'pending' }),
    booked('t1', null, { status: 'failed' }),
  ])
  const midnight = Date.parse('2026-11-02T00:00:00Z')
  const listed = async (query: string, of = undated) => {
    const asked: (readonly Edge[])[] = []
    const divide = async (edges: readonly Edge[]) => {
      asked.push(edges)
      const table = narrowedTable(of.transactions.table, (id) =>
        id === 't2' ? { from: midnight, before: Infinity } : { from: -Infinity, before: midnight },
      )
      return { ...of, transactions: { ...of.transactions, table } }
    }
    const answer = await listFromBooks(of, `/transactions?${query}`, { divide })
    return { answer, edges: asked.flat().map(({ at }) => new Date(at).toISOString()) }
  }

  it('leave its own list by dates to it, where the books do not decide about them', async () => {
    expect(await listed('start_date=2026-11-02&status=pending')).toEqual({ answer: null, edges: [] })
    expect((await listed('start_date=2026-11-02', books)).answer?.list?.total).toBe(3)
  })

  it('leave to it to say that there is none, since it may take another spelling', async () => {
    expect((await listed('asset_id=eth', books)).answer).toBeNull()
    const { answer } = await listed('asset_id=eth&amount_from=1', books)
    expect(answer?.body).toMatchObject({ error_code: 'TXN-02' })
  })

  it('ask it for what lies between the dates of any other list', async () => {
    const { answer, edges } = await listed('start_date=2026-11-02&status=pending&status=failed')
    expect(answer?.list?.total).toBe(1)
    expect(edges).toEqual(['2026-11-02T00:00:00.000Z'])
    expect((await listed('end_date=2026-11-01&sort=amount:asc')).edges).toEqual(['2026-11-02T00:00:00.000Z'])
  })

  it('ask it for the days of everything in flight, if sorted by date and longer than a page', async () => {
    const inFlight = (...days: (string | null)[]) =>
      booksOf([
        booked('t3', days[0] ?? null, { status: 'pending' }),
        booked('t2', days[1] ?? null, { status: 'processing' }),
        booked('t1', null, { status: 'failed' }),
      ])
    const open = 'status=pending&status=processing&sort=recorded_on:asc'
    const wanted: (readonly string[])[] = []
    const divide = async (_: readonly Edge[], ids: ReadonlySet<string> = new Set()) => {
      wanted.push([...ids])
      return inFlight('2026-11-03', '2026-11-02')
    }
    const isSorted = async (query: string, divided = divide) =>
      (await listFromBooks(inFlight(), `/transactions?${query}`, { divide: divided }))?.list?.isSorted
    expect(await isSorted(`${open}&limit=2`)).toBe(true)
    expect(wanted).toEqual([['t3', 't2']])
    expect(await isSorted(`${open}&limit=3`)).toBe(false)
    expect(await isSorted('status=pending&status=failed&sort=recorded_on:asc&limit=2')).toBe(false)
    expect(wanted).toHaveLength(1)
    expect(await isSorted(`${open}&limit=2`, () => Promise.reject(new Error('down')))).toBe(false)
  })

  it('leave dates to it that it does not mean as the books do', async () => {
    const own = booksOf([booked('t1', '2026-11-01', {})], { days: { whose: 'service' } })
    expect((await listed('start_date=2026-11-02T00:00:00Z', own)).answer).toBeNull()
    const exclusive = booksOf([booked('t1', '2026-11-01', {})], { days: { formOfLinks: 'next-day' } })
    expect((await listed('start_date=2026-11-01', exclusive)).answer).toBeNull()
  })
})
