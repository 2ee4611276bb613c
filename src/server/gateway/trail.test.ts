/** The audit log of a running gateway: a line for everybody who comes and goes, for every read, and for every refusal. */
import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { startInstallation } from '../../../e2e/support/installation.ts'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { auditEntries, logsForTests, startAuditedGateway } from './testing/audited.ts'
import { cookieOf, forTests, signInBody } from './testing/gateway.ts'
import { jsonBody, openBrowser } from './testing/person-browser.ts'

const service = forTests(await upstream.startScriptedService())
const newLog = await logsForTests()
const startAudited = (environment: Record<string, string> = {}) =>
  startAuditedGateway(newLog(), service.address, environment)

describe('signing in and out', () => {
  it('is told with who, from where, and what came of it, in the log of requests too', async () => {
    const gateway = await startAudited({ TRUST_PROXY: 'loopback', SIGN_IN_ATTEMPTS_PER_MINUTE: '5' })
    const attempt = (body: object) =>
      gateway.fetch('/session', signInBody(body, { 'x-forwarded-for': '198.51.100.1' }))
    const cookie = cookieOf(await attempt({ apiKey: 'key-one', accountId: 'acme' }))
    await gateway.fetch('/session', { method: 'DELETE', headers: { cookie } })
    service.script('/vaults', upstream.errorBody('ERR-02'))
    await attempt({ apiKey: 'key-two' })
    await attempt({ apiKey: 7 })
    service.script('/vaults', upstream.drop)
    await attempt({ apiKey: 'key-two' })
    await attempt({ apiKey: 'key-one' })
    await attempt({ apiKey: 'key-two' })
    const told = await gateway.told()
    expect(told.map(({ event, outcome, code }) => [event, outcome ?? code].join(' ').trim())).toEqual([
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
    const [, accepted, begun, out, refused] = told
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
    const begin = (cookie: string) => gateway.fetch('/session', signInBody({ apiKey: 'k' }, { cookie }))
    const one = await gateway.signIn('k')
    const two = cookieOf(await begin(one))
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
    await gateway.fetch('/session?everywhere', { method: 'DELETE', headers: { cookie: third } })
    for (let time = 0; time < 3; time += 1) await ask(fourth)
    const ends = (await gateway.told()).filter(({ event }) => /session-ended|sign-out/.test(String(event)))
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
  const installation = await startInstallation()
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
  await installation.close()
  const told = await auditEntries(file)
  expect(told.map(({ event, why, name }) => [event, why, name].filter(Boolean).join(' '))).toEqual([
    'started',
    'sign-in',
    `session-begun ${person?.name}`,
    `read ${person?.name}`,
    `session-begun ${person?.name}`,
    `session-ended account-switched ${person?.name}`,
    `read ${person?.name}`,
    'stopped',
  ])
  const reads = told.filter(({ event }) => event === 'read')
  const begun = told.filter(({ event }) => event === 'session-begun')
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
    service.script('/transactions', upstream.json({ transactions: [{ a: [1, 2] }, {}] }))
    await read('/transactions?status=pending&asset_id=BTC&limit=51&offset=100&nonsense=1')
    await read('/transactions?asset_id=BTC&status=pending&limit=51&offset=150')
    await read('/transactions?asset_id=ETH&status=pending')
    service.script('/transactions', upstream.errorBody('TXN-02'))
    await read('/transactions')
    service.script('/vaults/v1', upstream.json({ vault_id: 'v1', assets: [1, 2, 3] }))
    await read('/vaults/v1')
    service.script('/balances/cold', upstream.drop)
    await read('/balances/cold')
    const [first, sameFilter, otherFilter, none, one, failed] = await gateway.told('read')
    expect(first).toMatchObject({
      endpoint: 'transactions',
      filters: ['asset_id', 'status'],
      digest: expect.stringMatching(/^[\da-f]{32}$/),
      limit: 51,
      offset: 100,
      unknown: 1,
      status: 200,
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
    expect(none).toMatchObject({ filters: [], digest: null, rows: 0, code: 'TXN-02', status: 400 })
    expect(one).toMatchObject({ endpoint: 'vault', filters: ['vaults_id'], rows: 1 })
    expect(failed).toMatchObject({ endpoint: 'balancesOfType', status: 502, code: 'GTW-00', rows: null })
  })

  it('with one key for everybody is told by that key', async () => {
    const gateway = await startAudited({ CUSTODY_API_KEY: 'key-of-the-house', CUSTODY_ACCOUNT_ID: 'acme' })
    await gateway.fetch('/api/vaults')
    const [line] = await gateway.told('read')
    expect(line).toMatchObject({ account: 'acme', key: expect.stringMatching(/^[\da-f]{16}$/) })
    expect(line).not.toHaveProperty('session')
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
    expect(await gateway.told('read')).toMatchObject([{ endpoint: 'vaults', status: null, code: 'aborted' }])
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
    await ask('/api/vaults', { cookie, 'x-session-mark': 'another' })
    await ask('/api/vaults', { cookie: `${cookie}; __Host-custody_session=x` })
    await ask('/api/%zz', { cookie })
    const told = await gateway.told('refused')
    expect(
      told.map(({ code, method, endpoint, key }) => [code, method, endpoint, key !== undefined]),
    ).toEqual([
      ['GTW-04', 'GET', 'vaults', false],
      ['GTW-05', 'GET', 'other', true],
      ['GTW-06', 'PUT', 'other', false],
      ['GTW-10', 'GET', 'vaults', false],
      ['GTW-12', 'GET', 'vaults', true],
      ['GTW-13', 'GET', 'vaults', false],
      ['GTW-07', 'GET', 'other', false],
    ])
  })

  it('by strangers fills no disk and hides no sign-in: a minute has so many lines of each, and the rest is counted', async () => {
    const gateway = await startAudited({ SIGN_IN_ATTEMPTS_PER_MINUTE: '1000' })
    for (let time = 0; time < 305; time += 1) await gateway.fetch('/api/vaults')
    service.script('/vaults', upstream.errorBody('ERR-02'))
    for (let time = 0; time < 302; time += 1) await gateway.fetch('/session', signInBody({ apiKey: 'guess' }))
    service.reset()
    const cookie = await gateway.signIn('k')
    await gateway.fetch('/api/keys', { headers: { cookie } })
    const told = await gateway.told()
    const count = (event: string) => told.filter((line) => line.event === event).length
    expect([count('refused'), count('sign-in')]).toEqual([301, 301])
    expect(told.filter(({ event }) => event === 'omitted')).toMatchObject([
      { of: 'refused', lines: 5 },
      { of: 'sign-in', lines: 2 },
    ])
  })
})
