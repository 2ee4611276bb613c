/** The service answers every read alike on each database, and as the specification says. */
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { vaultTypes, whitelistTypes } from '../contract/enumerations.ts'
import type { ServiceErrorCode } from '../contract/error-codes.ts'
import { balanceList, transactionList, vaultList, whitelistList } from '../contract/records.ts'
import { databaseKinds } from '../database/testing/databases.ts'
import { cases } from '../testing/cases.ts'
import { fixtureBooks, fixtureTransactions } from './service/testing/books.ts'
import {
  expectError,
  expectRecords,
  fill,
  listen,
  pathWithQuery,
  type Query,
  type Received,
} from './service/testing/service.ts'

const services = await Promise.all(
  databaseKinds.map(async ({ name, open }) => {
    const database = await open()
    await fill(database)
    const service = await listen(database)
    afterAll(() => service.close())
    return { name, get: async (path: string) => received(await service.inject(path)) }
  }),
)
async function received(answer: Response): Promise<Received> {
  return { httpStatus: answer.status, headers: answer.headers, text: await answer.text() }
}

async function answerTo(path: string): Promise<Received> {
  const [first, ...others] = await Promise.all(services.map(({ get }) => get(path)))
  if (first === undefined) throw new Error('nobody was asked')
  for (const [index, { httpStatus, text }] of others.entries())
    expect([httpStatus, text], `${path} of ${services[index + 1]?.name}`).toEqual([
      first.httpStatus,
      first.text,
    ])
  return first
}

interface List {
  readonly path: string
  readonly name: 'transactions' | 'vaults' | 'whitelists' | 'balance'
  readonly none: ServiceErrorCode
  readonly schema: z.ZodMiniType<Readonly<Record<string, unknown>>>
  readonly filters: Readonly<Record<string, readonly string[]>>
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '')
}

const byAsset = {
  asset_id: distinct(fixtureBooks.assets.map(({ asset_id }) => asset_id)),
  network_id: distinct(fixtureBooks.assets.map(({ network_id }) => network_id)),
}
const transactionFilters = [
  ...(['transaction_id', 'source_id', 'source_address', 'asset_id', 'network_id'] as const),
  ...(['transaction_type', 'destination_id', 'destination_address', 'status'] as const),
]
const lists: readonly List[] = [
  {
    ...{ path: '/transactions', name: 'transactions', none: 'TXN-02', schema: transactionList },
    filters: Object.fromEntries(
      transactionFilters.map((name) => [name, distinct(fixtureTransactions.map((row) => row[name]))]),
    ),
  },
  {
    ...{ path: '/vaults', name: 'vaults', none: 'VAL-01', schema: vaultList },
    filters: { ...byAsset, vault_type: vaultTypes },
  },
  {
    ...{ path: '/whitelist', name: 'whitelists', none: 'WHT-00', schema: whitelistList },
    filters: { ...byAsset, whitelist_type: whitelistTypes },
  },
  ...['', '/cold', '/warm'].map(
    (type): List => ({
      ...{ path: `/balances${type}`, name: 'balance', schema: balanceList, filters: byAsset },
      none: type === '' ? 'BAL-00' : 'BAL-01',
    }),
  ),
]

async function recordsOf({ path, name, none, schema }: List, query: Query): Promise<readonly unknown[]> {
  const answer = await answerTo(pathWithQuery(path, query))
  if (answer.httpStatus === 200) return [expectRecords(answer, schema)[name]].flat()
  expectError(answer, none)
  return []
}

describe.each(lists)('GET $path', (list) => {
  it.each(Object.entries(list.filters))(
    'filters by %s: each record has one of its values',
    async (name, values) => {
      const whole = await recordsOf(list, {})
      expect(values.length).toBeGreaterThan(1)
      for (const value of values.slice(0, cases(values.length))) {
        const records = await recordsOf(list, { [name]: value })
        // The value stands in a record that matches. Elsewhere it may stand for something else.
        for (const record of records) expect(JSON.stringify(record)).toContain(JSON.stringify(value))
        expect(whole).toEqual(expect.arrayContaining([...records]))
      }
    },
  )

  it('filters by asset and network together: one and the same entry has to fit both', async () => {
    for (const asset_id of byAsset.asset_id)
      for (const network_id of byAsset.network_id) {
        const entries = (await recordsOf(list, { asset_id, network_id })).map((record) =>
          JSON.stringify(record),
        )
        for (const entry of entries)
          expect(entry).toMatch(
            new RegExp(`"asset_id":"${asset_id}","asset_name":"[^"]*","network_id":"${network_id}"`),
          )
      }
  })

  it('filters by whatever is combined, a page at a time', async () => {
    const anyOf = Object.entries(list.filters).map(
      ([name, values]) => [name, fc.constantFrom(...values)] as const,
    )
    const page = { limit: fc.integer({ min: 1, max: 8 }), offset: fc.integer({ min: 0, max: 8 }) }
    const query = fc.record(
      { ...Object.fromEntries<fc.Arbitrary<string | number>>(anyOf), ...page },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(query, async ({ limit, offset, ...filter }) => {
        const whole = await recordsOf(list, filter)
        const from = Number(offset ?? 0)
        const asked = { ...filter, ...(limit && { limit }), ...(offset && { offset }) }
        expect(await recordsOf(list, asked)).toEqual(whole.slice(from, from + Number(limit ?? 200)))
      }),
      { numRuns: cases(40) },
    )
  })

  it('turns pages that neither overlap nor skip, ends with its code, and finds nothing by odd characters', async () => {
    const whole = await recordsOf(list, {})
    const limit = Math.ceil(whole.length / 4)
    const pages: unknown[] = []
    for (let offset = 0; offset < whole.length + limit; offset += limit)
      pages.push(...(await recordsOf(list, { limit, offset })))
    expect(pages).toEqual(whole)
    expect(await recordsOf(list, { offset: Number.MAX_SAFE_INTEGER })).toEqual([])
    for (const asset_id of ['nothing', "' or 1=1 --", '100%', '日本', '\\', '$1', 'btc', 'x'.repeat(512)])
      expect(await recordsOf(list, { asset_id })).toEqual([])
  })
})

describe('the order of', () => {
  const ids = async (path: string, pattern: RegExp) =>
    [...(await answerTo(path)).text.matchAll(pattern)].map(([, id]) => id)

  it('transactions is newest first, then by id', async () => {
    const rows = fixtureTransactions.toSorted(
      (one, other) =>
        Date.parse(other.recorded_at) - Date.parse(one.recorded_at) ||
        (one.transaction_id < other.transaction_id ? -1 : 1),
    )
    expect(await ids('/transactions', /"transaction_id":"([^"]*)"/g)).toEqual(
      rows.map(({ transaction_id }) => transaction_id),
    )
  })

  it('vaults and whitelists is by the bytes of their names, then of their ids', async () => {
    expect(await ids('/vaults', /"vault_id":"([^"]*)"/g)).toEqual([
      'vault-1',
      'vault-2',
      'vault-empty',
      'vault-3',
    ])
    expect(await ids('/whitelist', /"whitelist_id":"([^"]*)"/g)).toEqual([
      ...['list-empty', 'list-1', 'list-2', 'list-3'],
    ])
  })

  it('balances is by asset, then network; their sums keep every digit', async () => {
    const { balance } = expectRecords(await answerTo('/balances'), balanceList)
    expect(balance.map(({ asset_id, network_id }) => `${asset_id}/${network_id}`)).toEqual([
      ...['BTC/BTC', 'ETH/ETH', 'USDC/ARB', 'USDC/ETH'],
    ])
    expect(balance[0]?.balances).toEqual({
      total_balance: '21000000.10000001',
      available_balance: '21000000.1',
      processing_balance: '0.00000001',
      staking_balance: '0',
      claimable_balance: '0',
    })
    const longest = `${'123456789'.repeat(6)}.${'987654321'.repeat(2)}987651`
    expect(balance[1]?.balances.available_balance).toBe(longest)
  })
})

const oddIds = [
  ...['nothing', 'a/b', 'TXN-Z0', 'VAULT-1', ' ', '日本🚀', '\u0000', '%2F'],
  ...["'; drop table vault", "' or ''='", 'x'.repeat(5000)],
]

it.each([
  ['/transactions', 'tx_id', 'TXN-04', 'transaction_id', 'transactions'],
  ['/transaction', 'tx_id', 'TXN-04', 'transaction_id', 'transactions'],
  ['/vaults', 'vaults_id', 'VAL-02', 'vault_id', 'vaults'],
] as const)(
  'GET %s/{%s} gives one record in the form of the list, or %s',
  async (path, parameter, none, id, name) => {
    const whole: Record<string, unknown> = JSON.parse((await answerTo(`/${name}`)).text)
    const records = [whole[name]].flat().slice(0, 5)
    for (const record of records) {
      const recordId = new RegExp(`"${id}":"([^"]*)"`).exec(JSON.stringify(record))?.[1]
      expect(JSON.parse((await answerTo(`${path}/${recordId}`)).text)).toEqual({ ...whole, [name]: [record] })
    }
    for (const odd of oddIds) expectError(await answerTo(`${path}/${encodeURIComponent(odd)}`), none)
    expect(expectError(await answerTo(`${path}/%E0%A4%A`), 'ERR-00')).toContain(parameter)
  },
)

it.each(['changepool', 'change+pool', 'change%20pool'])(
  'takes transaction_type=%s for change pool',
  async (type) => {
    const { transactions } = expectRecords(
      await answerTo(`/transactions?transaction_type=${type}`),
      transactionList,
    )
    const expected = fixtureTransactions.filter((row) => row.transaction_type === 'change pool')
    expect(transactions.map(({ transaction_id }) => transaction_id).sort()).toEqual(
      expected.map(({ transaction_id }) => transaction_id).sort(),
    )
  },
)

/** Ranges, and what they mean: from an instant on, and before another. */
it.each([
  [{ start_date: '2026-11-01' }, '2026-11-01T00:00:00.000Z', '9'],
  [{ end_date: '2026-11-01' }, '', '2026-11-02T00:00:00.000Z'],
  [
    { start_date: '2026-11-01', end_date: '2026-11-01' },
    '2026-11-01T00:00:00.000Z',
    '2026-11-02T00:00:00.000Z',
  ],
  [{ start_date: '2026-11-02T00:00:00Z' }, '2026-11-02T00:00:00.000Z', '9'],
  [{ end_date: '2026-11-02T00:00:00Z' }, '', '2026-11-02T00:00:00.001Z'],
  [{ end_date: '2026-11-01T23:59:59.998Z' }, '', '2026-11-01T23:59:59.999Z'],
  [{ start_date: '2026-11-01T21:30:15.25+09:00' }, '2026-11-01T12:30:15.250Z', '9'],
  [{ end_date: '2026-10-31T19:00-05:00' }, '', '2026-11-01T00:00:00.001Z'],
  [{ start_date: '0001-01-01', end_date: '9999-12-31' }, '', '9'],
])('reads the range %o', async (query, from, before) => {
  const answer = await answerTo(pathWithQuery('/transactions', query))
  const { transactions } = expectRecords(answer, transactionList)
  const expected = fixtureTransactions.filter((row) => row.recorded_at >= from && row.recorded_at < before)
  expect(transactions.map(({ transaction_id }) => transaction_id).sort()).toEqual(
    expected.map(({ transaction_id }) => transaction_id).sort(),
  )
})

// Which queries are refused is proved by the function that reads them.
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
  ...['hot', 'all', 'COLD', 'cold%20', '%00', 'cold%2Fwarm'].map(
    (type) => [`/balances/${type}`, 'BAL-02'] as const,
  ),
] as const)('tells the first of several faults by the specification: %s is %s', async (path, code) => {
  expectError(await answerTo(path), code)
})
