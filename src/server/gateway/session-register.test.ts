/** Sessions that are ended everywhere: over HTTP, in one copy of the gateway and in two that share a database. */
import { afterAll, describe, expect, it, vi } from 'vitest'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { sessionState } from '../../contract/session.ts'
import { postgresPrograms, startPostgres } from '../service/testing/postgres.ts'
import { openSessionRegister } from './session-register.ts'
import { cookieOf, expectFailure, forTests, startGateway, type TestGateway } from './testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const postgres = postgresPrograms === undefined ? undefined : await startPostgres(postgresPrograms)
afterAll(() => postgres?.stop())

const start = (settings: Record<string, string> = {}) =>
  startGateway({ CUSTODY_API_URL: service.address, SIGN_IN_ATTEMPTS_PER_MINUTE: '1000', ...settings })
const stateOf = async (from: TestGateway, cookie: string) =>
  sessionState.parse(await (await from.fetch('/session', { headers: { cookie } })).json())
const isSignedIn = async (from: TestGateway, cookie: string) => (await stateOf(from, cookie)).signedIn
const leave = (from: TestGateway, cookie: string, where = '') =>
  from.fetch(`/session${where}`, { method: 'DELETE', headers: { cookie } })

const places = ['in memory', ...(postgresPrograms === undefined ? [] : ['in PostgreSQL'])]
describe.each(places)('sessions %s', (place) => {
  const settings = async () =>
    place === 'in memory' ? {} : { SESSION_DATABASE_URL: (await postgres?.createDatabase()) ?? '' }

  it('of one key are all ended by "everywhere", and those of others are not', async () => {
    const gateway = await start(await settings())
    const mine = [await gateway.signIn('mine', 'a'), await gateway.signIn('mine', 'a')] as const
    const others = [await gateway.signIn('mine', 'b'), await gateway.signIn('yours', 'a')]
    const answer = await leave(gateway, mine[0], '?everywhere')
    expect(sessionState.parse(await answer.json()).signedIn).toBe(false)
    for (const cookie of mine) {
      expect(await isSignedIn(gateway, cookie)).toBe(false)
      await expectFailure(await gateway.fetch('/api/vaults', { headers: { cookie } }), 'GTW-04')
    }
    for (const cookie of others) expect(await isSignedIn(gateway, cookie)).toBe(true)
    expect(await isSignedIn(gateway, await gateway.signIn('mine', 'a'))).toBe(true)
    await gateway.close()
  })

  it('are not ended by whoever is not signed in any more', async () => {
    const gateway = await start(await settings())
    const [left, open] = [await gateway.signIn(), await gateway.signIn()]
    await leave(gateway, left)
    await leave(gateway, left, '?everywhere')
    expect(await isSignedIn(gateway, open)).toBe(true)
    await gateway.close()
  })

  it('outlast a new secret, under which they are sealed again, with the same mark', async () => {
    const [before, after] = ['the secret of last year; long enough', 'the secret of this year; long enough!']
    const database = await settings()
    const old = await start({ ...database, SESSION_SECRET: before })
    const cookies = [await old.signIn(), await old.signIn()] as const
    const { mark } = await stateOf(old, cookies[0])
    await old.close()
    const secrets = `${after}, ${before}`
    const both = await start({ ...database, SESSION_SECRET: secrets })
    expect(await stateOf(both, cookies[0])).toMatchObject({ signedIn: true, mark })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    const renewed = cookieOf(await both.fetch('/session', { headers: { cookie: cookies[0] } }))
    const only = await start({ ...database, SESSION_SECRET: after })
    expect(await stateOf(only, renewed)).toMatchObject({ signedIn: true, mark })
    expect(await isSignedIn(only, cookies[0])).toBe(false)
    // What began under the old secret is found by whoever ends everything under the new one.
    await leave(both, renewed, '?everywhere')
    expect(await isSignedIn(both, cookies[1])).toBe(false)
    await Promise.all([both.close(), only.close()])
  })
})

describe.skipIf(postgresPrograms === undefined)('copies of the gateway that share a database', () => {
  it('know at once what one of them ended, and go on where one of them stops', async () => {
    const database = { SESSION_DATABASE_URL: (await postgres?.createDatabase()) ?? '' }
    // At once: both find no table, and one of them makes it.
    const [one, other] = await Promise.all([start(database), start(database)])
    const [ended, open] = [await one.signIn(), await one.signIn()]
    expect(await isSignedIn(other, ended)).toBe(true)
    await leave(one, ended)
    expect(await isSignedIn(other, ended)).toBe(false)
    await one.close()
    expect(await isSignedIn(other, open)).toBe(true)
    await leave(other, await other.signIn(), '?everywhere')
    expect(await isSignedIn(other, open)).toBe(false)
    await other.close()
  })

  it('keep nothing in it that opens a session, and nothing of one that is over', async () => {
    const address = (await postgres?.createDatabase()) ?? ''
    const gateway = await start({ SESSION_DATABASE_URL: address, SESSION_HOURS: '1' })
    await gateway.signIn('a-key-that-nobody-reads', 'an-account')
    const { Client } = (await import('pg')).default
    const client = new Client(address)
    await client.connect()
    const rows = async () => (await client.query('select * from custody_console_session')).rows
    expect(JSON.stringify(await rows())).not.toMatch(/a-key|an-account/)
    await client.query("update custody_console_session set expires_at = now() - interval '1 second'")
    await gateway.signIn()
    expect(await rows()).toHaveLength(1)
    await client.end()
    await gateway.close()
  })

  it('say GTW-14 while it is down, and show the console all the same', async () => {
    const server = await startPostgres(postgresPrograms ?? '')
    const gateway = await start({ SESSION_DATABASE_URL: await server.createDatabase() })
    const cookie = await gateway.signIn()
    await server.stop()
    for (const path of ['/session', '/api/vaults'])
      await expectFailure(await gateway.fetch(path, { headers: { cookie } }), 'GTW-14')
    await expectFailure(await leave(gateway, cookie), 'GTW-14')
    expect((await gateway.fetch('/transactions', { headers: { cookie } })).status).toBe(200)
    expect((await gateway.fetch('/healthz')).status).toBe(200)
    const ready = await gateway.fetch('/readyz')
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { checks: { service: 'ok', sessions: 'database unreachable' } },
    ])
    await gateway.close()
  })

  it('do not start without it, and say so without its password', async () => {
    const starting = start({ SESSION_DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:1/none' })
    await expect(starting).rejects.toThrow('SESSION_DATABASE_URL cannot be used')
    await expect(starting).rejects.not.toThrow('hidden')
  })
})

it('in memory, what was ended is remembered only as long as it would have lasted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const register = await openSessionRegister(undefined)
  const session = (id: number) => ({
    id: String(id),
    owners: [`owner ${id}`] as const,
    begunAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 10_000).toISOString(),
  })
  const [one, other] = [session(1), session(2)]
  await register.end(one)
  await register.endEverywhere(other)
  expect([await register.isOpen(one), await register.isOpen(other)]).toEqual([false, false])
  vi.setSystemTime(Date.now() + 10_001)
  await register.end(session(3))
  // Nobody asks: both have expired by themselves.
  expect([await register.isOpen(one), await register.isOpen(other)]).toEqual([true, true])
})
