import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { vaultTypes, whitelistTypes } from '../../../contract/enumerations.ts'
import type { ServiceErrorCode } from '../../../contract/errors.ts'
import { balanceList, transactionList, vaultList, whitelistList } from '../../../contract/records.ts'
import { cases } from '../../../testing/cases.ts'
import { fixtureBooks, fixtureTransactions } from '../testing/books.ts'
import { requestTime } from '../testing/service.ts'
import { expectError, expectRecords, pathWithQuery, type Query, type ReadSource } from './expectations.ts'
import {
  listedBalances,
  listedTransactions,
  listedVaults,
  listedWhitelists,
  transactionFilters,
} from './model.ts'

/**
 * Every read of the specification over the books of the fixture, held against a plain model of them to the last field and its place.
 * `reads` may be any source that answers as of `requestTime`; one that knows days alone is asked for no part of a day.
 */
export function readsConform(reads: () => ReadSource, knows: 'times' | 'days' = 'times'): void {
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

    it('gives every record with every field, in order', async () => {
      await expectAnswer({})
    })

    it.each(Object.keys(filters))('filters by %s', async (name) => {
      const values = filters[name] ?? []
      expect(values.length).toBeGreaterThan(1)
      for (const value of values) await expectAnswer({ [name]: value })
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

    it(`turns pages that neither overlap nor skip, and ends with ${none}`, async () => {
      const { length } = list.records({})
      const limit = Math.ceil(length / 4)
      for (let offset = 0; offset < length + limit; offset += limit) await expectAnswer({ limit, offset })
      await expectAnswer({ offset: 999_999_999 })
    })

    it('finds nothing by odd characters', async () => {
      for (const asset_id of ['nothing', "' or 1=1 --", '100%', '日本', '\\', '$1', 'btc', 'x'.repeat(512)])
        await expectAnswer({ asset_id })
    })
  })

  describe.each(singles)('GET $path/{$parameter}', ({ path, parameter, none, list, records }) => {
    it('gives one record in the form of the list', async () => {
      for (const [id, record] of records) await expectPage(list, `${path}/${id}`, [record])
    })

    it.each(oddIds)(`says ${none} for the id %j`, async (id) => {
      expectError(await reads().get(`${path}/${encodeURIComponent(id)}`), none)
    })

    it('refuses an id that is not UTF-8', async () => {
      expect(expectError(await reads().get(`${path}/%E0%A4%A`), 'ERR-00')).toContain(parameter)
    })
  })

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
    await expectPage(
      transactions,
      pathWithQuery('/transactions', query),
      listedTransactions({}, from, before),
    )
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

const someTransactions = listedTransactions({})
  .slice(0, 5)
  .map((item) => [item.transaction_id, item] as const)
const oneTransaction = {
  parameter: 'tx_id',
  none: 'TXN-04',
  list: transactions,
  records: someTransactions,
} as const
const singles = [
  { path: '/transactions', ...oneTransaction },
  { path: '/transaction', ...oneTransaction },
  {
    path: '/vaults',
    parameter: 'vaults_id',
    none: 'VAL-02',
    list: vaults,
    records: listedVaults({}).map((vault) => [vault.vault_id, vault] as const),
  },
] as const

const oddIds = [
  ...[
    'nothing',
    'a/b',
    'TXN-Z0',
    'VAULT-1',
    ' ',
    '日本🚀',
    '\u0000',
    "'; drop table vault",
    "' or ''='",
    '%2F',
  ],
  'x'.repeat(5000),
]

const midnight = 'T00:00:00.000Z'

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
