/** The API of the console over HTTP, from a store that a real service filled. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { sortColumns } from '../../../contract/console-api.ts'
import { databaseKinds } from '../../../database/testing/databases.ts'
import { fixtureTransactions } from '../../service/testing/books.ts'
import { startApi, startBooks } from '../../testing/console-api.ts'
import { newFolder } from '../../testing/folder.ts'
import { jsonLines } from '../../testing/json-lines.ts'
import { expectFailure, forTests } from '../testing/gateway.ts'

const real = await startBooks()
const service = forTests(await upstream.startScriptedService(real.address))

const folder = await newFolder()
const prices = join(folder, 'prices.csv')
await writeFile(
  prices,
  'asset_id,currency,price,date\nBTC,EUR,50000,2026-11-01\nETH,EUR,0.000001,2026-11-01\nUSDC,EUR,0.9,2026-11-01\n',
)
const auditLog = join(folder, 'audit.log')
const { gateway, pass, asking } = await startApi(
  {
    CUSTODY_API_URL: service.address,
    PRICES_FILE: prices,
    AUDIT_LOG: auditLog,
    // Readings take hours of the clock of tests.
    ...{ SESSION_IDLE_MINUTES: '1000', SESSION_HOURS: '700' },
  },
  undefined,
  // The tests of pages of the service are on PostgreSQL, where it is installed.
  databaseKinds[0]?.open,
)
const cookie = await gateway.signIn('demo-viewer-key')
await pass(0)
const ask = asking({ cookie })

interface Listed {
  readonly transaction_id: string
}
const idsOf = (records: readonly Listed[]) => records.map(({ transaction_id }) => transaction_id)

async function idsAtService(query: string): Promise<readonly string[]> {
  const { text } = await real.get(`/transactions?${query}`)
  return idsOf(JSON.parse(text).transactions ?? [])
}

/** All pages, and what the first says. */
async function list(query: string) {
  const { status, body } = await ask(`/transactions?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('transactions', () => {
  it('are those of the service, in its order, page by page, each with the span in which it was recorded', async () => {
    const ids = await idsAtService('limit=1000')
    const pages = [await list('limit=25'), await list('limit=25&offset=25'), await list('limit=25&offset=50')]
    expect(pages.flatMap(({ records }) => idsOf(records))).toEqual(ids)
    expect(pages.map(({ has_next }) => has_next)).toEqual([true, true, false])
    const [first] = pages
    expect(first).toMatchObject({ from: 'store', completeness: 'complete', no_records: null })
    expect(first.revision).toBe(pages[2]?.revision)
    expect(Date.parse(first.as_of)).toBeGreaterThan(0)
    expect(Date.parse(first.read_whole)).toBeGreaterThan(0)
    const [record] = first.records
    const recordedAt = Date.parse(
      fixtureTransactions.find(({ transaction_id: id }) => id === record.transaction_id)?.recorded_at ?? '',
    )
    expect(record.recorded.from).toBeLessThanOrEqual(recordedAt)
    expect(record.recorded.before).toBeGreaterThan(recordedAt)
    expect(record).not.toHaveProperty('received')
    expect(record.source).not.toHaveProperty('received')
  })

  it('have a total, which comes by itself where counting takes longer than a page', async () => {
    await expect
      .poll(async () => (await list('limit=1&status=completed')).total)
      .toBe(fixtureTransactions.filter(({ status }) => status === 'completed').length)
    expect(await list('limit=1&status=completed')).toMatchObject({ undecided: 0, has_next: true })
  })

  const [sample] = fixtureTransactions
  it.each([
    `transaction_id=${sample?.transaction_id}`,
    'status=pending',
    'transaction_type=changepool',
    'transaction_type=change+pool',
    'asset_id=USDC&network_id=ARB',
    'source_id=vault-1',
    'source_address=source-1',
    'destination_id=list-1',
    'destination_address=destination-2',
    'start_date=2026-11-01&end_date=2026-11-01',
    'start_date=2026-11-02',
    'end_date=2026-10-31T23:59:59.999Z',
  ])('of %s are those that the service lists', async (filter) => {
    const ids = await idsAtService(`limit=1000&${filter}`)
    expect(idsOf((await list(filter)).records)).toEqual(ids)
    expect(ids.length).toBeGreaterThan(0)
  })

  type Row = (typeof fixtureTransactions)[number]
  const own: readonly (readonly [string, (row: Row) => boolean])[] = [
    ['status=pending&status=failed', ({ status }) => status === 'pending' || status === 'failed'],
    ['asset_id=BTC&asset_id=XRP', ({ asset_id }) => asset_id === 'BTC' || asset_id === 'XRP'],
    [
      'address=source-1&address=destination-2',
      (row) => row.source_address === 'source-1' || row.destination_address === 'destination-2',
    ],
    ['amount_from=60', ({ amount }) => Number.parseInt(amount, 10) >= 60],
    ['amount_over=61.000000000000000001&amount_to=62.5', ({ amount }) => amount.startsWith('62.')],
    ['text=給与の支払い', ({ note }) => note === '給与の支払い'],
  ]
  it.each(own)('of %s are all that match it, though no service can be asked', async (filter, matches) => {
    const body = await list(`limit=1000&${filter}`)
    const ids = fixtureTransactions.filter(matches).map(({ transaction_id: id }) => id)
    expect(idsOf(body.records).toSorted()).toEqual(ids.toSorted())
    expect(ids.length).toBeGreaterThan(0)
  })

  it('sort by every column in both directions', async () => {
    const ids = (await idsAtService('limit=1000')).toSorted()
    for (const column of sortColumns.transactions) {
      const [rising = [], falling = []] = await Promise.all(
        ['asc', 'desc'].map(async (direction) =>
          idsOf((await list(`limit=1000&sort=${column}:${direction}`)).records),
        ),
      )
      expect([rising.toSorted(), falling.toSorted()]).toEqual([ids, ids])
      expect(rising, column).not.toEqual(falling)
    }
    const amounts = (await list('limit=3&sort=amount:desc')).records.map(({ amount }: Row) => amount)
    expect(amounts[0].length).toBeGreaterThan(50)
    expect(amounts.slice(1)).toEqual(['62.000000000000000001', '61.000000000000000001'])
  })

  it('rank by value over assets, in pages, and those without a price come last in either direction', async () => {
    const priced = ['BTC', 'ETH', 'USDC']
    for (const direction of ['asc', 'desc']) {
      const { records } = await list(`limit=1000&sort=value:${direction}&currency=EUR`)
      const hasPrice = records.map(({ asset_id }: Row) => priced.includes(asset_id))
      expect(hasPrice).toEqual(
        hasPrice.toSorted((one: boolean, other: boolean) => Number(other) - Number(one)),
      )
      expect(new Set(hasPrice).size).toBe(2)
      const pages = [0, 20, 40, 60].map((offset) => list(`limit=20&offset=${offset}&sort=value:${direction}`))
      expect((await Promise.all(pages)).flatMap((page) => page.records)).toEqual(records)
    }
    // More ETH than BTC is worth less.
    const filter = 'limit=1&asset_id=BTC&asset_id=ETH&amount_to=62.5'
    const firstBy = async (sort: string) => (await list(`${filter}&sort=${sort}:desc`)).records[0].asset_id
    expect([await firstBy('value'), await firstBy('amount')]).toEqual(['BTC', 'ETH'])
    const { body } = await ask('/transactions?sort=value:asc&currency=USD')
    expect([body.error_code, body.details]).toEqual(['ERR-00', 'currency must be one of EUR.'])
  })

  it('that match nothing are an empty list', async () => {
    expect(await list('asset_id=NONE')).toMatchObject({ records: [], has_next: false, no_records: null })
  })
})

describe('totals', () => {
  it('of a filter are one row, exact, with the span of all', async () => {
    const { body } = await ask('/totals?asset_id=BTC&status=completed')
    const rows = fixtureTransactions.filter((row) => row.asset_id === 'BTC' && row.status === 'completed')
    const [total] = body.totals
    expect(body).toMatchObject({ from: 'store', undecided: 0, totals: [{ group: {}, count: rows.length }] })
    expect(total.amount).toMatch(/^\d+\.0+\d+$/)
    expect(total.recorded.before - total.recorded.from).toBeGreaterThan(0)
    expect((await ask('/totals?asset_id=NONE')).body.totals).toMatchObject([{ count: 0, amount: '0' }])
  })

  it('are divided by columns, and by the addresses of the filter as it spells them', async () => {
    const { body } = await ask('/totals?by=status&by=asset_id')
    const count = (rows: readonly { readonly count: number }[]) =>
      rows.reduce((sum, row) => sum + row.count, 0)
    expect(count(body.totals)).toBe(fixtureTransactions.length)
    expect(Object.keys(body.totals[0].group)).toEqual(['asset_id', 'status'])
    const ends = await ask(
      '/totals?address=source-1&address=destination-2&by=source_address&by=destination_address',
    )
    const both = fixtureTransactions.filter(
      (row) => row.source_address === 'source-1' && row.destination_address === 'destination-2',
    )
    const groups = ends.body.totals.map(({ group }: { group: object }) => Object.values(group))
    expect(groups).toEqual([
      ['source-1', 'destination-2'],
      ['source-1', null],
      [null, 'destination-2'],
    ])
    expect(ends.body.totals[0].count).toBe(both.length)
  })
})

describe('addresses', () => {
  it('of vaults are all that transactions show, of one account alone where it is named', async () => {
    const own = fixtureTransactions.flatMap((row) => [
      ...(row.source_type === 'vault' ? [row.source_address] : []),
      ...(row.destination_type === 'vault' ? [row.destination_address] : []),
    ])
    const { body } = await ask('/addresses/own')
    expect(body).toMatchObject({ from: 'store', total: body.records.length, has_next: false })
    expect(new Set(body.records.map((row: { address: string }) => row.address))).toEqual(
      new Set(own.filter((address) => address !== '')),
    )
    const [first = ''] = own
    const one = await ask(`/addresses/own?address=${first}`)
    expect(new Set(one.body.records.map((row: { address: string }) => row.address))).toEqual(new Set([first]))
  })

  it('that something was sent to have the number of completed transactions', async () => {
    const sent = new Map<string, number>()
    for (const { status, destination_type: type, destination_address: to } of fixtureTransactions)
      if (status === 'completed' && type !== 'vault' && to) sent.set(to, (sent.get(to) ?? 0) + 1)
    const { body } = await ask('/addresses/destinations')
    expect(
      new Map(body.records.map((row: { address: string; sent: number }) => [row.address, row.sent])),
    ).toEqual(sent)
  })
})

describe('a record', () => {
  const id = fixtureTransactions[5]?.transaction_id ?? ''
  const path = `/transactions/${id}`

  it('is the one that the service has now, with what came, and agrees with the one that is kept', async () => {
    const { body } = await ask(path)
    expect(body).toMatchObject({
      from: 'service',
      differences: [],
      silence: null,
      record: { transaction_id: id },
    })
    expect(body.record.received).toMatchObject({ transaction_id: id })
    expect(body.record.recorded.before).toBeGreaterThan(body.record.recorded.from)
    const vault = await ask('/vaults/vault-1')
    expect(vault.body).toMatchObject({ differences: [], silence: null, record: { vault_id: 'vault-1' } })
  })

  it('that differs from the one that is kept says in which fields', async () => {
    const { text } = await real.get(path)
    const answer = JSON.parse(text.replace(/"status":"\w+"/, '"status":"rejected"'))
    answer.transactions[0].transaction.destination.memo = 'another'
    service.script(path, upstream.json(answer))
    const { body } = await ask(path)
    expect(body.record.status).toBe('rejected')
    expect(body.differences).toMatchObject([
      { field: 'status', now: 'rejected' },
      { field: 'destination.memo', now: 'another' },
    ])
  })

  it.each([
    ['GTW-00', upstream.hangUp],
    ['ERR-01', upstream.errorAnswer('ERR-01')],
    ['GTW-02', upstream.htmlPage],
    ['GTW-02', upstream.json({ another: 'form' })],
    ['GTW-02', upstream.json({}, 404)],
    ['GTW-24', upstream.json({}, 503)],
  ] as const)('of a silent service is the one that is kept, with %s, case %#', async (code, script) => {
    service.script(path, script)
    const { status, body } = await ask(path)
    expect([status, body.silence?.code]).toEqual([200, code])
    expect(body).toMatchObject({ from: 'store', differences: null, record: { transaction_id: id } })
  })

  it('that the service denies is denied, and whoever has it says so', async () => {
    service.script(path, upstream.errorAnswer('TXN-04'))
    const denied = await ask(path)
    expect([denied.status, denied.body.error_code]).toEqual([400, 'TXN-04'])
    expect(denied.body.details).toContain('The records that are kept here had it at')
    const unknown = await ask('/transactions/none')
    expect([unknown.status, unknown.body.error_code]).toEqual([400, 'TXN-04'])
    expect(unknown.body.details).not.toContain('kept here')
    expect((await ask('/vaults/none')).body.error_code).toBe('VAL-02')
    service.script(path, upstream.errorAnswer('ERR-02'))
    expect((await ask(path)).body.error_code).toBe('ERR-02')
  })

  it('is asked for by its id alone, whatever is in it', async () => {
    expect((await ask(`/transactions/${encodeURIComponent('a/b;c')}`)).body.error_code).toBe('TXN-04')
    expect((await ask(`/transactions/${'x'.repeat(500)}`)).body.error_code).toBe('TXN-04')
    await expectFailure(await gateway.fetch('/api/transactions/a/b', { headers: { cookie } }), 'GTW-05')
    expect((await ask(`${path}?status=pending`)).body.details).toContain('status is not a parameter')
  })
})

describe('vaults, balances and whitelists', () => {
  it.each([
    ['/vaults?vault_type=cold', 2],
    ['/vaults?vault_id=vault-1&vault_id=vault-3', 2],
    ['/vaults?asset_id=ETH&network_id=ETH', 2],
    ['/vaults?text=treasury', 2],
    ['/balances', 4],
    ['/balances?asset_id=USDC', 2],
    ['/balances/cold', 3],
    ['/balances/warm?network_id=BTC', 1],
    ['/whitelist?whitelist_type=third_party', 2],
    ['/whitelist?whitelist_id=list-1', 1],
    ['/whitelist?asset_id=ETH', 1],
    ['/whitelist?address=address-list-1-1', 1],
    ['/whitelist?text=desk', 1],
  ])('%s has its records, counted', async (path, length) => {
    const { status, body } = await ask(path)
    expect([status, body.total, body.records.length, body.from]).toEqual([200, length, length, 'store'])
    expect(body).toMatchObject({ has_next: false, completeness: 'complete', undecided: 0 })
    expect(JSON.stringify(body)).not.toContain('"received"')
  })

  it.each([
    ['vaults', '/vaults'],
    ['balances', '/balances'],
    ['balances', '/balances/cold'],
    ['whitelists', '/whitelist'],
  ] as const)('%s sort by every column, at %s, in pages', async (name, path) => {
    for (const column of sortColumns[name]) {
      const orders: unknown[] = []
      for (const direction of ['asc', 'desc']) {
        const whole = await ask(`${path}?sort=${column}:${direction}`)
        orders.push(whole.body.records)
        const pages = [0, 1, 2, 3].map((offset) =>
          ask(`${path}?limit=1&offset=${offset}&sort=${column}:${direction}`),
        )
        const rows = (await Promise.all(pages)).flatMap(({ body }) => body.records)
        expect(rows).toEqual(whole.body.records)
      }
      // Nothing in a cold vault is under way.
      if (path !== '/balances/cold') expect(orders[0], column).not.toEqual(orders[1])
    }
  })

  it('rank vaults by the prices of the gateway, those without a value last', async () => {
    const ranked = async (query: string) =>
      (await ask(`/vaults?${query}`)).body.records.map(({ vault_id }: { vault_id: string }) => vault_id)
    expect(await ranked('sort=value:desc&currency=EUR')).toEqual([
      'vault-2',
      'vault-1',
      'vault-3',
      'vault-empty',
    ])
    expect(await ranked('sort=value:asc')).toEqual(['vault-3', 'vault-1', 'vault-2', 'vault-empty'])
    const { body } = await ask('/vaults?sort=value:asc&currency=USD')
    expect([body.error_code, body.details]).toEqual(['ERR-00', 'currency must be one of EUR.'])
  })
})

describe('a request', () => {
  const values = (name: string, times: number) =>
    Array.from({ length: times }, (_, index) => `${name}=${index}`).join('&')
  it.each([
    ['/transactions?limit=0', 'ERR-00', 'limit'],
    ['/transactions?limit=1001', 'ERR-00', 'limit'],
    ['/transactions?offset=-1', 'ERR-00', 'offset'],
    ['/transactions?offset=100001', 'ERR-00', 'offset must be at most 100,000'],
    ['/vaults?offset=100001', 'ERR-00', 'offset'],
    ['/transactions?nothing=1', 'ERR-00', 'nothing'],
    ['/transactions?asset_id=', 'ERR-00', 'asset_id'],
    [`/transactions?asset_id=${'x'.repeat(513)}`, 'ERR-00', 'asset_id'],
    ['/transactions?asset_id=%FF', 'ERR-00', 'asset_id'],
    ['/transactions?amount_from=1e3', 'ERR-00', 'amount_from'],
    ['/transactions?amount_from=1&amount_from=2', 'ERR-00', 'amount_from'],
    ['/transactions?sort=amount', 'ERR-00', 'sort'],
    ['/transactions?sort=worth:asc', 'ERR-00', 'sort'],
    [`/transactions?${values('asset_id', 101)}`, 'ERR-00', 'asset_id is given more than 100 times.'],
    [`/transactions?${values('address', 21)}`, 'ERR-00', 'address is given more than 20 times.'],
    [`/transactions?text=${'a+'.repeat(21)}a`, 'ERR-00', 'text must have at most 20 words.'],
    ['/transactions?transaction_type=gift', 'TXN-00', 'transaction_type'],
    ['/transactions?status=pending&status=lost', 'TXN-01', 'status'],
    ['/transactions?start_date=2026-11-02&end_date=2026-11-01', 'TXN-03', 'start_date'],
    ['/transactions?end_date=yesterday', 'TXN-03', 'end_date'],
    ['/totals?by=amount', 'ERR-00', 'by'],
    ['/totals?limit=1', 'ERR-00', 'limit'],
    ['/vaults?vault_type=hot', 'VAL-00', 'vault_type'],
    ['/balances/hot', 'BAL-02', 'vault_type'],
    ['/balances/all', 'BAL-02', 'vault_type'],
    ['/whitelist?whitelist_type=mine', 'WHT-01', 'whitelist_type'],
  ])('%s is refused with %s, which names %s', async (path, code, named) => {
    const { status, headers, body } = await ask(path)
    expect([status, body.error_code, body.status]).toEqual([400, code, 'error'])
    expect(body.details).toContain(named)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('needs a session, the one for which it is made, and no other site', async () => {
    for (const path of ['/transactions', '/totals', '/vaults/vault-1', '/whitelist', '/balances/cold']) {
      await expectFailure(await gateway.fetch(`/api${path}`), 'GTW-04')
      const headers = { cookie, 'x-session-fingerprint': 'another' }
      await expectFailure(await gateway.fetch(`/api${path}`, { headers }), 'GTW-12')
      await expectFailure(
        await gateway.fetch(`/api${path}`, { headers: { cookie, 'sec-fetch-site': 'cross-site' } }),
        'GTW-10',
      )
    }
    const linked = await gateway.fetch('/api/transactions?fingerprint=another', { headers: { cookie } })
    await expectFailure(linked, 'GTW-12')
    await expectFailure(
      await gateway.fetch('/api/transactions', { method: 'POST', headers: { cookie } }),
      'GTW-06',
    )
    const ended = await gateway.signIn('demo-viewer-key')
    await gateway.signOut(ended)
    await expectFailure(await gateway.fetch('/api/transactions', { headers: { cookie: ended } }), 'GTW-04')
  })

  it('is answered compressed, never kept, with the fingerprint of its session, and by HEAD without a body', async () => {
    const answer = await gateway.raw('/api/transactions', { cookie, 'accept-encoding': 'gzip' })
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-session-fingerprint': (await gateway.state(cookie)).fingerprint,
    })
    const compressed = await fetch(`${gateway.address}/api/transactions`, { headers: { cookie } })
    expect((await compressed.json()).records).toHaveLength(63)
    const head = await gateway.fetch('/api/transactions', { method: 'HEAD', headers: { cookie } })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('is one line of the audit log, with what was asked and no value of it', async () => {
    await ask('/transactions?status=pending&status=failed&text=secret-words&limit=7&sort=amount:desc')
    await ask('/transactions/none')
    await ask('/totals?by=status&by=asset_id')
    await ask('/transactions?limit=0')
    const text = await readFile(auditLog, 'utf8')
    expect(jsonLines(text).slice(-4)).toMatchObject([
      {
        event: 'read',
        endpoint: 'transactions',
        filters: ['status', 'text'],
        digest: expect.stringMatching(/./),
        limit: 7,
        sort: 'amount:desc',
        status: 200,
        rows: 0,
        from: 'store',
        key: expect.stringMatching(/./),
        session: expect.stringMatching(/./),
      },
      { event: 'read', endpoint: 'transaction', filters: ['tx_id'], status: 400, code: 'TXN-04', rows: null },
      { event: 'read', endpoint: 'totals', by: 'status,asset_id', from: 'store', status: 200 },
      { event: 'refused', endpoint: 'transactions', code: 'ERR-00' },
    ])
    expect(text).not.toMatch(/secret-words|demo-viewer-key/)
  })
})
