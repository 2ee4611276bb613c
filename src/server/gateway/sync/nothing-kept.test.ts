/** Where no records can or may be kept, and what the gateway does then. */

import { beforeEach, describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { type Database, DatabaseError, type Queries } from '../../../database/database.ts'
import { viewerKey } from '../../service/keys.ts'
import { startBooks } from '../../testing/console-api.ts'
import { serveOneTransaction, syncingGateways, syncReportOf } from '../../testing/syncing.ts'
import { testClock } from '../testing/clock.ts'
import { expectFailure, forTests, startGateway } from '../testing/gateway.ts'

const real = await startBooks()
const service = forTests(await upstream.startScriptedService(real.address))
const { startSyncing, shared, ownKey } = await syncingGateways(service)

const fixed = { CUSTODY_API_KEY: viewerKey }
const away = 'records cannot be kept: the database does not answer; it is asked again until it does'

describe('where nothing is kept', () => {
  beforeEach(() => service.script('*', serveOneTransaction))

  it.each([
    [{ SYNC: 'off' }, 'off'],
    [{ KEEP_RECORDS: 'none' }, 'none'],
  ])('%o: that is said, and the service is not asked', async (settings, reason) => {
    const { gateway, pass } = await startSyncing({ ...fixed, ...settings }, shared)
    await pass(60)
    expect(await syncReportOf(gateway)).toMatchObject({ not_kept: reason })
    expect(service.received).toEqual([])
  })

  it.each([
    [new DatabaseError('nobody listens there'), 'does not answer; it is asked again until it does'],
    [new Error('a newer version wrote it'), 'cannot be used; it is tried again until it can'],
  ])(
    'a database that cannot be opened, %s, keeps no list from anybody, and is used once it can',
    async (error, told) => {
      let attempts = 0
      const gateway = await startGateway(
        { CUSTODY_API_URL: service.address, KEEP_RECORDS: 'configured', ...ownKey() },
        {
          clock: testClock(),
          openRecords: async () => {
            attempts += 1
            if (attempts < 4) throw error
            return { ...shared, close: async () => {} }
          },
        },
      )
      await gateway.sync.settled()
      expect(attempts).toBe(4)
      const lines = gateway.log
        .map((line) => JSON.parse(line))
        .filter(({ reason }) => reason === error.message)
      expect(lines).toMatchObject([{ msg: `records cannot be kept: the database ${told}` }])
      await gateway.sync.settled()
      expect(await syncReportOf(gateway)).toMatchObject({ not_kept: null })
    },
  )

  it('a database that goes away is said once, and lists are the service’s own until it is back', async () => {
    let isAway = false
    const isOut = () => isAway
    const { gateway, clock, pass, linesOf } = await startSyncing(ownKey(), failing(shared, isOut))
    isAway = true
    for (let minutes = 0; minutes < 10; minutes += 1) await pass(60)
    expect(await syncReportOf(gateway)).toMatchObject({ not_kept: 'database' })
    expect((await gateway.fetch('/api/transactions?limit=1')).status).toBe(200)
    const ready = await gateway.fetch('/readyz')
    expect([ready.status, (await ready.json()).checks.records]).toEqual([200, 'database unreachable'])
    expect(linesOf(away)).toHaveLength(1)
    isAway = false
    const back = clock.now()
    await pass(301)
    const { not_kept, as_of } = await syncReportOf(gateway)
    expect(not_kept).toBeNull()
    expect(Date.parse(as_of)).toBeGreaterThan(back)
    expect(linesOf('the database answers again: records are kept')).toHaveLength(1)
    expect(linesOf('a reading failed')).toEqual([])
  })
})

it('what a service taught cannot be kept: the reading fails, and the program goes on', async () => {
  service.script('*', serveOneTransaction)
  const database = failing(shared, (sql) => sql.includes('set profile'))
  const { linesOf } = await startSyncing(ownKey(), database)
  expect(linesOf(away)).not.toEqual([])
})

it('a statement that the database refuses is told as that, to the log and to readers, and not as a database that is away', async () => {
  service.script('*', serveOneTransaction)
  const { gateway, database, pass, linesOf } = await startSyncing(ownKey())
  await database.script('alter table custody_store.transaction rename column position to other')
  await pass(60)
  expect(linesOf('a reading failed')).toMatchObject([{ failure: { name: 'DatabaseError', code: '42703' } }])
  await expectFailure(await gateway.fetch('/api/transactions?limit=1'), 'GTW-08')
  expect(linesOf('request failed')).toHaveLength(1)
  expect((await (await gateway.fetch('/readyz')).json()).checks.records).toBe('ok')
  await database.script('alter table custody_store.transaction rename column other to position')
  await pass(60)
  expect((await (await gateway.fetch('/api/transactions?limit=1')).json()).from).toBe('store')
  expect([linesOf(away), linesOf('the database answers again: records are kept')]).toEqual([[], []])
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
