/** What the gateway reads by itself, and what becomes of it: over HTTP, from a real service with scripts in front of it. */
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { revisionPath } from '../../../contract/revision.ts'
import { idleHeader } from '../../../contract/session.ts'
import { syncPath } from '../../../contract/sync.ts'
import { type Database, DatabaseError, type Queries } from '../../../database/database.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { isWholeSet } from '../../../testing/cases.ts'
import { fill, listen } from '../../service/testing/service.ts'
import { newFolder } from '../../testing/folder.ts'
import { testClock } from '../testing/clock.ts'
import { forTests, startGateway, type TestGateway } from '../testing/gateway.ts'

const books = await openEither()
await fill(books)
const real = await listen(books)
const service = forTests(await upstream.startScriptedService(real.address))
afterAll(async () => {
  await real.close()
  await books.close()
})

const viewerKey = 'demo-viewer-key'
const fixed = { CUSTODY_API_KEY: viewerKey }

/** For tests that look at nothing but their own account. */
const shared = await openEither()
afterAll(() => shared.close())
let keys = 0
const ownKey = () => {
  keys += 1
  return { CUSTODY_API_KEY: `key ${keys}` }
}

const record = { transaction_id: 'one', status: 'completed', transaction: {} }

/** An account of one transaction, which no filter but its id divides: it is read within a few requests. */
const small: upstream.Script = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', service.address)
  const transactions = searchParams.get('offset') === '0' || !searchParams.has('offset') ? [record] : []
  upstream.json({ transactions, whitelists: [], vaults: [], balances: [], of: pathname })(request, response)
}

/** A gateway that keeps records, driven step by step. */
async function startSyncing(settings: Record<string, string> = {}, given?: Database, clock = testClock()) {
  const database = given ?? (await openEither())
  if (given === undefined) onTestFinished(() => database.close())
  const openRecords = async () => ({ ...database, close: async () => {} })
  const gateway = await startGateway(
    { CUSTODY_API_URL: service.address, KEEP_RECORDS: 'configured', ...settings },
    { openRecords, clock },
  )
  /** Lets so many seconds pass, and all that is due then. */
  const pass = async (seconds: number) => {
    clock.move(1000 * seconds)
    gateway.sync.step()
    await gateway.sync.settled()
  }
  await pass(0)
  const count = async (table: string) => {
    const [row] = await database.query<'count'>(`select count(*) as count from custody_store.${table}`)
    return Number(row?.count)
  }
  const linesOf = (message: string) =>
    gateway.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message)
  return { gateway, database, clock, pass, count, linesOf }
}

async function reportOf(gateway: TestGateway, cookie = '') {
  const answer = await gateway.fetch(syncPath, { headers: { cookie } })
  expect(answer.status).toBe(200)
  return await answer.json()
}

async function sampleOf({ log }: TestGateway, sample: string): Promise<number> {
  const { address } = log.map((each) => JSON.parse(each)).find(({ address }) => address?.port)
  const text = await (await fetch(`http://127.0.0.1:${address.port}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.split(' ')
      .at(-1),
  )
}

describe('an account of the operator', () => {
  it('is read whole, dated and kept up to date, and every reading is one line without a key', async () => {
    const auditLog = join(await newFolder(), 'audit.log')
    const settings = { ...fixed, AUDIT_LOG: auditLog, METRICS_PORT: '0' }
    const { gateway, pass, count, linesOf } = await startSyncing(settings)
    const report = await reportOf(gateway)
    expect(report).toMatchObject({
      not_kept: null,
      read_whole: { completeness: 'complete', doubts: [] },
      reading: null,
      refused_lists: {},
      dates: { off: null, undated: 0, is_complete: true },
      cross_sums: {
        sentence: 'No filter that was asked lists a transaction that the whole list does not have.',
      },
      silence: null,
    })
    expect(await count('transaction')).toBeGreaterThan(0)
    // Its rows stay, whoever looks at it: no session is noted.
    expect(await count('session')).toBe(0)
    const [line] = linesOf('records were read')
    const read = { reader: 'CUSTODY_API_KEY', kind: 'first', records: await count('transaction') }
    expect(line).toMatchObject(read)
    const audited = await readFile(auditLog, 'utf8')
    const entries = audited
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each))
    expect(entries.filter(({ event }) => event === 'sync')).toMatchObject([
      { ...read, requests: line.requests },
    ])
    for (const log of [gateway.log.join(), audited]) expect(log).not.toContain(viewerKey)
    expect(await sampleOf(gateway, 'custody_sync_accounts')).toBe(1)
    expect(await sampleOf(gateway, 'custody_sync_readings_total{kind="first",outcome="ok"}')).toBe(1)

    const asked = service.received.length
    await pass(15)
    expect(service.received.length).toBeGreaterThan(asked)
    expect(linesOf('records were read').filter(({ kind }) => kind === 'update')).toEqual([])
    expect(Date.parse((await reportOf(gateway)).as_of)).toBeGreaterThan(Date.parse(report.as_of))
  })
})

it('how far an account is read is asked of the database once for all who ask at once', async () => {
  service.script('*', small)
  let counted = 0
  const database: Database = {
    ...shared,
    query(sql, parameters) {
      if (sql.startsWith('select status')) counted += 1
      return shared.query(sql, parameters)
    },
  }
  const { CUSTODY_API_KEY: apiKey } = ownKey()
  const { gateway } = await startSyncing({ CUSTODY_API_KEY: apiKey }, database)
  const session = { apiKey, accountId: null, person: null, account: null, accounts: [], idleSeconds: null }
  const fixedSession = { ...session, id: '', signIn: '', mark: '', expiresAt: null }
  counted = 0
  const reports = await Promise.all(Array.from({ length: 50 }, () => gateway.sync.report(fixedSession)))
  expect(reports.every(({ as_of }) => as_of === reports[0]?.as_of)).toBe(true)
  expect(counted).toBe(1)
})

describe('what a console asks for every five seconds', () => {
  async function revisionOf(gateway: TestGateway, cookie = '', headers = {}) {
    const answer = await gateway.fetch(revisionPath, { headers: { cookie, ...headers } })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text.length).toBeLessThan(600)
    return JSON.parse(text)
  }

  const twoTransactions: upstream.Script = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', service.address)
    const transactions = [{ ...record, transaction_id: 'two' }, record]
    upstream.json({ transactions: transactions.slice(Number(searchParams.get('offset'))) })(request, response)
  }

  it('is another revision once the records are others, and is read with one question by all who ask', async () => {
    service.script('*', small)
    let counted = 0
    const database: Database = {
      ...shared,
      query(sql, parameters) {
        counted += 1
        return shared.query(sql, parameters)
      },
    }
    const auditLog = join(await newFolder(), 'audit.log')
    const { gateway, clock, pass } = await startSyncing({ ...ownKey(), AUDIT_LOG: auditLog }, database)
    const before = await revisionOf(gateway)
    expect(before).toMatchObject({
      ...{ not_kept: null, completeness: 'complete', transactions: 1, reading: null, silence: null },
      ...{ revision: expect.any(String), as_of: expect.any(String), read_whole: expect.any(String) },
      dates: { off: 'ignored', days: 'service', is_complete: false },
    })
    const written = await readFile(auditLog, 'utf8')
    clock.move(1000)
    counted = 0
    await Promise.all(Array.from({ length: 20 }, () => revisionOf(gateway)))
    expect(counted).toBe(1)
    expect(await readFile(auditLog, 'utf8')).toBe(written)
    await pass(15)
    const later = await revisionOf(gateway)
    expect(later.revision).toBe(before.revision)
    expect(later.as_of).not.toBe(before.as_of)
    service.script('/transactions', twoTransactions)
    await pass(15)
    expect((await revisionOf(gateway)).revision).not.toBe(before.revision)
  })

  it('is read anew for whoever asks for that, and he waits for it', async () => {
    service.script('*', small)
    const clock = testClock()
    // Nobody is sent away after some seconds.
    const patient = {
      ...clock,
      sleep: (milliseconds: number, signal: AbortSignal) =>
        milliseconds < 20_000 ? clock.sleep(milliseconds, signal) : once(signal, 'abort').then(() => {}),
    }
    const { gateway } = await startSyncing(ownKey(), shared, patient)
    const before = await revisionOf(gateway)
    service.script('/transactions', twoTransactions)
    const answer = await gateway.post(syncPath, {})
    expect(answer.status).toBe(200)
    const after = await answer.json()
    expect(after.transactions).toBe(2)
    expect(after.revision).not.toBe(before.revision)
    expect(await revisionOf(gateway)).toEqual(after)
  })

  it('is nobody’s activity: a session ends in time, and is told so', async () => {
    service.script('*', small)
    vi.useFakeTimers({ toFake: ['Date'] })
    const { gateway } = await startSyncing({ SESSION_IDLE_MINUTES: '2' }, shared)
    const cookie = await gateway.signIn(viewerKey)
    const begun = Date.now()
    for (const idle of [50_000, 100_000, 119_000]) {
      vi.setSystemTime(begun + idle)
      await revisionOf(gateway, cookie, { [idleHeader]: String(idle) })
    }
    vi.setSystemTime(begun + 121_000)
    const answer = await gateway.fetch(revisionPath, { headers: { cookie, [idleHeader]: '121000' } })
    expect((await answer.json()).error_code).toBe('GTW-04')
  })

  it.each([
    [{ SYNC: 'off' }, 'off'],
    [{ KEEP_RECORDS: 'none' }, 'none'],
  ])('says with %o that no records are kept', async (settings, not_kept) => {
    const { gateway } = await startSyncing({ ...ownKey(), ...settings }, shared)
    expect(await revisionOf(gateway)).toMatchObject({ revision: null, not_kept })
    expect(await (await gateway.post(syncPath, {})).json()).toMatchObject({ not_kept })
  })
})

it('every account of the operator is read with its own key, though nobody has signed in', async () => {
  service.script('*', small)
  const file = join(await newFolder(), 'accounts.json')
  const accounts = ['Treasury', 'Reserves'].map((name) => ({ name, groups: ['g'], apiKey: `key of ${name}` }))
  await writeFile(file, JSON.stringify(accounts))
  const provider = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' }
  const { database, linesOf } = await startSyncing({ ...provider, OIDC_ACCOUNTS_FILE: file })
  const read = linesOf('records were read').map(({ reader, records }) => [reader, records])
  expect(read.sort()).toEqual([
    ['Reserves', 1],
    ['Treasury', 1],
  ])
  const keys = service.received.map(({ headers }) => headers['x-api-key'])
  expect([...new Set(keys)].sort()).toEqual(['key of Reserves', 'key of Treasury'])
  const kept = JSON.stringify(await database.query('select * from custody_store.account'))
  expect(kept).not.toContain('key of')
})

describe('a service', () => {
  beforeEach(() => service.script('*', small))

  const silences = [
    ['answers with a page', upstream.htmlPage, 'GTW-02'],
    ['closes connections', upstream.drop, 'GTW-00'],
    ['takes no more requests', upstream.errorBody('ERR-03', { 'retry-after': '7' }), 'ERR-03'],
    ['takes none for an hour', upstream.errorBody('ERR-03', { 'retry-after': '3600' }), 'ERR-03'],
    ['sends half a document', upstream.brokenJson, 'unreadable'],
    ['breaks off', upstream.cut, 'GTW-11'],
    ['sends more than fits', upstream.large(2 * 1024 * 1024), 'GTW-03'],
  ] as const
  it.each(isWholeSet ? silences : silences.slice(0, 2))(
    'that %s is silent: said once, asked again, and heard when it is back',
    async (_what, script, code) => {
      const settings = { ...ownKey(), UPSTREAM_MAX_MEGABYTES: '1' }
      const { gateway, pass, linesOf } = await startSyncing(settings, shared)
      service.script('*', script)
      for (let minutes = 0; minutes < 20; minutes += 1) await pass(60)
      const { silence, read_whole, as_of } = await reportOf(gateway)
      expect(silence.code).toBe(code)
      expect(Date.parse(silence.since)).toBeGreaterThan(Date.parse(as_of))
      expect(read_whole).not.toBeNull()
      expect(linesOf('the service does not answer; it is asked again until it does')).toHaveLength(1)
      service.script('*', small)
      await pass(3600)
      expect(await reportOf(gateway)).toMatchObject({ silence: null })
      expect(linesOf('the service answers again')).toHaveLength(1)
    },
  )

  it('that keeps a request waiting is said to be silent before it is given up', async () => {
    const { gateway, clock, pass } = await startSyncing(ownKey(), shared)
    const late = upstream.held(small)
    clock.move(15_000)
    service.script('*', (...request) => {
      service.script('*', late.script)
      clock.move(6000)
      upstream.drop(...request)
    })
    gateway.sync.step()
    await late.arrived()
    await expect.poll(async () => (await reportOf(gateway)).silence).toMatchObject({ code: 'GTW-00' })
    late.release()
    await pass(0)
    expect((await reportOf(gateway)).silence).toBeNull()
  })

  it('that takes none for an hour is left alone, and keeps no other account waiting', async () => {
    const left = ownKey()
    const { gateway, clock, pass } = await startSyncing(left, shared)
    service.script('*', upstream.errorBody('ERR-03', { 'retry-after': '3600' }))
    const [begun, asked] = [clock.now(), service.received.length]
    for (let minutes = 0; minutes < 50; minutes += 1) await pass(60)
    expect(service.received.length - asked).toBeLessThanOrEqual(5)
    expect((await reportOf(gateway)).silence).not.toBeNull()
    expect(clock.now() - begun).toBeLessThan(51 * 60_000)
  })

  it('that takes its time: how far its reading is can be seen in every copy', async () => {
    const slow = upstream.held()
    service.script('*', slow.script)
    const settings = { CUSTODY_API_URL: service.address, KEEP_RECORDS: 'configured', ...ownKey() }
    const openRecords = async () => ({ ...shared, close: async () => {} })
    const copies = [
      await startGateway(settings, { openRecords, clock: testClock() }),
      await startGateway(settings, { openRecords, clock: testClock() }),
    ]
    await slow.arrived()
    for (const copy of copies)
      await expect
        .poll(async () => (await reportOf(copy)).reading)
        .toMatchObject({ kind: 'first', records: 0, part: null })
    await Promise.all(copies.map((copy) => copy.close()))
  })

  it('that fails with words of its own has them in no line, label or report', async () => {
    service.script('*', upstream.errorWith({ error_code: 'secret words', details: 'and more' }, 500))
    const { gateway, database } = await startSyncing({ ...ownKey(), METRICS_PORT: '0' }, shared)
    expect((await reportOf(gateway)).silence.code).toBe('other')
    expect(await sampleOf(gateway, 'custody_sync_readings_total{kind="first",outcome="other"}')).toBe(1)
    const told = await database.query('select status from custody_store.sync_status')
    for (const text of [gateway.log.join(), JSON.stringify(told)])
      expect(text).not.toMatch(/secret words|and more/)
  })

  it('that refuses a list, or has only a page for people there, refuses no key', async () => {
    service.script('/balances', upstream.errorBody('ERR-02'))
    service.script('/balances/cold', upstream.htmlPage)
    const { gateway } = await startSyncing(ownKey(), shared)
    expect(await reportOf(gateway)).toMatchObject({
      not_kept: null,
      refused_lists: { 'balances.all': 'ERR-02', 'balances.cold': 'GTW-02' },
      read_whole: { completeness: 'complete' },
    })
  })

  it('that contradicts a whole reading is not called complete any more, and what is doubted of each list is told', async () => {
    let isDenied = false
    const pending = { ...record, transaction_id: 'two', status: 'pending' }
    service.script('/transactions', (request, response) => {
      const { searchParams } = new URL(request.url ?? '', service.address)
      const listed = searchParams.has('start_date') ? [] : [record, ...(isDenied ? [] : [pending])]
      upstream.json({ transactions: listed.slice(Number(searchParams.get('offset'))) })(request, response)
    })
    service.script('/transactions/two', upstream.errorBody('TXN-04'))
    service.script('/whitelist', upstream.json({ whitelists: [{ whitelist_name: 'without an id' }] }))
    const { gateway, pass } = await startSyncing(ownKey(), shared)
    expect(await reportOf(gateway)).toMatchObject({
      read_whole: { completeness: 'complete', doubts: [] },
      doubtful_lists: { whitelists: [expect.stringContaining('no id')] },
    })
    isDenied = true
    await pass(15)
    expect(await reportOf(gateway)).toMatchObject({
      read_whole: {
        completeness: 'partial',
        doubts: expect.arrayContaining(['The service no longer lists transaction two.']),
      },
    })
  })

  it('that hangs does not hold up the end of the program', async () => {
    const slow = upstream.held()
    service.script('*', slow.script)
    const gateway = await startGateway(
      { CUSTODY_API_URL: service.address, KEEP_RECORDS: 'configured', ...ownKey() },
      { openRecords: async () => ({ ...shared, close: async () => {} }), clock: testClock() },
    )
    await slow.arrived()
    await gateway.close()
    // Another copy need not wait for the lease to end.
    expect(await shared.query('select 1 from custody_store.lease where holder is not null')).toEqual([])
  })

  it('that refuses the key of the operator has its records served to nobody, until it takes the key again', async () => {
    const { gateway, pass, count } = await startSyncing(ownKey(), shared)
    const rows = await count('transaction')
    service.script('/transactions', upstream.errorBody('ERR-02'))
    await pass(15)
    expect(await reportOf(gateway)).toMatchObject({ not_kept: 'refused', as_of: null })
    expect(await count('transaction')).toBe(rows)
    service.script('/transactions', small)
    await pass(301)
    expect(await reportOf(gateway)).toMatchObject({
      not_kept: null,
      read_whole: { completeness: 'complete' },
    })
  })
})

describe('a key that somebody types', () => {
  beforeEach(() => service.script('*', small))

  it('is followed from its first session to the end of its last, and then nothing of it is left', async () => {
    const { gateway, pass, count } = await startSyncing()
    const [one, other] = [await gateway.signIn(viewerKey), await gateway.signIn(viewerKey)]
    await pass(0)
    expect(await reportOf(gateway, one)).toMatchObject({
      not_kept: null,
      read_whole: { completeness: 'complete' },
    })
    expect(await count('account')).toBe(1)
    await gateway.signOut(one)
    await pass(0)
    expect((await reportOf(gateway, other)).read_whole).not.toBeNull()
    await gateway.signOut(other)
    await pass(0)
    const asked = service.received.length
    for (const table of ['account', 'lease', 'session', 'transaction', 'reading', 'sync_status'])
      expect([table, await count(table)]).toEqual([table, 0])
    await pass(60)
    expect(service.received.length).toBe(asked)
  })

  it('is forgotten with a session that is left idle, and with one that ends everywhere', async () => {
    const { gateway, pass, count } = await startSyncing()
    await gateway.signIn(viewerKey)
    await pass(14 * 60)
    expect(await count('account')).toBe(1)
    await pass(2 * 60)
    expect(await count('account')).toBe(0)
    const [one] = [await gateway.signIn(viewerKey), await gateway.signIn(viewerKey)]
    await pass(0)
    expect(await count('session')).toBe(2)
    await gateway.signOut(one, '?everywhere')
    await pass(0)
    expect(await count('account')).toBe(0)
  })

  it('that the service refuses has its sessions ended', async () => {
    const { gateway, pass, count } = await startSyncing()
    const cookie = await gateway.signIn(viewerKey)
    await pass(0)
    service.script('/transactions', upstream.errorBody('ERR-02'))
    await pass(15)
    expect((await gateway.state(cookie)).signedIn).toBe(false)
    expect(await count('account')).toBe(0)
  })

  it('one refusal alone may be a mistake', async () => {
    const { gateway, pass } = await startSyncing()
    const cookie = await gateway.signIn(viewerKey)
    await pass(0)
    let refusals = 0
    service.script('/transactions', (request, response) => {
      refusals += 1
      ;(refusals === 1 ? upstream.errorBody('ERR-02') : small)(request, response)
    })
    await pass(15)
    expect((await gateway.state(cookie)).signedIn).toBe(true)
    expect(refusals).toBeGreaterThan(1)
  })

  it('of sessions that nobody knows any more is forgotten by whoever starts', async () => {
    const database = await openEither()
    onTestFinished(() => database.close())
    const before = await startSyncing({}, database)
    await before.gateway.signIn(viewerKey)
    await before.pass(0)
    await before.gateway.close()
    await database.script(
      "update custody_store.session set until = now(); update custody_store.lease set looked_at = now() - interval '61 seconds'",
    )
    const after = await startSyncing({}, database)
    expect(await after.count('account')).toBe(0)
  })

  it('is forgotten with a session that ends where it was never seen, as after a start', async () => {
    const database = await openEither()
    onTestFinished(() => database.close())
    const one = await startSyncing({}, database)
    const [first, second] = [await one.gateway.signIn(viewerKey), await one.gateway.signIn(viewerKey)]
    await one.pass(0)
    const other = await startSyncing({}, database)
    await other.gateway.signOut(first)
    await other.pass(0)
    expect(await one.count('session')).toBe(1)
    // What is prolonged here must not bring back what ended there.
    await one.gateway.read(second)
    await one.pass(60)
    expect(await one.count('session')).toBe(1)
    await one.gateway.signOut(second)
    await one.pass(0)
    expect(await one.count('account')).toBe(0)
  })

  it('is forgotten with a session that ends while its account is being found', async () => {
    const { gateway, pass, count } = await startSyncing()
    await gateway.signOut(await gateway.signIn(viewerKey))
    await pass(0)
    expect(await count('account')).toBe(0)
  })

  it('is kept while another copy serves its session', async () => {
    const database = await openEither()
    onTestFinished(() => database.close())
    const [one, other] = [await startSyncing({}, database), await startSyncing({}, database)]
    const cookie = await one.gateway.signIn(viewerKey)
    await one.pass(0)
    other.clock.move(10 * 60_000)
    await database.script("update custody_store.session set until = until - interval '10 minutes'")
    await other.gateway.read(cookie)
    await other.pass(0)
    await one.pass(16 * 60)
    expect(await one.count('session')).toBe(1)
    expect(await one.count('account')).toBe(1)
  })

  it('is left out where there are too many, though they come at once', async () => {
    const { gateway, database, pass, count } = await startSyncing()
    await database.script(`
      insert into custody_store.account (account, service, reader, is_typed, key_digest, epoch)
        select n::text, '', '', true, '', '' from generate_series(1, 199) as n;
      insert into custody_store.lease (account) select account from custody_store.account`)
    await pass(15)
    const cookies = await Promise.all(['1', '2', '3'].map((id) => gateway.signIn(viewerKey, id)))
    await pass(0)
    const reports = await Promise.all(cookies.map((cookie) => reportOf(gateway, cookie)))
    expect(reports.map(({ not_kept }) => not_kept).sort()).toEqual(['full', 'full', null])
    expect(await count('account')).toBe(200)
  })
})

it('two unlike accounts keep to their own', async () => {
  const { gateway, pass, database } = await startSyncing()
  const few = Array.from({ length: 330 }, (_, index) => ({
    transaction_id: `own-${index}`,
    status: 'completed',
    transaction: {},
  }))
  service.script('*', (request, response) => {
    if (request.headers['x-api-key'] === viewerKey) return service.passOn(request, response)
    const { pathname, searchParams } = new URL(request.url ?? '', service.address)
    const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))]
    if (pathname !== '/transactions') return upstream.errorBody('ERR-02')(request, response)
    if (limit > 200) return upstream.errorBody('ERR-00')(request, response)
    upstream.json({ transactions: few.slice(offset, offset + limit) })(request, response)
  })
  const [one, other] = [await gateway.signIn(viewerKey), await gateway.signIn('another key')]
  await pass(0)
  const refused = { vaults: 'ERR-02', whitelists: 'ERR-02' }
  expect((await reportOf(gateway, one)).refused_lists).toEqual({})
  expect((await reportOf(gateway, other)).refused_lists).toMatchObject(refused)
  const rows = await database.query<'account' | 'own' | 'all'>(
    `select account, count(*) filter (where id like 'own-%') as own, count(*) as all
     from custody_store.transaction group by account order by own`,
  )
  expect(rows.map(({ own }) => own)).toEqual(['0', '330'])
  expect(rows[1]?.all).toBe('330')
  expect((await gateway.fetch(syncPath)).status).toBe(401)
})

it('of two copies one reads; the other goes on where its lease ends, and who wakes writes nothing', async () => {
  service.script('*', small)
  const database = await openEither()
  onTestFinished(() => database.close())
  const one = await startSyncing({ ...fixed, COPY_NAME: 'one' }, database)
  const other = await startSyncing({ ...fixed, COPY_NAME: 'other' }, database)
  const holder = async () =>
    (await database.query<'holder'>('select holder from custody_store.lease'))[0]?.holder
  expect(await holder()).toMatch(/^one /)
  await other.pass(15)
  expect(await holder()).toMatch(/^one /)
  expect(await reportOf(other.gateway)).toMatchObject({ read_whole: { completeness: 'complete' } })

  const reading = { kind: 'whole', begun: '2026-11-01T10:00:00.000Z', records: 1, part: 0.5 }
  await database.query('update custody_store.sync_status set status = $1', [
    JSON.stringify({ reading, silence: null, refused: null }),
  ])
  await database.script("update custody_store.lease set until = now() - interval '1 second'")
  await other.pass(15)
  expect(await holder()).toMatch(/^other /)
  expect((await reportOf(other.gateway)).reading).toBeNull()
  const asOf = (await reportOf(other.gateway)).as_of
  await one.pass(15)
  await one.pass(15)
  expect(await holder()).toMatch(/^other /)
  expect((await reportOf(one.gateway)).as_of).toBe(asOf)
  expect(one.linesOf('a reading failed')).toEqual([])

  await other.gateway.close()
  await one.pass(15)
  expect(await holder()).toMatch(/^one /)
})

describe('where nothing is kept', () => {
  beforeEach(() => service.script('*', small))

  it.each([
    [{ SYNC: 'off' }, 'off'],
    [{ KEEP_RECORDS: 'none' }, 'none'],
  ])('%o: that is said, and the service is not asked', async (settings, reason) => {
    const { gateway, pass } = await startSyncing({ ...fixed, ...settings }, shared)
    await pass(60)
    expect(await reportOf(gateway)).toMatchObject({ not_kept: reason })
    expect(service.received).toEqual([])
  })

  it.each([{ SYNC: 'off' }, { KEEP_RECORDS: 'none' }])(
    '%o: what was kept of a typed key goes, and of no other',
    async (settings) => {
      const database = await openEither()
      onTestFinished(() => database.close())
      const before = await startSyncing({}, database)
      await before.gateway.signIn(viewerKey)
      await before.pass(0)
      await before.gateway.close()
      await (await startSyncing(fixed, database)).gateway.close()
      expect(await before.count('account')).toBe(2)
      await database.script(
        "update custody_store.session set until = now(); update custody_store.lease set looked_at = now() - interval '61 seconds'",
      )
      await startSyncing(settings, database)
      expect(await database.query('select reader from custody_store.account')).toEqual([
        { reader: 'CUSTODY_API_KEY' },
      ])
    },
  )

  it('a database that is not there keeps no list from anybody, and is used once it is', async () => {
    let attempts = 0
    const gateway = await startGateway(
      { CUSTODY_API_URL: service.address, KEEP_RECORDS: 'configured', ...ownKey() },
      {
        clock: testClock(),
        openRecords: async () => {
          attempts += 1
          if (attempts < 4) throw new Error('nobody listens there')
          return { ...shared, close: async () => {} }
        },
      },
    )
    await gateway.sync.settled()
    expect(attempts).toBe(4)
    const away = gateway.log
      .map((line) => JSON.parse(line))
      .filter(({ reason }) => reason === 'nobody listens there')
    expect(away).toHaveLength(1)
    await gateway.sync.settled()
    expect(await reportOf(gateway)).toMatchObject({ not_kept: null })
  })

  it('a database that goes away is said once, and lists are the service’s own until it is back', async () => {
    let isAway = false
    const isOut = () => isAway
    const { gateway, clock, pass, linesOf } = await startSyncing(ownKey(), failing(shared, isOut))
    isAway = true
    for (let minutes = 0; minutes < 10; minutes += 1) await pass(60)
    expect(await reportOf(gateway)).toMatchObject({ not_kept: 'database' })
    expect((await gateway.fetch('/api/service/transactions?limit=1')).status).toBe(200)
    const ready = await gateway.fetch('/readyz')
    expect([ready.status, (await ready.json()).checks.records]).toEqual([200, 'database unreachable'])
    const away = 'records cannot be kept: the database does not answer; it is asked again until it does'
    expect(linesOf(away)).toHaveLength(1)
    isAway = false
    const back = clock.now()
    await pass(301)
    const { not_kept, as_of } = await reportOf(gateway)
    expect(not_kept).toBeNull()
    expect(Date.parse(as_of)).toBeGreaterThan(back)
    expect(linesOf('the database answers again: records are kept')).toHaveLength(1)
    expect(linesOf('a reading failed')).toEqual([])
  })
})

it('what a service taught cannot be kept: the reading fails, and the program goes on', async () => {
  service.script('*', small)
  const database = failing(shared, (sql) => sql.includes('set profile'))
  const { linesOf } = await startSyncing(ownKey(), database)
  const away = 'records cannot be kept: the database does not answer; it is asked again until it does'
  expect(linesOf(away)).not.toEqual([])
})

/** The same database, which does not answer at times, or to some statements. */
function failing(database: Database, isRefused: (sql: string) => boolean): Database {
  const answer = async <Value>(sql: string, work: () => Promise<Value>): Promise<Value> => {
    if (isRefused(sql)) throw new DatabaseError('no connection')
    return await work()
  }
  const queriesOf = <Q extends Queries>(queries: Q): Q => ({
    ...queries,
    query: (sql: string, parameters?: readonly (string | null)[]) =>
      answer(sql, () => queries.query(sql, parameters)),
    script: (sql: string) => answer(sql, () => queries.script(sql)),
  })
  return {
    ...queriesOf(database),
    with: (options) => queriesOf(database.with(options)),
    transaction: (work, options) =>
      answer('begin', () => database.transaction((queries) => work(queriesOf(queries)), options)),
    read: (work, options) =>
      answer('begin', () => database.read((queries) => work(queriesOf(queries)), options)),
  }
}
