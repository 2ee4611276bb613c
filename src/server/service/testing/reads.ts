/** What the specification says of reads, for whatever answers them: the service, and books in its place. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { vaultTypes, whitelistTypes } from '../../../contract/enumerations.ts'
import { type ServiceErrorCode, serviceErrors } from '../../../contract/errors.ts'
import {
  balanceList,
  errorBody,
  transactionList,
  vaultList,
  whitelistList,
} from '../../../contract/records.ts'
import { cases } from '../../../testing/cases.ts'
import { fixtureBooks, fixtureTransactions } from './books.ts'
import {
  listedBalances,
  listedTransactions,
  listedVaults,
  listedWhitelists,
  type Query,
  transactionFilters,
} from './model.ts'
import { type Received, requestTime, type TestService } from './service.ts'

/** A function, because it starts only after the tests are declared. */
type Reads = () => Pick<TestService, 'get'>

/** Every field of an error body is a text. */
const strictErrorBody = z.strictObject(errorBody.shape)

/** Expects an error of the specification: its body to the last field, its HTTP status, its headers. Returns `details`. */
export function expectError(received: Received, code: ServiceErrorCode, httpStatus?: number): string {
  const entry = serviceErrors[code]
  expect(received.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = strictErrorBody.parse(JSON.parse(received.text))
  expect(body).toMatchObject({
    status: 'error',
    error_code: code,
    error_message: entry.message,
    code: String(httpStatus ?? entry.httpStatus),
  })
  expect(received.httpStatus).toBe(httpStatus ?? entry.httpStatus)
  expect(body.help === '').toBe(code !== 'ERR-02')
  expect(received.headers.get('cache-control')).toBe('no-store')
  return body.details
}

/** Expects records that the contract's schema accepts, and returns them. */
export function expectRecords<Schema extends z.ZodMiniType>(
  received: Received,
  schema: Schema,
): z.infer<Schema> {
  expect(received.httpStatus, received.text.slice(0, 300)).toBe(200)
  expect(received.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(received.headers.get('cache-control')).toBe('no-store')
  return schema.parse(JSON.parse(received.text))
}

/** A path with a query, encoded. */
export function pathWithQuery(path: string, query: Query): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `${path}?${text}`
}

/**
 * Every read over the books of the fixture, held against a plain model of them to the last field and its place.
 * `reads` answers as of `requestTime`; one that knows days alone is asked for no part of a day.
 */
export function readsConform(reads: Reads, knows: 'times' | 'days' = 'times'): void {
  const expectPage = async ({ schema, envelope }: List, path: string, records: readonly unknown[]) => {
    const received = await reads().get(path)
    expectRecords(received, schema)
    expect(JSON.stringify(JSON.parse(received.text))).toBe(JSON.stringify(envelope(records)))
  }

  describe.each(lists)('GET $path', (list) => {
    const { path, none, filters } = list
    const expectAnswer = async (query: Query) => {
      const { limit = 200, offset = 0, ...filter } = query
      const page = list.records(filter).slice(Number(offset), Number(offset) + Number(limit))
      if (page.length > 0) await expectPage(list, pathWithQuery(path, query), page)
      else expectError(await reads().get(pathWithQuery(path, query)), none)
    }

    it.each(Object.entries(filters))('filters by %s', async (name, values) => {
      expect(values.length).toBeGreaterThan(1)
      for (const value of values.slice(0, cases(values.length))) await expectAnswer({ [name]: value })
    })

    it('filters by asset and network together: one and the same entry has to fit both', async () => {
      for (const asset_id of byAsset.asset_id)
        for (const network_id of byAsset.network_id) await expectAnswer({ asset_id, network_id })
    })

    it('filters by whatever is combined, a page at a time', async () => {
      const anyOf = Object.entries(filters).map(
        ([name, values]) => [name, fc.constantFrom(...values)] as const,
      )
      const page = { limit: fc.integer({ min: 1, max: 8 }), offset: fc.integer({ min: 0, max: 8 }) }
      const query = fc.record(
        { ...Object.fromEntries<fc.Arbitrary<string | number>>(anyOf), ...page },
        { requiredKeys: [] },
      )
      await fc.assert(fc.asyncProperty(query, expectAnswer), { numRuns: cases(60) })
    })

    it(`gives every record in order, turns pages that neither overlap nor skip, and ends with ${none}`, async () => {
      await expectAnswer({})
      const { length } = list.records({})
      const limit = Math.ceil(length / 4)
      for (let offset = 0; offset < length + limit; offset += limit) await expectAnswer({ limit, offset })
      await expectAnswer({ offset: Number.MAX_SAFE_INTEGER })
    })

    it('finds nothing by odd characters', async () => {
      for (const asset_id of ['nothing', "' or 1=1 --", '100%', '日本', '\\', '$1', 'btc', 'x'.repeat(512)])
        await expectAnswer({ asset_id })
    })
  })

  it.each(singles)(
    'GET $path/{$parameter} gives one record in the form of the list, or $none',
    async (one) => {
      const { path, parameter, none, list, id, records } = one
      for (const record of records.slice(0, 5)) await expectPage(list, `${path}/${record[id]}`, [record])
      for (const odd of oddIds) expectError(await reads().get(`${path}/${encodeURIComponent(odd)}`), none)
      expect(expectError(await reads().get(`${path}/%E0%A4%A`), 'ERR-00')).toContain(parameter)
    },
  )

  it.each(['changepool', 'change+pool', 'change%20pool'])(
    'takes transaction_type=%s for change pool',
    async (type) => {
      const records = listedTransactions({ transaction_type: 'change pool' })
      await expectPage(transactions, `/transactions?transaction_type=${type}`, records)
    },
  )

  const isOfDays = (bound = midnight) => bound.endsWith(midnight)
  const asked = ranges.filter(({ from, before }) => knows === 'times' || (isOfDays(from) && isOfDays(before)))
  it.each(asked)('reads the range %o', async ({ from, before, ...query }) => {
    const records = listedTransactions({}, from, before)
    await expectPage(transactions, pathWithQuery('/transactions', query), records)
  })

  // Which queries are refused is proved by the function that reads them.
  it.each(['hot', 'all', 'COLD', 'cold%20', '%00', 'cold%2Fwarm'])(
    'refuses /balances/%s with BAL-02',
    async (type) => {
      expectError(await reads().get(`/balances/${type}`), 'BAL-02')
    },
  )

  it.each([
    ['/transactions?status=done&limit=0', 'ERR-00'],
    ['/transactions?status=done&page=1', 'ERR-00'],
    ['/transactions?status=done&transaction_type=gift&start_date=never', 'TXN-00'],
    ['/transactions?start_date=never&status=done', 'TXN-01'],
    ['/transactions?start_date=never&asset_id=nothing', 'TXN-03'],
    ['/whitelist?whitelist_type=mine&offset=x', 'ERR-00'],
    ['/whitelist?whitelist_type=mine&asset_id=nothing', 'WHT-01'],
    ['/vaults?vault_type=hot&asset_id=', 'ERR-00'],
    ['/vaults?vault_type=hot&asset_id=nothing', 'VAL-00'],
    ['/vaults/nothing?x=1', 'ERR-00'],
    ['/transactions/nothing?x=1', 'ERR-00'],
    ['/balances/hot?asset_id=nothing', 'BAL-02'],
    ['/balances/hot?limit=0', 'ERR-00'],
    ['/balances/%FF', 'ERR-00'],
    ['/balances?page=1', 'ERR-00'],
  ] as const)('tells the first of several faults by the specification: %s is %s', async (path, code) => {
    expectError(await reads().get(path), code)
  })
}

interface List {
  readonly path: string
  /** The code where nothing matches. */
  readonly none: ServiceErrorCode
  readonly schema: z.ZodMiniType
  readonly records: (filter: Query) => readonly unknown[]
  readonly envelope: (records: readonly unknown[]) => unknown
  readonly filters: Readonly<Record<string, readonly string[]>>
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '')
}

const byAsset = {
  asset_id: distinct(fixtureBooks.assets.map(({ asset_id }) => asset_id)),
  network_id: distinct(fixtureBooks.assets.map(({ network_id }) => network_id)),
}

const transactions: List = {
  path: '/transactions',
  none: 'TXN-02',
  schema: transactionList,
  records: listedTransactions,
  envelope: (records) => ({ transactions: records }),
  filters: Object.fromEntries(
    transactionFilters.map((name) => [name, distinct(fixtureTransactions.map((row) => row[name]))]),
  ),
}

const vaults: List = {
  path: '/vaults',
  none: 'VAL-01',
  schema: vaultList,
  records: listedVaults,
  envelope: (records) => ({ timestamp: requestTime, vaults: records }),
  filters: { ...byAsset, vault_type: vaultTypes },
}

const whitelists: List = {
  path: '/whitelist',
  none: 'WHT-00',
  schema: whitelistList,
  records: listedWhitelists,
  envelope: (records) => ({ timestamp: requestTime, whitelists: records }),
  filters: { ...byAsset, whitelist_type: whitelistTypes },
}

const balances = ['all', ...vaultTypes].map(
  (type): List => ({
    path: type === 'all' ? '/balances' : `/balances/${type}`,
    none: type === 'all' ? 'BAL-00' : 'BAL-01',
    schema: balanceList,
    records: (filter) => listedBalances(type, filter),
    envelope: (records) => ({ timestamp: requestTime, balance_type: type, balance: records }),
    filters: byAsset,
  }),
)

const lists = [transactions, vaults, whitelists, ...balances]

interface Single {
  readonly path: string
  readonly parameter: string
  readonly none: ServiceErrorCode
  readonly list: List
  readonly id: string
  readonly records: readonly Readonly<Record<string, unknown>>[]
}

const oneTransaction: Omit<Single, 'path'> = {
  parameter: 'tx_id',
  none: 'TXN-04',
  list: transactions,
  id: 'transaction_id',
  records: listedTransactions({}),
}
const singles: readonly Single[] = [
  { path: '/transactions', ...oneTransaction },
  { path: '/transaction', ...oneTransaction },
  {
    path: '/vaults',
    parameter: 'vaults_id',
    none: 'VAL-02',
    list: vaults,
    id: 'vault_id',
    records: listedVaults({}),
  },
]

const oddIds = [
  ...['nothing', 'a/b', 'TXN-Z0', 'VAULT-1', ' ', '日本🚀', '\u0000', '%2F'],
  ...["'; drop table vault", "' or ''='", 'x'.repeat(5000)],
]

const midnight = 'T00:00:00.000Z'

/** Ranges, and what they mean: from an instant on, and before another. */
const ranges: readonly { start_date?: string; end_date?: string; from?: string; before?: string }[] = [
  { start_date: '2026-11-01', from: '2026-11-01T00:00:00.000Z' },
  { end_date: '2026-11-01', before: '2026-11-02T00:00:00.000Z' },
  {
    ...{ start_date: '2026-11-01', end_date: '2026-11-01' },
    ...{ from: '2026-11-01T00:00:00.000Z', before: '2026-11-02T00:00:00.000Z' },
  },
  { start_date: '2026-11-02T00:00:00Z', from: '2026-11-02T00:00:00.000Z' },
  { end_date: '2026-11-02T00:00:00Z', before: '2026-11-02T00:00:00.001Z' },
  { end_date: '2026-11-01T23:59:59.998Z', before: '2026-11-01T23:59:59.999Z' },
  { start_date: '2026-11-01T21:30:15.25+09:00', from: '2026-11-01T12:30:15.250Z' },
  { end_date: '2026-10-31T19:00-05:00', before: '2026-11-01T00:00:00.001Z' },
  { start_date: '0001-01-01', end_date: '9999-12-31' },
]
