import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transactionStatuses, transactionTypes } from '../../../contract/enumerations.ts'
import { transactionList } from '../../../contract/records.ts'
import { cases } from '../../../testing/cases.ts'
import type { TransactionRow } from '../database/tables.ts'
import { fixtureBooks, fixtureTransactions, longestAmount } from '../testing/books.ts'
import { requestTime } from '../testing/service.ts'
import { expectError, expectRecords, idsOf, pathWithQuery, type Under } from './expectations.ts'

/** The list as the specification has it: newest first, ties by id. Plain comparison of the fixture's texts. */
const inOrder = [...fixtureTransactions].sort((one, other) =>
  one.recorded_at === other.recorded_at
    ? compare(one.transaction_id, other.transaction_id)
    : compare(other.recorded_at, one.recorded_at),
)

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function idsWhere(accepts: (row: TransactionRow) => boolean): string[] {
  return inOrder.filter(accepts).map(({ transaction_id }) => transaction_id)
}

/** GET /transactions and GET /transactions/{tx_id}. */
export function transactionsConform(service: Under): void {
  describe('GET /transactions', () => {
    it('gives every record with every field, newest first and ties by id', async () => {
      const { transactions } = expectRecords(await service().get('/transactions'), transactionList)
      expect(transactions).toEqual(inOrder.map(itemOf))
    })

    it('emits the fields in the order of the specification', async () => {
      const { text } = await service().get('/transactions?limit=1')
      const fields = [...text.matchAll(/"([a-z_]+)"\s*:/g)].map(([, name]) => name)
      expect(fields).toEqual(fieldOrder)
    })

    it('keeps amounts to the last digit', async () => {
      const { text } = await service().get('/transactions/txn-z0')
      expect(text).toContain(`"${longestAmount}"`)
    })

    it.each(filterNames)('filters by %s', async (name) => {
      const values = [...new Set(inOrder.map((row) => row[name]))].filter((value) => value !== '')
      expect(values.length).toBeGreaterThan(1)
      for (const value of values) {
        const ids = idsOf(await service().get(pathWithQuery('/transactions', { [name]: value })))
        expect(ids, value).toEqual(idsWhere((row) => row[name] === value))
      }
    })

    it('takes changepool for change pool', async () => {
      const ids = idsOf(await service().get('/transactions?transaction_type=changepool'))
      expect(ids).toEqual(idsWhere((row) => row.transaction_type === 'change pool'))
      expect(idsOf(await service().get('/transactions?transaction_type=change+pool'))).toEqual(ids)
      expect(idsOf(await service().get('/transactions?transaction_type=change%20pool'))).toEqual(ids)
    })

    it('joins all filters by AND, transaction_id among them', async () => {
      const [row] = inOrder
      const query = { transaction_id: row?.transaction_id ?? '', status: row?.status ?? '' }
      expect(idsOf(await service().get(pathWithQuery('/transactions', query)))).toEqual([row?.transaction_id])
      const other = transactionStatuses.find((status) => status !== row?.status) ?? ''
      expectError(await service().get(pathWithQuery('/transactions', { ...query, status: other })), 'TXN-02')
    })

    it('agrees with a plain filter over the rows, whatever is combined', async () => {
      await fc.assert(
        fc.asyncProperty(combinations, async ({ filters, limit, offset }) => {
          const expected = idsWhere((row) =>
            filterNames.every((name) => !(name in filters) || filters[name] === row[name]),
          )
          const received = await service().get(pathWithQuery('/transactions', { ...filters, limit, offset }))
          const page = expected.slice(offset, offset + limit)
          if (page.length === 0) expectError(received, 'TXN-02')
          else expect(idsOf(received)).toEqual(page)
        }),
        { numRuns: cases(60) },
      )
    })

    it('turns pages that neither overlap nor skip, and ends with TXN-02', async () => {
      const walked: string[] = []
      for (let offset = 0; offset < inOrder.length; offset += 8)
        walked.push(...idsOf(await service().get(`/transactions?limit=8&offset=${offset}`)))
      expect(walked).toEqual(idsWhere(() => true))
      expectError(await service().get(`/transactions?offset=${inOrder.length}`), 'TXN-02')
      expectError(await service().get('/transactions?offset=999999999'), 'TXN-02')
    })

    it.each(ranges)('reads the range %o', async ({ from, before, ...query }) => {
      const ids = idsWhere(({ recorded_at }) => recorded_at >= (from ?? '') && recorded_at < (before ?? '9'))
      expect(ids.length).toBeGreaterThan(0)
      expect(idsOf(await service().get(pathWithQuery('/transactions', query)))).toEqual(ids)
    })

    it.each([
      { start_date: '2026-02-30' },
      { end_date: '2026-13-01' },
      { start_date: 'yesterday' },
      { start_date: '2026-11-01T10:00:00' },
      { start_date: '2026-11-02', end_date: '2026-11-01' },
      { start_date: '2026-11-01T00:00:00.001Z', end_date: '2026-11-01T00:00:00Z' },
      { start_date: '1'.repeat(600) },
    ])('refuses the range %o with TXN-03', async (query) => {
      expectError(await service().get(pathWithQuery('/transactions', query)), 'TXN-03')
    })

    it('refuses an unknown type with TXN-00 and an unknown status with TXN-01', async () => {
      for (const type of ['transfer', 'Withdraw', 'change_pool', '', ' withdraw'])
        expectError(await service().get(pathWithQuery('/transactions', { transaction_type: type })), 'TXN-00')
      for (const status of ['done', 'PENDING', '', 'canceled'])
        expectError(await service().get(pathWithQuery('/transactions', { status })), 'TXN-01')
      expectError(await service().get('/transactions?status=pending&status=pending'), 'TXN-01')
      expectError(
        await service().get('/transactions?transaction_type=stake&transaction_type=claim'),
        'TXN-00',
      )
      expectError(await service().get('/transactions?status=%FF'), 'TXN-01')
    })

    it('accepts each type and each status', async () => {
      for (const type of transactionTypes)
        expect(
          idsOf(await service().get(pathWithQuery('/transactions', { transaction_type: type }))),
        ).not.toEqual([])
      for (const status of transactionStatuses)
        expect(idsOf(await service().get(pathWithQuery('/transactions', { status })))).not.toEqual([])
    })

    it.each([
      'transaction_id',
      'source_id',
      'source_address',
      'asset_id',
      'destination_id',
      'destination_address',
    ])('says TXN-02 where no %s matches, odd characters included', async (name) => {
      for (const value of ['nothing', "' or 1=1 --", '100%', '日本', '\\', '$1', 'x'.repeat(512)])
        expectError(await service().get(pathWithQuery('/transactions', { [name]: value })), 'TXN-02')
    })
  })

  describe.each(['/transactions', '/transaction'])('GET %s/{tx_id}', (path) => {
    it('gives the one transaction in the shape of the list', async () => {
      for (const row of inOrder.slice(0, 5)) {
        const received = await service().get(`${path}/${row.transaction_id}`)
        expect(expectRecords(received, transactionList)).toEqual({ transactions: [itemOf(row)] })
      }
    })

    it.each(oddIds)('says TXN-04 for the id %j', async (id) => {
      expectError(await service().get(`${path}/${encodeURIComponent(id)}`), 'TXN-04')
    })

    it('refuses an id that is not UTF-8, and any parameter', async () => {
      expect(expectError(await service().get(`${path}/%E0%A4%A`), 'ERR-00')).toContain('tx_id')
      expect(expectError(await service().get(`${path}/txn-z0?limit=1`), 'ERR-00')).toContain('limit')
    })
  })
}

const filterNames = [
  'transaction_id',
  'source_id',
  'source_address',
  'asset_id',
  'network_id',
  'transaction_type',
  'destination_id',
  'destination_address',
  'status',
] as const

const combinations = fc.record({
  filters: fc
    .tuple(
      fc.subarray([...filterNames].filter((name) => name !== 'transaction_id')),
      fc.nat(inOrder.length - 1),
    )
    .map(([names, index]) => {
      const row: Partial<Record<(typeof filterNames)[number], string>> = inOrder[index] ?? {}
      // An external source has the empty id, and no filter can ask for that.
      return Object.fromEntries(names.flatMap((name) => (row[name] ? [[name, row[name]]] : [])))
    }),
  limit: fc.integer({ min: 1, max: 70 }),
  offset: fc.integer({ min: 0, max: 70 }),
})

/** Ranges, and what they mean: from an instant on, and before another. */
const ranges: readonly { start_date?: string; end_date?: string; from?: string; before?: string }[] = [
  { start_date: '2026-11-01', from: '2026-11-01T00:00:00.000Z' },
  { end_date: '2026-11-01', before: '2026-11-02T00:00:00.000Z' },
  {
    start_date: '2026-11-01',
    end_date: '2026-11-01',
    from: '2026-11-01T00:00:00.000Z',
    before: '2026-11-02T00:00:00.000Z',
  },
  { start_date: '2026-11-02T00:00:00Z', from: '2026-11-02T00:00:00.000Z' },
  { end_date: '2026-11-02T00:00:00Z', before: '2026-11-02T00:00:00.001Z' },
  { end_date: '2026-11-01T23:59:59.998Z', before: '2026-11-01T23:59:59.999Z' },
  { start_date: '2026-11-01T21:30:15.25+09:00', from: '2026-11-01T12:30:15.250Z' },
  { end_date: '2026-10-31T19:00-05:00', before: '2026-11-01T00:00:00.001Z' },
  { start_date: '0001-01-01', end_date: '9999-12-31' },
]

const oddIds = [
  'nothing',
  'a/b',
  'TXN-Z0',
  ' ',
  '日本🚀',
  '\u0000',
  "'; drop table transaction",
  'x'.repeat(5000),
  '%2F',
]

const fieldOrder = [
  ...['transactions', 'transaction_id', 'timestamp', 'transaction'],
  ...['transaction_type', 'asset_id', 'asset_name', 'network_id', 'network_name', 'amount', 'fee'],
  ...['source', 'source_type', 'source_id', 'source_name', 'source_address'],
  ...['destination', 'destination_type', 'destination_id', 'destination_name', 'destination_address', 'memo'],
  ...['txn_hash', 'blockexplorer_link', 'note', 'status'],
]

function itemOf(row: TransactionRow): unknown {
  const asset = fixtureBooks.assets.find(
    ({ asset_id, network_id }) => asset_id === row.asset_id && network_id === row.network_id,
  )
  return {
    transaction_id: row.transaction_id,
    timestamp: requestTime,
    transaction: {
      transaction_type: row.transaction_type,
      asset_id: row.asset_id,
      asset_name: asset?.asset_name,
      network_id: row.network_id,
      network_name: asset?.network_name,
      amount: row.amount,
      fee: row.fee,
      source: {
        source_type: row.source_type,
        source_id: row.source_id,
        source_name: row.source_name,
        source_address: row.source_address,
      },
      destination: {
        destination_type: row.destination_type,
        destination_id: row.destination_id,
        destination_name: row.destination_name,
        destination_address: row.destination_address,
        memo: row.memo,
      },
      txn_hash: row.txn_hash,
      blockexplorer_link: row.blockexplorer_link,
      note: row.note,
    },
    status: row.status,
  }
}
