/** What becomes of the records of a key that somebody types, with and after its sessions. */

import { beforeEach, describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { viewerKey } from '../../service/keys.ts'
import { startBooks } from '../../testing/console-api.ts'
import {
  endSessionsUnseen,
  serveOneTransaction,
  syncingGateways,
  syncReportOf,
} from '../../testing/syncing.ts'
import { forTests } from '../testing/gateway.ts'

const real = await startBooks()
const service = forTests(await upstream.startScriptedService(real.address))
const { startSyncing } = await syncingGateways(service)

beforeEach(() => service.script('*', serveOneTransaction))

describe('a key that somebody types', () => {
  it('is followed from its first session to the end of its last, and then nothing of it is left', async () => {
    const { gateway, pass, count } = await startSyncing()
    const [one, other] = [await gateway.signIn(viewerKey), await gateway.signIn(viewerKey)]
    await pass(0)
    expect(await syncReportOf(gateway, one)).toMatchObject({
      not_kept: null,
      read_whole: { completeness: 'complete' },
    })
    expect(await count('account')).toBe(1)
    await gateway.signOut(one)
    await pass(0)
    expect((await syncReportOf(gateway, other)).read_whole).not.toBeNull()
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
    service.script('/transactions', upstream.errorAnswer('ERR-02'))
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
      ;(refusals === 1 ? upstream.errorAnswer('ERR-02') : serveOneTransaction)(request, response)
    })
    await pass(15)
    expect((await gateway.state(cookie)).signedIn).toBe(true)
    expect(refusals).toBeGreaterThan(1)
  })

  it('of sessions that nobody knows any more is forgotten by whoever starts', async () => {
    const database = await openEither()
    const before = await startSyncing({}, database)
    await before.gateway.signIn(viewerKey)
    await before.pass(0)
    await before.gateway.close()
    await endSessionsUnseen(database)
    const after = await startSyncing({}, database)
    expect(await after.count('account')).toBe(0)
  })

  it('is forgotten with a session that ends where it was never seen, as after a start', async () => {
    const database = await openEither()
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
    const reports = await Promise.all(cookies.map((cookie) => syncReportOf(gateway, cookie)))
    expect(reports.map(({ not_kept }) => not_kept).sort()).toEqual(['full', 'full', null])
    expect(await count('account')).toBe(200)
  })

  it('leaves as many places to others as it takes, whatever account ids are typed with it', async () => {
    const { gateway, database, pass, count } = await startSyncing()
    await gateway.signIn(viewerKey, '0')
    await pass(0)
    await database.script(`
      insert into custody_store.account (account, service, reader, is_typed, key_digest, epoch)
        select n::text, '', '', true, key_digest, '' from generate_series(1, 98) as n, custody_store.account;
      insert into custody_store.lease (account) select account from custody_store.account where service = ''`)
    await pass(15)
    const cookies: string[] = []
    for (const id of ['1', '2', '3']) cookies.push(await gateway.signIn(viewerKey, id))
    cookies.push(await gateway.signIn('another key'))
    await pass(0)
    const reports = await Promise.all(cookies.map((cookie) => syncReportOf(gateway, cookie)))
    expect(reports.map(({ not_kept }) => not_kept)).toEqual([null, 'full', 'full', null])
    expect(await count('account')).toBe(101)
  })

  it.each([{ SYNC: 'off' }, { KEEP_RECORDS: 'none' }])(
    '%o: what was kept of a typed key goes, and of no other',
    async (settings) => {
      const database = await openEither()
      const before = await startSyncing({}, database)
      await before.gateway.signIn(viewerKey)
      await before.pass(0)
      await before.gateway.close()
      await (await startSyncing({ CUSTODY_API_KEY: viewerKey }, database)).gateway.close()
      expect(await before.count('account')).toBe(2)
      await endSessionsUnseen(database)
      await startSyncing(settings, database)
      expect(await database.query('select reader from custody_store.account')).toEqual([
        { reader: 'CUSTODY_API_KEY' },
      ])
    },
  )
})
