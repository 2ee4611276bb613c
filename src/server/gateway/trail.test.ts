/** The audit log of a running gateway: what each line says, what none may hold, and a log that cannot be written. */
import { randomUUID } from 'node:crypto'
import { appendFile, readFile, stat, truncate } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { startInstallation } from '../../../e2e/support/installation.ts'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { newFolder } from '../testing/folder.ts'
import { jsonLines } from '../testing/json-lines.ts'
import { fileLines, verifyChain } from './audit/chain.ts'
import { cookieOf, expectFailure, forTests, jsonBody, startGateway } from './testing/gateway.ts'
import { openBrowser } from './testing/person-browser.ts'

const installation = forTests(await startInstallation())
const { service } = installation
const directory = await newFolder()
const newLog = () => join(directory, `${randomUUID()}.log`)
const startAudited = (environment: Record<string, string> = {}) =>
  startAuditedGateway(newLog(), service.address, environment)

describe('signing in and out', () => {
  it('is told with who, from where, and what came of it, in the log of requests too', async () => {
    const gateway = await startAudited({ TRUST_PROXY: 'loopback', SIGN_IN_ATTEMPTS_PER_MINUTE: '5' })
    const attempt = (body: object) => gateway.post('/session', body, { 'x-forwarded-for': '198.51.100.1' })
    const cookie = cookieOf(await attempt({ apiKey: 'key-one', accountId: 'acme' }))
    await gateway.signOut(cookie)
    service.script('/transactions', upstream.errorAnswer('ERR-02'))
    await attempt({ apiKey: 'key-two' })
    await attempt({ apiKey: 7 })
    service.script('/transactions', upstream.hangUp)
    await attempt({ apiKey: 'key-two' })
    await attempt({ apiKey: 'key-one' })
    await attempt({ apiKey: 'key-two' })
    const entries = await gateway.entries()
    expect(entries.map(({ event, outcome, code }) => [event, outcome ?? code].join(' ').trim())).toEqual([
      'started',
      'sign-in accepted',
      'session-begun',
      'sign-out',
      'sign-in refused',
      'sign-in malformed',
      'refused GTW-07',
      'sign-in failed',
      'sign-in failed',
      'sign-in too many attempts',
      'refused GTW-09',
      'stopped',
    ])
    const [, accepted, begun, out, refused] = entries
    expect(accepted).toMatchObject({ caller: '198.51.100.1', key: expect.stringMatching(/^[\da-f]{16}$/) })
    expect(begun).toMatchObject({ key: accepted?.key, account: 'acme', expires: expect.any(String) })
    expect(out).toMatchObject({ key: accepted?.key, account: 'acme', session: begun?.session })
    const logged = gateway.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in')
    expect(logged.map(({ caller, key, outcome }) => [caller, key, outcome])).toEqual([
      ['198.51.100.1', accepted?.key, 'accepted'],
      ['198.51.100.1', refused?.key, 'refused'],
      ['198.51.100.1', null, 'malformed'],
      ['198.51.100.1', refused?.key, 'failed'],
      ['198.51.100.1', accepted?.key, 'failed'],
      ['198.51.100.1', null, 'too many attempts'],
    ])
    expect(refused?.key).not.toBe(accepted?.key)
    expect(gateway.log.join('')).not.toMatch(/key-(one|two)/)
  })

  it('has each end of a session once, and why', async () => {
    const gateway = await startAudited({ SESSION_IDLE_MINUTES: '50', SESSION_HOURS: '1' })
    const ask = (cookie: string) => gateway.fetch('/session', { headers: { cookie } })
    const one = await gateway.signIn('k')
    const two = cookieOf(await gateway.post('/session', { apiKey: 'k' }, { cookie: one }))
    const other = await gateway.signIn('other')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 60_000 })
    const renewed = cookieOf(await ask(other))
    vi.setSystemTime(Date.now() + 15 * 60_000)
    for (let time = 0; time < 3; time += 1) await ask(two)
    vi.setSystemTime(Date.now() + 10 * 60_000)
    for (let time = 0; time < 3; time += 1) await ask(renewed)
    vi.useRealTimers()
    const third = await gateway.signIn('k')
    const fourth = await gateway.signIn('k')
    await gateway.signOut(third, '?everywhere')
    for (let time = 0; time < 3; time += 1) await ask(fourth)
    const ends = (await gateway.entries()).filter(({ event }) => /session-ended|sign-out/.test(String(event)))
    expect(ends.map(({ event, why }) => [event, why].join(' ').trim())).toEqual([
      'session-ended signed-in-again',
      'session-ended idle',
      'session-ended expired',
      'sign-out-everywhere',
      'session-ended revoked',
    ])
  })
})

it('tells of a person by their id and name, and with which account they read', async () => {
  const file = newLog()
  const gateway = await installation.startCopy(undefined, { AUDIT_LOG: file })
  installation.provider.open(gateway.address)
  const browser = openBrowser(gateway)
  await browser.signIn('ana')
  const { person } = await browser.state()
  await browser.ask('/api/vaults')
  const other = person?.accounts.find((each) => each !== person.account)
  expect((await browser.ask('/session/account', jsonBody({ account: other }))).status).toBe(200)
  await browser.ask('/api/vaults')
  await gateway.close()
  const entries = await auditEntries(file)
  expect(entries.map(({ event, why, name }) => [event, why, name].filter(Boolean).join(' '))).toEqual([
    'started',
    'sign-in',
    `session-begun ${person?.name}`,
    `read ${person?.name}`,
    `session-begun ${person?.name}`,
    `session-ended account-switched ${person?.name}`,
    `read ${person?.name}`,
    'stopped',
  ])
  const reads = entries.filter(({ event }) => event === 'read')
  const begun = entries.filter(({ event }) => event === 'session-begun')
  expect(reads[0]).toMatchObject({
    person: expect.stringMatching(/^[\w-]{20,}$/),
    session: begun[0]?.session,
  })
  expect(reads[1]).toMatchObject({ person: reads[0]?.person, session: begun[1]?.session })
  expect(new Set(reads.map(({ key }) => key)).size).toBe(2)
  expect(new Set(reads.map(({ account }) => account)).size).toBe(2)
})

describe('a read', () => {
  it('is told by the name of its endpoint and filters, with rows, status and time', async () => {
    const gateway = await startAudited()
    const headers = { cookie: await gateway.signIn('k', 'acme'), 'x-request-id': 'request-1' }
    const read = (path: string) => gateway.fetch(`/api${path}`, { headers })
    service.script(
      '/transactions',
      upstream.json({ transactions: [{ transaction_id: 'a' }, { transaction_id: 'b' }] }),
    )
    await read('/transactions?status=pending&asset_id=BTC&limit=51')
    await read('/transactions?asset_id=BTC&status=pending&limit=51&offset=150')
    await read('/transactions?asset_id=ETH&status=pending')
    service.script('/transactions', upstream.errorAnswer('TXN-02'))
    await read('/transactions')
    service.script('/vaults/v1', upstream.json({ vault_id: 'v1', assets: [1, 2, 3] }))
    await read('/vaults/v1')
    service.script('/balances/cold', upstream.hangUp)
    await read('/balances/cold')
    const [first, sameFilter, otherFilter, none, one, failed] = await gateway.entries('read')
    expect(first).toMatchObject({
      endpoint: 'transactions',
      filters: ['asset_id', 'status'],
      digest: expect.stringMatching(/^[\da-f]{32}$/),
      limit: 51,
      rows: 2,
      milliseconds: expect.any(Number),
      caller: '127.0.0.1',
      request: 'request-1',
      account: 'acme',
      key: expect.stringMatching(/^[\da-f]{16}$/),
      session: expect.stringMatching(/^[\da-f]{16}$/),
    })
    expect(sameFilter).toMatchObject({ digest: first?.digest, offset: 150 })
    expect(otherFilter?.digest).not.toBe(first?.digest)
    expect(none).toMatchObject({ filters: [], digest: null, rows: 0 })
    expect(one).toMatchObject({ endpoint: 'vault', filters: ['vaults_id'], rows: 1 })
    expect(failed).toMatchObject({ endpoint: 'balancesOfType', status: 502, code: 'GTW-00', rows: null })
  })

  it('that nobody waited for is told too', async () => {
    const gateway = await startAudited({ CUSTODY_API_KEY: 'k' })
    const asked = upstream.held()
    service.script('/vaults', asked.script)
    const reader = connect(Number(new URL(gateway.address).port), '127.0.0.1')
    reader.write('GET /api/vaults HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    await asked.arrived()
    reader.destroy()
    // The request to the service goes with its reader.
    await asked.dropped
    expect(await gateway.entries('read')).toMatchObject([
      { endpoint: 'vaults', status: null, code: 'aborted' },
    ])
  })
})

describe('a request that a rule refuses', () => {
  it('is told by the code of the rule, with who asked where that is known', async () => {
    const gateway = await startAudited()
    const cookie = await gateway.signIn('k')
    const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      gateway.fetch(path, { method, headers })
    await ask('/api/vaults')
    await ask('/api/keys', { cookie })
    await ask('/api/vaults', { cookie }, 'PUT')
    await ask('/api/vaults', { cookie, 'sec-fetch-site': 'cross-site' })
    await ask('/api/vaults', { cookie, 'x-session-fingerprint': 'another' })
    await ask('/api/vaults', { cookie: `${cookie}; custody_session=x` })
    await ask('/api/%zz', { cookie })
    const entries = await gateway.entries('refused')
    expect(
      entries.map(({ code, method, endpoint, key }) => [code, method, endpoint, key !== undefined]),
    ).toEqual([
      ['GTW-04', 'GET', 'vaults', false],
      ['GTW-05', 'GET', 'page', false],
      ['GTW-06', 'PUT', 'other', false],
      ['GTW-10', 'GET', 'vaults', false],
      ['GTW-12', 'GET', 'vaults', true],
      ['GTW-13', 'GET', 'vaults', false],
      ['GTW-07', 'GET', 'other', false],
    ])
  })

  it('by strangers fills no disk and hides no sign-in: a minute has so many lines of each, and the rest is counted', async () => {
    const gateway = await startAudited()
    // Each is a refused request and a failed attempt to sign in.
    for (let time = 0; time < 305; time += 1) await gateway.inject('/session', {})
    const cookie = await gateway.signIn('k')
    await gateway.fetch('/api/vaults', { headers: { cookie, 'x-session-fingerprint': 'another' } })
    const entries = await gateway.entries()
    const count = (event: string) => entries.filter((line) => line.event === event).length
    expect([count('refused'), count('sign-in')]).toEqual([301, 301])
    expect(entries.filter(({ event }) => event === 'omitted')).toMatchObject([
      { of: 'refused', lines: 5 },
      { of: 'sign-in', lines: 5 },
    ])
  })
})

it('holds no key, no value of a filter, no cookie, and nothing of the answers', async () => {
  const gateway = await startAudited()
  const secret = (what: string) => `HOSTILE-${what}-\u202e"}\n{"audit":1`
  const inQuery = (what: string) => encodeURIComponent(secret(what))
  const key = 'HOSTILE-key'
  const record = { transaction_id: 'HOSTILE-id', transaction: { amount: '98765.4321', note: secret('note') } }
  service.script('/transactions', upstream.json({ transactions: [record], HOSTILE: 1 }))
  service.script('/whitelist', upstream.json({ error_code: 'HOSTILE-code', details: secret('details') }, 400))
  service.script(
    '/vaults/HOSTILE-vault',
    upstream.textAnswer('HOSTILE', 200, { 'content-type': 'text/html' }),
  )
  const cookie = await gateway.signIn(key)
  const headers = {
    cookie,
    referer: `http://x/${secret('referer').slice(0, 12)}`,
    'user-agent': 'HOSTILE-agent',
  }
  const get = (path: string) => gateway.fetch(path, { headers })
  await get(
    `/api/transactions?asset_id=${inQuery('asset')}&HOSTILE-name=1&limit=HOSTILE&source_address=HOSTILE`,
  )
  await get(`/api/transactions/${inQuery('id')}`)
  await get('/api/whitelist')
  await get('/api/vaults/HOSTILE-vault')
  await get('/api/HOSTILE')
  await get('/HOSTILE?HOSTILE=HOSTILE')
  await get('/assets/HOSTILE')
  await get('/readyz?HOSTILE')
  const post = (path: string, body: object) => gateway.post(path, body, headers)
  await post('/session', { apiKey: 'HOSTILE-two', accountId: secret('account') })
  await gateway.signOut(cookie)
  const entries = await gateway.entries()
  expect(entries.length).toBeGreaterThan(11)
  const text = await readFile(gateway.file, 'utf8')
  expect(text).not.toContain('HOSTILE')
  expect(text).not.toContain('98765.4321')
  expect(text).not.toContain(cookie.split('=')[1]?.slice(0, 20))
  // The log of requests tells paths, as it always did, and nothing else of it.
  const logged = gateway.log.map((line) => JSON.parse(line)).map(({ path, ...rest }) => rest)
  expect(JSON.stringify(logged)).not.toContain('HOSTILE')
})

it('notes what is in flight when the gateway stops before it notes that it stopped', async () => {
  const gateway = await startAudited({ CUSTODY_API_KEY: 'k' })
  const entries: Promise<Record<string, unknown>[]>[] = []
  service.script('/vaults', (request, response) => {
    entries.push(gateway.entries())
    upstream.json({ vaults: [] })(request, response)
  })
  expect((await gateway.fetch('/api/vaults')).status).toBe(200)
  const lines = await entries[0]
  expect(lines?.map(({ event }) => event)).toEqual(['started', 'read', 'stopped'])
})

it('lets nobody sign in or read while it cannot be written, and says so in /readyz and in the log', async () => {
  const gateway = await startAudited()
  const cookie = await gateway.signIn('k')
  service.script('/vaults', upstream.json({ vaults: [] }))
  expect((await gateway.read(cookie)).status).toBe(200)
  await appendFile(gateway.file, 'another program')
  // The line of the first one cannot be written; those after it are refused.
  for (let time = 0; time < 3; time += 1) await expectFailure(await gateway.read(cookie), 'GTW-30')
  await expectFailure(await gateway.post('/session', { apiKey: 'k' }), 'GTW-30')
  expect(await gateway.state(cookie)).toMatchObject({ signedIn: true })
  const ready = await gateway.fetch('/readyz')
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', checks: { service: 'ok', sessions: 'ok', audit_log: 'cannot be written' } },
  ])
  // The line about it waits, and is lost.
  expect((await gateway.signOut(cookie)).status).toBe(200)
  await gateway.close()
  expect(gateway.log.join('')).toContain('the audit log cannot be written')
  expect(gateway.log.join('')).toContain('lines of the audit log were lost')
})

it('a log that breaks while reads are under way has none of them answered, and says how many lines it does not hold', async () => {
  const gateway = await startAudited()
  const headers = { cookie: await gateway.signIn('k') }
  // Answered after all lines about the sign-in are in the log.
  await gateway.read(headers.cookie)
  const { size } = await stat(gateway.file)
  const asked = upstream.held()
  service.script('/transactions', asked.script)
  const reads = Array.from({ length: 30 }, () => gateway.fetch('/api/transactions', { headers }))
  await asked.arrived(30)
  await appendFile(gateway.file, 'another program')
  asked.release()
  for (const read of reads) expect((await read).status).toBe(503)
  await truncate(gateway.file, size)
  const entries = await gateway.entries()
  expect(entries.filter(({ endpoint }) => endpoint === 'transactions')).toEqual([])
  expect(entries.find(({ event }) => event === 'lost')).toMatchObject({ lines: 30 })
})

/** Starts one before a service, with its log in a file. `told` closes it, and gives the lines. */
async function startAuditedGateway(file: string, service: string, environment: Record<string, string> = {}) {
  const gateway = await startGateway({ CUSTODY_API_URL: service, AUDIT_LOG: file, ...environment })
  return {
    ...gateway,
    file,
    async entries(event?: string) {
      await gateway.close()
      const entries = await auditEntries(file)
      return event === undefined ? entries : entries.filter((entry) => entry.event === event)
    },
  }
}

/** What the lines of a log say, whose chain has to hold. */
async function auditEntries(file: string): Promise<Record<string, unknown>[]> {
  const { breaks } = await verifyChain([{ name: file, lines: fileLines(file) }])
  expect(breaks).toEqual([])
  return jsonLines(await readFile(file, 'utf8'))
}
