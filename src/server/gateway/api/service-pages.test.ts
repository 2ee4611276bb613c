/** What the API of the console answers without records: the service's own pages, and how long to wait for the rest. */
import { connect } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { DatabaseError } from '../../../database/database.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { fixtureTransactions } from '../../service/testing/books.ts'
import { askingOf, startApi, startBooks } from '../../testing/console-api.ts'
import { expectFailure, forTests, startGateway } from '../testing/gateway.ts'

const real = await startBooks()
const service = forTests(await upstream.startScriptedService(real.address))
const fixed = { CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'demo-viewer-key' }

interface Listed {
  readonly transaction_id: string
}
const idsOf = (records: readonly Listed[]) => records.map(({ transaction_id: id }) => id)
const allIds = fixtureTransactions.map(({ transaction_id: id }) => id)

/** Asks the real service otherwise, or answers with a part of what it says. */
function behind(change: (target: URL) => void): upstream.Script {
  return (request, response) => {
    const target = new URL(request.url ?? '', service.address)
    change(target)
    request.url = target.pathname + target.search
    service.passOn(request, response)
  }
}

/** Gives at most so many rows, whatever it is asked for. */
const capAt = (most: number) =>
  behind(({ searchParams }) => {
    searchParams.set('limit', String(Math.min(most, Number(searchParams.get('limit') ?? most))))
  })

describe('where nothing is kept', async () => {
  const gateway = await startGateway({ ...fixed, SYNC: 'off' })
  const ask = askingOf(gateway)

  it.each([
    ['/transactions', 63],
    ['/vaults', 4],
    ['/balances', 4],
    ['/balances/cold', 3],
    ['/whitelist', 4],
  ])('%s is the page of the service, whose next one is known', async (path, length) => {
    const { body } = await ask(`${path}?limit=1000`)
    expect(body).toMatchObject({
      ...{ from: 'service', revision: null, read_whole: null, completeness: null },
      ...{ total: null, undecided: null, has_next: false, no_records: null },
    })
    expect(body.records).toHaveLength(length)
    expect((await ask(`${path}?limit=${length}`)).body.has_next).toBe(false)
    expect((await ask(`${path}?limit=${length - 1}`)).body.has_next).toBe(true)
    expect((await ask(`${path}?limit=2&offset=${length - 2}`)).body).toMatchObject({
      has_next: false,
      records: body.records.slice(-2),
    })
    expect(JSON.stringify(body)).not.toContain('"received"')
  })

  it.each([
    '/transactions?status=pending&status=failed',
    '/transactions?address=source-1',
    '/transactions?amount_from=1',
    '/transactions?amount_over=1',
    '/transactions?amount_to=1',
    '/transactions?text=hash',
    '/transactions?sort=amount:asc',
    '/vaults?sort=vault_name:asc',
    '/vaults?text=treasury',
    '/balances?sort=asset_id:asc',
    '/whitelist?address=x',
    '/totals',
    '/addresses/destinations',
    '/addresses/own?address=source-1',
  ])('%s needs records, and says so at once', async (path) => {
    const { details } = await expectFailure(await gateway.fetch(`/api${path}`), 'GTW-27')
    expect(details).toBe('This gateway keeps no records: SYNC is off.')
  })

  it.each([
    ['/vaults?vault_type=cold', ['vault-2', 'vault-3']],
    ['/vaults?vault_type=cold&vault_type=warm&asset_id=BTC', ['vault-2', 'vault-1']],
    ['/vaults?asset_id=USDC&network_id=ARB', ['vault-2']],
    ['/vaults?vault_id=vault-1&vault_id=vault-3', ['vault-1', 'vault-3']],
    ['/balances?asset_id=USDC&network_id=ARB', ['USDC']],
    ['/balances/cold?asset_id=BTC&asset_id=ETH', ['BTC', 'ETH']],
  ])('%s is filtered here, since the list comes whole', async (path, ids) => {
    const { body } = await ask(path)
    const found = body.records.map(({ vault_id, asset_id }: Record<string, string>) => vault_id ?? asset_id)
    expect([body.from, found.toSorted()]).toEqual(['service', ids.toSorted()])
  })

  it('addresses of vaults are what the latest withdrawals show, which is not said to be all', async () => {
    const { body } = await ask('/addresses/own')
    expect(body).toMatchObject({ from: 'service', total: null, completeness: null })
    expect(body.records.length).toBeGreaterThan(0)
    expect(body.records[0].transaction_ids.length).toBeGreaterThan(0)
  })

  it('a filter that the service takes is asked of it as it was written', async () => {
    const path =
      '/transactions?status=completed&status=completed&source_address=source-1&start_date=2026-11-01'
    const { body } = await ask(path)
    expect(body.records.length).toBeGreaterThan(0)
    expect(service.received.at(-1)?.target).toMatch(
      /source_address=source-1&start_date=2026-11-01&status=completed/,
    )
    const { body: none } = await ask('/transactions?status=completed&asset_id=NONE')
    expect(none).toMatchObject({
      ...{ records: [], has_next: false },
      no_records: { code: 'TXN-02', message: 'No records found' },
    })
  })

  it.each([50, 20, 7])('a service that gives %i rows at most fills a page all the same', async (most) => {
    service.script('/transactions', capAt(most))
    const { body } = await ask('/transactions?limit=60')
    expect([body.records.length, body.has_next]).toEqual(most === 7 ? [7, false] : [60, true])
    const { body: last } = await ask('/transactions?limit=60&offset=60')
    expect([last.records.length, last.has_next]).toEqual([3, false])
  })

  it('rows that move into the next answer meanwhile are listed once', async () => {
    let asked = 0
    const moving = behind(({ searchParams }) => {
      asked += 1
      if (asked > 1) searchParams.set('offset', String(Number(searchParams.get('offset')) - 1))
      searchParams.set('limit', '20')
    })
    service.script('/transactions', moving)
    const { body } = await ask('/transactions?limit=50')
    expect(new Set(idsOf(body.records)).size).toBe(50)
  })

  it('a service that turns no pages shows its first one, and no other', async () => {
    const off = await startGateway({ ...fixed, SYNC: 'off' })
    service.script(
      '/whitelist',
      behind(({ searchParams }) => searchParams.delete('offset')),
    )
    const first = await off.fetch('/api/whitelist?limit=2')
    expect(await first.json()).toMatchObject({ records: [{}, {}], has_next: true })
    const { details } = await expectFailure(await off.fetch('/api/whitelist?limit=2&offset=2'), 'GTW-02')
    expect(details).toBe('The service sent the first page again, so this one cannot be shown.')
  })

  it.each([
    ['TXN-01', 400, upstream.errorAnswer('TXN-01')],
    ['ERR-02', 401, upstream.errorAnswer('ERR-02')],
    ['ERR-03', 429, upstream.errorAnswer('ERR-03', { 'retry-after': '7' })],
    ['SVC-9', 418, upstream.errorWith({ error_code: 'SVC-9' }, 418)],
    ['GTW-02', 502, upstream.htmlPage],
    ['GTW-02', 502, upstream.brokenJson],
    ['GTW-02', 502, upstream.json({ another: 'form' })],
    ['GTW-00', 502, upstream.hangUp],
    ['GTW-11', 502, upstream.cut],
    ['GTW-24', 503, upstream.textAnswer('busy', 503, { 'retry-after': '7' })],
  ] as const)('%s of the service is answered, with HTTP %i', async (code, httpStatus, script) => {
    service.script('/transactions', script)
    const { status, headers, body } = await ask('/transactions')
    expect([body.error_code, status, body.code]).toEqual([code, httpStatus, String(httpStatus)])
    if (status === 429 || status === 503) expect(headers.get('retry-after')).toBe('7')
    if (code === 'SVC-9')
      expect(body).toMatchObject({ error_message: 'Sent by the test', details: 'For no reason' })
  })

  it('an answer that would take too much memory is refused by name, and unparsed', async () => {
    const fields = Array.from({ length: 20_000 }, (_, index) => `"field ${index}":"x"`)
    const type = { 'content-type': 'application/json' }
    service.script('/transactions', upstream.textAnswer(`{"transactions":[{${fields}}]}`, 200, type))
    const { status, body } = await ask('/transactions?asset_id=BTC')
    expect(status).toBe(502)
    expect(body.details).toBe(
      'The answer to GET /transactions is refused. An object has more than 10,000 fields.',
    )
  })

  it('a record is asked for, and compared with nothing', async () => {
    const { body } = await ask(`/transactions/${allIds[0]}`)
    expect(body).toMatchObject({
      from: 'service',
      differences: null,
      silence: null,
      record: { recorded: null },
    })
    service.script('*', upstream.hangUp)
    expect((await ask(`/transactions/${allIds[0]}`)).body.error_code).toBe('GTW-00')
  })

  it('a reader who goes takes the question along, and no failure is logged', async () => {
    const slow = upstream.held()
    service.script('/vaults', slow.script)
    const { hostname, port } = new URL(gateway.address)
    const reader = connect(Number(port), hostname, () =>
      reader.write(`GET /api/vaults HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`),
    )
    await slow.arrived()
    reader.destroy()
    await slow.dropped
    await expect.poll(() => gateway.log.some((line) => line.includes('"aborted":true'))).toBe(true)
    expect(gateway.log.filter((line) => line.includes('request failed'))).toEqual([])
  })
})

describe('while records are read', () => {
  it('lists are the pages of the service, and what it cannot answer says how far the reading is', async () => {
    const slow = upstream.held(service.passOn)
    service.script('/transactions', (request, response) =>
      // The reading alone asks for whole pages.
      (/limit=1000\b/.test(request.url ?? '') ? slow.script : service.passOn)(request, response),
    )
    const database = await openEither()
    const gateway = await startGateway(
      { ...fixed, KEEP_RECORDS: 'configured' },
      { openRecords: async () => database },
    )
    await slow.arrived()
    const ask = askingOf(gateway)
    const { body } = await ask('/transactions?limit=5')
    expect(body).toMatchObject({ from: 'service', total: null, has_next: true })
    expect(body.revision).not.toBeNull()
    for (const path of ['/transactions?sort=amount:asc', '/totals', '/vaults?text=x']) {
      const waiting = await gateway.fetch(`/api${path}`)
      expect(waiting.headers.get('retry-after')).toBe('2')
      const { details } = await expectFailure(waiting, 'GTW-26')
      expect(details).toMatch(/^(0 transactions read so far|The reading has not begun yet)\.$/)
    }
    slow.release()
    await expect
      .poll(async () => (await ask('/transactions?sort=amount:asc')).body.from, { timeout: 10_000 })
      .toBe('store')
    await gateway.close()
  })
})

describe('a list that the key may not read', async () => {
  service.script('/balances', upstream.errorAnswer('ERR-02'))
  service.script('/balances/cold', upstream.htmlPage)
  const { asking } = await startApi(fixed)
  service.reset()
  const ask = asking()
  beforeEach(() => {
    service.script('/balances', upstream.errorAnswer('ERR-02'))
    service.script('/balances/cold', upstream.htmlPage)
  })

  it('is refused as the service says, and is no empty list', async () => {
    for (const path of ['/balances', '/balances?sort=asset_id:asc']) {
      const { status, body } = await ask(path)
      expect([status, body.error_code]).toEqual([401, 'ERR-02'])
    }
    expect((await ask('/balances/cold')).body.error_code).toBe('GTW-02')
    expect((await ask('/balances/warm?sort=asset_id:asc')).body).toMatchObject({ from: 'store', total: 2 })
    expect((await ask('/vaults')).body.from).toBe('store')
  })
})

describe('a database', async () => {
  const state = { fails: null as Error | null, counts: 0, held: null as Promise<void> | null }
  const { asking, database } = await startApi(fixed, (inner) => {
    const query: typeof inner.query = async (sql, parameters) => {
      if (state.fails && !sql.includes('left join custody_store.sync_status')) throw state.fails
      if (sql.includes(') as total,') && !sql.includes('with matching')) {
        state.counts += 1
        await state.held
      }
      return await inner.query(sql, parameters)
    }
    return {
      ...inner,
      query,
      with: (options) => ({ ...inner.with(options), query }),
      read: async (work, options) => {
        if (state.fails) throw state.fails
        return await inner.read(work, options)
      },
    }
  })
  const ask = asking()
  beforeEach(() => {
    state.fails = null
    state.held = null
  })

  it('that goes away in the middle leaves lists to the service, and what it cannot answer says so', async () => {
    expect((await ask('/transactions?limit=5')).body.from).toBe('store')
    state.fails = new DatabaseError('gone', '08006')
    for (const path of ['/transactions?limit=5', '/vaults', '/balances/cold', '/whitelist'])
      expect((await ask(path)).body).toMatchObject({ from: 'service', total: null, revision: null })
    expect((await ask(`/transactions/${allIds[0]}`)).body).toMatchObject({
      from: 'service',
      differences: null,
    })
    const away = await ask('/transactions?sort=amount:asc')
    expect([away.status, away.body.error_code, away.body.details]).toEqual([
      501,
      'GTW-27',
      'The database that keeps the records does not answer.',
    ])
    expect((await ask('/totals')).body.error_code).toBe('GTW-27')
  })

  it('that takes too long says what to leave out', async () => {
    state.fails = new DatabaseError('canceling statement due to statement timeout', '57014')
    const { body } = await ask('/transactions?text=x')
    expect(body).toMatchObject({
      error_code: 'GTW-27',
      details: expect.stringContaining('longer than 10 s to answer. Narrow the filters'),
    })
    // Each of its questions has less, and a report has more.
    expect((await ask('/search?text=x')).body.details).toContain('longer than 3 s to answer')
    expect((await ask('/reports/reconciliation')).body).toMatchObject({
      error_code: 'GTW-27',
      details: expect.stringContaining('longer than 300 s to answer'),
    })
  })

  it('counts once for all who wait, and no page waits for it', async () => {
    state.counts = 0
    let release = () => {}
    state.held = new Promise((resolve) => {
      release = resolve
    })
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((limit) => ask(`/transactions?limit=${limit}&asset_id=ETH`)),
    )
    expect(pages.map(({ body }) => [body.total, body.undecided, body.from])).toEqual(
      pages.map(() => [null, null, 'store']),
    )
    release()
    await expect
      .poll(async () => (await ask('/transactions?limit=1&asset_id=ETH')).body.total)
      .toBe(fixtureTransactions.filter(({ asset_id }) => asset_id === 'ETH').length)
    expect(state.counts).toBe(1)
  })

  it('orders by date once the rows of the filter have dates, and says how far these are', async () => {
    const [row] = await database.query<'state'>('select state from custody_store.account')
    const state = JSON.parse(row?.state ?? '')
    const write = (text: string) => database.query('update custody_store.account set state = $1', [text])
    const spans = await database.query<'id' | 'recorded_from' | 'recorded_before'>(
      `select id, recorded_from, recorded_before from custody_store.transaction where asset_id = 'BTC'`,
    )
    await database.query(
      `update custody_store.transaction set recorded_from = null, recorded_before = null where asset_id = 'BTC'`,
    )
    await write(JSON.stringify({ ...state, dates: { ...state.dates, isComplete: false } }))
    const sorted = (filter = '') => ask(`/transactions?sort=recorded_on:asc${filter}`)
    const { status, body } = await sorted()
    const part = Math.floor((100 * (fixtureTransactions.length - spans.length)) / fixtureTransactions.length)
    expect([status, body.error_code, body.details]).toEqual([
      ...[503, 'GTW-26', `Dates are still being found (${part}%). Sorted by date once they are.`],
    ])
    expect((await sorted('&asset_id=ETH')).status).toBe(200)
    expect((await ask('/transactions?sort=amount:asc')).status).toBe(200)
    // What could not be found comes last.
    await write(row?.state ?? '')
    expect((await sorted()).status).toBe(200)
    for (const { id, recorded_from: from, recorded_before: before } of spans)
      await database.query(
        'update custody_store.transaction set recorded_from = $2, recorded_before = $3 where id = $1',
        [id ?? '', from ?? '', before ?? ''],
      )
  })

  it('tells how well each list is known', async () => {
    const change = (from: string, to: string) =>
      database.query(`update custody_store.account set state = replace(state, $1, $2)`, [from, to])
    const known = async () =>
      Promise.all(['/transactions', '/vaults'].map(async (path) => (await ask(path)).body.completeness))
    await change('"completeness":"complete"', '"completeness":"read-once"')
    expect(await known()).toEqual(['read-once', 'read-once'])
    await change('"completeness":"read-once"', '"completeness":"partial"')
    expect(await known()).toEqual(['partial', 'partial'])
    await change('"completeness":"partial"', '"completeness":"complete"')
    await database.query(
      `update custody_store.account set state = jsonb_set(state::jsonb, '{dates,doubts}', '["A doubt."]')::text`,
    )
    expect(await known()).toEqual(['partial', 'complete'])
  })
})

describe('a period', async () => {
  const { asking, database, gateway } = await startApi(fixed)
  const dated = async () => (await asking()('/transactions?start_date=2026-11-02')).body
  const forgetDates = async () => {
    const [row] = await database.query<'state'>('select state from custody_store.account')
    await database.query('update custody_store.account set revision = revision + 1, state = $1', [
      JSON.stringify({ ...JSON.parse(row?.state ?? ''), dates: null }),
    ])
    await database.query('update custody_store.transaction set recorded_from = null, recorded_before = null')
  }

  it('is left to the service until it is known what was recorded in it', async () => {
    await forgetDates()
    const asked = await dated()
    expect(asked).toMatchObject({ from: 'service', total: null })
    await gateway.sync.settled()
    await expect.poll(async () => (await dated()).from).toBe('store')
    const kept = await dated()
    expect(kept).toMatchObject({ from: 'store', total: kept.records.length, undecided: 0 })
    expect(idsOf(kept.records)).toEqual(idsOf(asked.records))
  })

  it('says what may be in it where the service is silent', async () => {
    await forgetDates()
    service.script('*', upstream.hangUp)
    expect(await dated()).toMatchObject({ from: 'store', total: 0, undecided: fixtureTransactions.length })
  })
})
