import { describe, expect, it } from 'vitest'
import { sortColumns } from '../contract/console-api.ts'
import { normaliseHolding, normaliseVault, normaliseWhitelist } from '../sync/service/normalise.ts'
import { consoleAnswer } from './console-answer.ts'
import { type Booked, booksOf, nothingHeld, walked } from './testing/made-books.ts'

const evm = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'

function booked(
  transaction_id: string,
  day: string | null,
  { status = 'completed', ...details }: Readonly<Record<string, unknown>>,
): Booked {
  return [{ transaction_id, status, transaction: details }, day]
}

const held = (asset_id: string, network_id: string, total_balance: string) => ({
  asset_id,
  network_id,
  balances: { total_balance },
})

const books = booksOf(
  [
    booked('t5', '2026-11-03', { amount: '10', fee: '0.1', asset_id: 'ETH', status: 'pending' }),
    booked('t4', null, { amount: '1', asset_id: 'ETH', status: 'pending' }),
    booked('t3', '2026-11-02', {
      ...{ amount: '9.99999999999999999999', asset_id: 'BTC', network_id: 'ETH' },
      destination: { destination_address: evm, destination_name: 'Northwind Desk' },
    }),
    booked('t2', '2026-11-02', {
      ...{ amount: '10.00000000000000000001', asset_id: 'ETH', network_id: 'ETH', note: 'Payroll' },
      source: { source_address: evm.toLowerCase() },
    }),
    booked('t1', '2026-11-01', { amount: 'none', fee: 'none', asset_id: 'USD', insured: 'yes' }),
  ],
  {
    whitelists: [
      {
        whitelist_id: 'w1',
        whitelist_name: 'Brokers',
        whitelist_type: 'third_party',
        assets: [
          { asset_id: 'ETH', network_id: 'ETH', address: evm },
          { asset_id: 'BTC', network_id: 'BTC', address: 'bc1other' },
        ],
      },
      { whitelist_id: 'w2', whitelist_name: 'Own', whitelist_type: 'my_organization', assets: [] },
    ].map(normaliseWhitelist),
    holdings: [
      nothingHeld,
      {
        vaults: walked(
          [
            {
              ...{ vault_id: 'v1', vault_name: 'Cold 10', vault_type: 'cold' },
              assets: [held('ETH', 'ETH', '1'), held('BTC', 'BTC', '2')],
            },
            { vault_id: 'v2', vault_name: 'Cold 9', vault_type: 'cold', assets: [] },
            { vault_id: 'v3', vault_type: 'warm', assets: [held('USDC', 'ETH', '5')] },
          ].map(normaliseVault),
        ),
        balances: {
          all: walked(
            [held('ETH', 'ETH', '10'), held('ADA', 'ADA', 'much'), held('BTC', 'BTC', '9')].map(
              normaliseHolding,
            ),
          ),
          cold: walked([held('ETH', 'ETH', '1')].map(normaliseHolding)),
          warm: walked([]),
        },
      },
    ],
  },
)

const bodyOf = (target: string) => JSON.parse(JSON.stringify(consoleAnswer(books, target).body))
const idsIn = (body: { records: readonly Readonly<Record<string, string>>[] }, name: string) =>
  body.records.map((record) => record[name])

describe('the API of the console, answered by an open pack', () => {
  it.each([
    ['', ['t5', 't4', 't3', 't2', 't1'], 0],
    ['status=pending&status=processing', ['t5', 't4'], 0],
    ['transaction_id=t1&transaction_id=t3', ['t3', 't1'], 0],
    ['amount_over=10', ['t2'], 0],
    ['amount_under=10', ['t4', 't3'], 0],
    ['amount_from=9.99999999999999999999&amount_to=10.0', ['t5', 't3'], 0],
    [`address=nobody&address=${evm}`, ['t3', 't2'], 0],
    [`destination_address=${evm.toLowerCase()}`, ['t3'], 0],
    ['text=payroll', ['t2'], 0],
    ['text=northwind', ['t3'], 0],
    // What has no date may be in the period, and nobody knows.
    ['start_date=2026-11-02&end_date=2026-11-02', ['t3', 't2'], 1],
    ['start_date=2026-11-02T12:00:00Z', ['t5'], 3],
    ['sort=recorded_on:asc', ['t1', 't3', 't2', 't5', 't4'], 0],
    ['sort=recorded_on:desc', ['t5', 't3', 't2', 't1', 't4'], 0],
    ['sort=amount:desc', ['t2', 't5', 't3', 't4', 't1'], 0],
    ['sort=amount:asc', ['t4', 't3', 't5', 't2', 't1'], 0],
  ])('lists transactions of %s', (query, ids, undecided) => {
    const body = bodyOf(`/transactions?${query}`)
    expect([idsIn(body, 'transaction_id'), body.total, body.undecided]).toEqual([ids, ids.length, undecided])
  })

  it('gives a page in the form of the gateway, and says whether there is a next one', () => {
    const day = Date.UTC(2026, 10, 2)
    expect(bodyOf('/transactions?asset_id=ETH&limit=1&offset=2')).toMatchObject({
      ...{ from: 'store', revision: null, completeness: 'complete', no_records: null },
      ...{ as_of: '2026-11-22T15:00:10.000Z', read_whole: '2026-01-01T00:00:30.000Z' },
      ...{ total: 3, has_next: false },
      records: [{ transaction_id: 't2', note: 'Payroll', recorded: { from: day, before: day + 86_400_000 } }],
    })
    expect(bodyOf('/transactions?limit=2').has_next).toBe(true)
    expect(bodyOf('/transactions?limit=1&offset=1').records[0].recorded).toBeNull()
  })

  it.each([
    ['/vaults', 'vault_id', ['v1', 'v2', 'v3']],
    ['/vaults?vault_type=cold&text=cold+9', 'vault_id', ['v2']],
    // Both of one holding.
    ['/vaults?asset_id=USDC&asset_id=BTC&network_id=ETH', 'vault_id', ['v3']],
    ['/vaults?sort=vault_name:asc', 'vault_id', ['v2', 'v1', 'v3']],
    ['/vaults?sort=count:desc&limit=2', 'vault_id', ['v1', 'v3']],
    ['/balances?sort=total_balance:desc', 'asset_id', ['ETH', 'BTC', 'ADA']],
    ['/balances?sort=total_balance:asc', 'asset_id', ['BTC', 'ETH', 'ADA']],
    ['/balances?asset_id=ADA&asset_id=BTC', 'asset_id', ['ADA', 'BTC']],
    ['/balances/cold', 'asset_id', ['ETH']],
    ['/whitelist?whitelist_id=w2&whitelist_id=w3', 'whitelist_id', ['w2']],
    [`/whitelist?address=${evm.toUpperCase().replace('0X', '0x')}`, 'whitelist_id', ['w1']],
    [`/whitelist?address=${evm}&network_id=BTC`, 'whitelist_id', []],
    ['/whitelist?text=bc1oth', 'whitelist_id', ['w1']],
    ['/whitelist?sort=count:asc', 'whitelist_id', ['w2', 'w1']],
  ])('answers %s', (target, name, ids) => {
    expect(idsIn(bodyOf(target), name)).toEqual(ids)
  })

  it('takes every column of the contract to sort by', () => {
    const paths = {
      transactions: '/transactions',
      vaults: '/vaults',
      balances: '/balances',
      whitelists: '/whitelist',
    }
    for (const [list, columns] of Object.entries(sortColumns))
      for (const column of columns)
        expect([
          column,
          Object.entries(paths).flatMap(([name, path]) =>
            name === list ? consoleAnswer(books, `${path}?sort=${column}:desc`).status : [],
          ),
        ]).toEqual([column, [200]])
  })

  it('gives one record, as the service wrote it and without a comparison', () => {
    expect(bodyOf('/transactions/t1')).toMatchObject({
      record: { transaction_id: 't1', received: { transaction_id: 't1', transaction: { insured: 'yes' } } },
      ...{ differences: null, silence: null },
    })
    expect(bodyOf('/vaults/v3').record).toMatchObject({ vault_id: 'v3', assets: [{ asset_id: 'USDC' }] })
  })

  it('adds up exactly, by columns, and counts what is no decimal', () => {
    const sums = bodyOf(`/totals?by=status&by=asset_id&address=${evm}`)
    expect(sums.totals).toMatchObject([
      { group: { asset_id: 'BTC', status: 'completed' }, count: 1, amount: '9.99999999999999999999' },
      { group: { asset_id: 'ETH', status: 'completed' }, count: 1, feeless: 1, fee: '0' },
    ])
    const [whole] = bodyOf('/totals').totals
    expect(whole).toEqual({
      ...{ group: {}, count: 5, amount: '31', amountless: 1, fee: '0.1', feeless: 4, recorded: null },
    })
    expect(bodyOf('/totals?status=rejected').totals).toMatchObject([
      { count: 0, amount: '0', recorded: null },
    ])
    expect(bodyOf('/totals?start_date=2026-11-03&by=asset_id')).toMatchObject({
      totals: [{ count: 1, recorded: { from: Date.UTC(2026, 10, 3), before: Date.UTC(2026, 10, 4) } }],
      undecided: 1,
    })
    expect(bodyOf(`/totals?by=source_address&address=${evm}`).totals).toMatchObject([
      { group: { source_address: evm }, count: 1 },
      { group: { source_address: null }, count: 1 },
    ])
  })

  it('tells the addresses that transactions show: of vaults, and those that were sent to', () => {
    const spelled = evm.toLowerCase()
    const shown = booksOf([
      booked('t3', null, {
        network_id: 'ETH',
        source: { source_type: 'vault', source_id: 'v1', source_name: 'Cold', source_address: spelled },
        destination: { destination_type: 'whitelist', destination_address: '0xb0b' },
      }),
      booked('t2', null, { network_id: 'ETH', destination: { destination_address: '0xB0B' } }),
      booked('t1', null, {
        ...{ status: 'failed', network_id: 'ETH' },
        destination: { destination_address: '0xdead' },
      }),
    ])
    const recordsAt = (target: string) =>
      JSON.parse(JSON.stringify(consoleAnswer(shown, target).body)).records
    const own = { address: spelled, network_id: 'ETH', asset_id: null, vault_id: 'v1', vault_name: 'Cold' }
    expect(recordsAt('/addresses/own')).toEqual([{ ...own, transaction_ids: ['t3'] }])
    expect(recordsAt(`/addresses/own?address=${evm}`)).toHaveLength(1)
    expect(recordsAt('/addresses/own?address=0xb0b')).toEqual([])
    expect(recordsAt('/addresses/destinations')).toMatchObject([{ network_id: 'ETH', sent: 2 }])
  })

  it.each([
    ['/transactions?status=lost', 'TXN-01'],
    ['/transactions?amount_from=1,000', 'ERR-00'],
    ['/transactions/t9', 'TXN-04'],
    ['/vaults/v9', 'VAL-02'],
    ['/balances/tepid', 'BAL-02'],
    ['/search?text=t1', 'ERR-00'],
  ])('refuses %s with %s', (target, code) => {
    expect(bodyOf(target)).toMatchObject({ error_code: code })
  })
})

describe('addresses', () => {
  const own = { source_type: 'vault', source_id: 'v1', source_name: 'Cold 10', source_address: evm }
  const to = (destination_address: string) => ({
    destination: { destination_type: 'whitelist', destination_address },
  })
  const paid = booksOf([
    booked('a', null, { network_id: 'ETH', asset_id: 'ETH', source: own, ...to('0x01') }),
    booked('b', null, { network_id: 'ETH', asset_id: 'ETH', source: own, ...to('0X01') }),
    booked('c', null, { network_id: 'ETH', asset_id: 'ETH', source: own, ...to('0x02') }),
    booked('d', null, { network_id: 'ETH', source: own, ...to('0x03'), status: 'failed' }),
  ])
  const recordsIn = (target: string) => JSON.parse(JSON.stringify(consoleAnswer(paid, target).body)).records

  it('are those of vaults, with transactions that show them, and those of who was paid', () => {
    const vault = { address: evm, network_id: 'ETH', vault_id: 'v1', vault_name: 'Cold 10' }
    expect(recordsIn('/addresses/own')).toEqual([
      { ...vault, asset_id: 'ETH', transaction_ids: ['a', 'b'] },
      { ...vault, asset_id: null, transaction_ids: ['d'] },
    ])
    expect(recordsIn(`/addresses/own?address=${evm.toLowerCase()}`)).toHaveLength(2)
    expect(recordsIn('/addresses/own?address=0x02')).toEqual([])
    expect(recordsIn('/addresses/destinations').map(({ sent }: { sent: number }) => sent)).toEqual([2, 1])
  })
})
