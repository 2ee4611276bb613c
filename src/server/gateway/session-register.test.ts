/** Sessions that are ended everywhere: over HTTP, in one copy of the gateway and, in the whole set, in two that share a database. */
import { describe, expect, it, vi } from 'vitest'
import { startInstallation } from '../../../e2e/support/installation.ts'
import { postgresPort } from '../../database/testing/databases.ts'
import { createDatabaseAt, dropDatabase } from '../../database/testing/postgres.ts'
import { isWholeSet } from '../../testing/cases.ts'
import { openSessionRegister } from './session-register.ts'
import {
  cookieOf,
  expectFailure,
  forTests,
  jsonBody,
  startGateway,
  stateIn,
  type TestGateway,
} from './testing/gateway.ts'
import { openBrowser } from './testing/person-browser.ts'

const installation = forTests(await startInstallation())
const hasPostgres = isWholeSet && postgresPort !== null
const newDatabase = () => createDatabaseAt(postgresPort ?? 0)

const start = (settings: Record<string, string> = {}) =>
  startGateway({ CUSTODY_API_URL: installation.service.address, ...settings })
/** Another one, whose people sign in at the provider. */
async function startForPeople(settings: Record<string, string>): Promise<TestGateway> {
  const gateway = await installation.startCopy(undefined, settings)
  installation.provider.open(gateway.address)
  return gateway
}
const isSignedIn = async (from: TestGateway, cookie: string) => (await from.state(cookie)).signedIn

const places = ['in memory', ...(hasPostgres ? ['in PostgreSQL'] : [])]
describe.each(places)('sessions %s', (place) => {
  const settings = async () => (place === 'in memory' ? {} : { SESSION_DATABASE_URL: await newDatabase() })

  it('of one key are all ended by "everywhere", and those of others are not', async () => {
    const gateway = await start(await settings())
    const mine = [await gateway.signIn('mine', 'a'), await gateway.signIn('mine', 'a')] as const
    const others = [await gateway.signIn('mine', 'b'), await gateway.signIn('yours', 'a')]
    const answer = await gateway.signOut(mine[0], '?everywhere')
    expect((await stateIn(answer)).signedIn).toBe(false)
    for (const cookie of mine) {
      expect(await isSignedIn(gateway, cookie)).toBe(false)
      await expectFailure(await gateway.read(cookie), 'GTW-04')
    }
    for (const cookie of others) expect(await isSignedIn(gateway, cookie)).toBe(true)
    expect(await isSignedIn(gateway, await gateway.signIn('mine', 'a'))).toBe(true)
  })

  it('are not ended by a reader who is not signed in any more', async () => {
    const gateway = await start(await settings())
    const [left, open] = [await gateway.signIn(), await gateway.signIn()]
    await gateway.signOut(left)
    await gateway.signOut(left, '?everywhere')
    expect(await isSignedIn(gateway, open)).toBe(true)
  })

  it('of a person go on with another account once each, and end with the sign-in that they came of', async () => {
    const gateway = await startForPeople(await settings())
    const switchTo = (account: string, cookies: Map<string, string>) => {
      const browser = openBrowser(gateway, new Map(cookies))
      return browser
        .ask('/session/account', jsonBody({ account }))
        .then(({ status }) => ({ status, browser }))
    }
    for (const where of ['', '?everywhere']) {
      const own = openBrowser(gateway)
      await own.signIn('ana')
      // A cookie that was copied and goes on at the same moment, five times.
      const tries = await Promise.all(
        ['Reserves', 'Treasury', 'Reserves', 'Treasury', 'Reserves'].map((account) =>
          switchTo(account, own.cookies),
        ),
      )
      const [copy, ...more] = tries.filter(({ status }) => status === 200)
      expect(more).toEqual([])
      expect(tries.filter(({ status }) => status === 401)).toHaveLength(4)
      expect(await copy?.browser.state()).toMatchObject({ signedIn: true })
      // The slower one signs out all the same, and with it what continued the session.
      await own.ask(`/session${where}`, { method: 'DELETE' })
      expect(await copy?.browser.state()).toMatchObject({ signedIn: false })
      expect(await switchTo('Reserves', copy?.browser.cookies ?? new Map())).toMatchObject({ status: 401 })
    }
  })

  it('of a person that switch all the time are over once everywhere is answered', async () => {
    const gateway = await startForPeople(await settings())
    const [own, copy, other] = [openBrowser(gateway), openBrowser(gateway), openBrowser(gateway)]
    await own.signIn('ana')
    await copy.signIn('ana')
    await other.signIn('ben')
    let isOver = false
    const running = (async () => {
      for (let time = 0; !isOver; time += 1)
        await copy.ask('/session/account', jsonBody({ account: time % 2 ? 'Treasury' : 'Reserves' }))
    })()
    await own.ask('/session?everywhere', { method: 'DELETE' })
    isOver = true
    await running
    expect(await copy.state()).toMatchObject({ signedIn: false })
    expect(await other.state()).toMatchObject({ signedIn: true })
  })

  it('outlast a new secret, under which they are sealed again, with the same fingerprint', async () => {
    const [before, after] = ['the secret of last year; long enough', 'the secret of this year; long enough!']
    const database = await settings()
    const old = await start({ ...database, SESSION_SECRET: before })
    const cookies = [await old.signIn(), await old.signIn()] as const
    const { fingerprint } = await old.state(cookies[0])
    await old.close()
    const secrets = `${after}, ${before}`
    const both = await start({ ...database, SESSION_SECRET: secrets })
    expect(await both.state(cookies[0])).toMatchObject({ signedIn: true, fingerprint })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    const renewed = cookieOf(await both.fetch('/session', { headers: { cookie: cookies[0] } }))
    const only = await start({ ...database, SESSION_SECRET: after })
    expect(await only.state(renewed)).toMatchObject({ signedIn: true, fingerprint })
    expect(await isSignedIn(only, cookies[0])).toBe(false)
    // Ending everything under the new secret finds what began under the old one.
    await both.signOut(renewed, '?everywhere')
    expect(await isSignedIn(both, cookies[1])).toBe(false)
  })
})

describe.skipIf(!hasPostgres)('copies of the gateway that share a database', () => {
  it('know at once what one of them ended, and go on where one of them stops', async () => {
    const database = { SESSION_DATABASE_URL: await newDatabase() }
    // At once: both find no table, and one of them makes it.
    const [one, other] = await Promise.all([start(database), start(database)])
    const [ended, open] = [await one.signIn(), await one.signIn()]
    expect(await isSignedIn(other, ended)).toBe(true)
    await one.signOut(ended)
    expect(await isSignedIn(other, ended)).toBe(false)
    await one.close()
    expect(await isSignedIn(other, open)).toBe(true)
    await other.signOut(await other.signIn(), '?everywhere')
    expect(await isSignedIn(other, open)).toBe(false)
  })

  it('keep nothing in it that opens a session or tells whose it was, nor what is remembered no longer', async () => {
    const address = await newDatabase()
    const gateway = await start({ SESSION_DATABASE_URL: address, SESSION_HOURS: '1' })
    const end = async () =>
      gateway.signOut(await gateway.signIn('a-key-that-nobody-reads', 'an-account'), '?everywhere')
    await end()
    const { Client } = (await import('pg')).default
    const client = new Client(address)
    await client.connect()
    const rows = async () => (await client.query('select * from custody_console_end')).rows
    const before = await rows()
    // The sign-in, its owner, everybody before the register was made, and the latest moment.
    expect(before).toHaveLength(4)
    expect(JSON.stringify(before)).not.toMatch(/a-key|an-account/)
    await client.query(
      "update custody_console_end set kept_until = now() - interval '1 second' where kept_until < 'infinity'",
    )
    await gateway.signOut(await gateway.signIn('another'))
    expect(await rows()).toHaveLength(3)
    await client.end()
  })

  it('let nobody in with a session from before the database was lost: they cannot know whether it had ended', async () => {
    const before = await start({ SESSION_DATABASE_URL: await newDatabase() })
    const cookie = await before.signIn()
    const after = await start({ SESSION_DATABASE_URL: await newDatabase() })
    expect(await isSignedIn(after, cookie)).toBe(false)
    expect(await isSignedIn(after, await after.signIn())).toBe(true)
  })

  it('end and begin sessions in the right order where the clock of the database falls back, as when a standby takes over', async () => {
    // With this path its functions come after ours.
    const address = `${await newDatabase()}?options=-c%20search_path%3Dpublic%2Cpg_catalog`
    const { Client } = (await import('pg')).default
    const client = new Client(address)
    await client.connect()
    const setClock = (lead: string) =>
      client.query(
        `create or replace function public.clock_timestamp() returns timestamptz language sql as
         $$ select pg_catalog.clock_timestamp() + interval '${lead}' $$`,
      )
    await setClock('0')
    const gateway = await start({ SESSION_DATABASE_URL: address })
    const before = await gateway.signIn()
    await setClock('-1 hour')
    const since = await gateway.signIn()
    expect(await isSignedIn(gateway, since)).toBe(true)
    await gateway.signOut(since, '?everywhere')
    expect(await isSignedIn(gateway, before)).toBe(false)
    expect(await isSignedIn(gateway, await gateway.signIn())).toBe(true)
    await client.end()
  })

  it('say GTW-14 while it is down, and show the console all the same', async () => {
    const database = await newDatabase()
    const gateway = await start({ SESSION_DATABASE_URL: database })
    const cookie = await gateway.signIn()
    await dropDatabase(database)
    for (const path of ['/session', '/api/vaults'])
      await expectFailure(await gateway.fetch(path, { headers: { cookie } }), 'GTW-14')
    await expectFailure(await gateway.signOut(cookie), 'GTW-14')
    expect((await gateway.fetch('/transactions', { headers: { cookie } })).status).toBe(200)
    expect((await gateway.fetch('/healthz')).status).toBe(200)
    const ready = await gateway.fetch('/readyz')
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      { checks: { service: 'ok', sessions: 'database unreachable' } },
    ])
  })

  it('do not start without it, and say so without its password', async () => {
    const starting = start({ SESSION_DATABASE_URL: 'postgresql://me:hidden@127.0.0.1:1/none' })
    await expect(starting).rejects.toThrow('SESSION_DATABASE_URL cannot be used')
    await expect(starting).rejects.not.toThrow('hidden')
  })
})

it('in memory, an end is remembered as long as a session lasts, and what begins in the same millisecond comes after it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const register = await openSessionRegister(undefined, 1)
  expect(await register.now()).toBeLessThan(await register.now())
  const one = new Map([['one', 1]])
  await register.end(one)
  vi.setSystemTime(Date.now() + 3_599_999)
  await register.end(new Map([['other', 1]]))
  expect(await register.isOpen(one)).toBe(false)
  vi.setSystemTime(Date.now() + 1)
  await register.end(new Map([['third', 1]]))
  // Nobody asks: what began before has expired by itself.
  expect(await register.isOpen(one)).toBe(true)
})
