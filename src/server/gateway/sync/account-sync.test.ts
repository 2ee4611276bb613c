/** What the gateway reads by itself, and what becomes of it: over HTTP, from a real service with scripts in front of it. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { syncPath } from '../../../contract/sync.ts'
import type { Database } from '../../../database/database.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { isWholeSet } from '../../../testing/cases.ts'
import { viewerKey } from '../../service/keys.ts'
import { startBooks } from '../../testing/console-api.ts'
import { newFolder } from '../../testing/folder.ts'
import {
  oneTransaction,
  serveOneTransaction,
  sessionOf,
  syncingGateways,
  syncReportOf,
} from '../../testing/syncing.ts'
import { testClock } from '../testing/clock.ts'
import { forTests, metricOf, startGateway } from '../testing/gateway.ts'

const real = await startBooks()
const service = forTests(await upstream.startScriptedService(real.address))
const { startSyncing, shared, ownKey } = await syncingGateways(service)

const fixed = { CUSTODY_API_KEY: viewerKey }

describe('an account of the operator', () => {
  it('is read whole, dated and kept up to date, and every reading is one line without a key', async () => {
    const auditLog = join(await newFolder(), 'audit.log')
    const settings = { ...fixed, AUDIT_LOG: auditLog, METRICS_PORT: '0' }
    const { gateway, pass, count, linesOf } = await startSyncing(settings)
    const report = await syncReportOf(gateway)
    expect(report).toMatchObject({
      not_kept: null,
      read_whole: { completeness: 'complete', doubts: [] },
      reading: null,
      refused_lists: {},
      dates: { off: null, undated: 0, is_complete: true },
      silence: null,
    })
    const ready = await (await gateway.fetch('/readyz')).json()
    expect(ready).toMatchObject({ status: 'ready', checks: { records: 'ok' } })
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
    expect(await metricOf(gateway, 'custody_sync_accounts')).toBe(1)
    expect(await metricOf(gateway, 'custody_sync_readings_total{kind="first",outcome="ok"}')).toBe(1)

    const asked = service.received.length
    await pass(15)
    expect(service.received.length).toBeGreaterThan(asked)
    expect(linesOf('records were read').filter(({ kind }) => kind === 'update')).toEqual([])
    expect(Date.parse((await syncReportOf(gateway)).as_of)).toBeGreaterThan(Date.parse(report.as_of))
  })
})

it('how far an account is read is asked of the database once for all who ask at once', async () => {
  service.script('*', serveOneTransaction)
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
  counted = 0
  const reports = await Promise.all(Array.from({ length: 50 }, () => gateway.sync.report(sessionOf(apiKey))))
  expect(reports.every(({ as_of }) => as_of === reports[0]?.as_of)).toBe(true)
  expect(counted).toBe(1)
})

it('every account of the operator is read with its own key, though nobody has signed in', async () => {
  service.script('*', serveOneTransaction)
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
  beforeEach(() => service.script('*', serveOneTransaction))

  const silences = [
    ['answers with a page', upstream.htmlPage, 'GTW-02'],
    ['closes connections', upstream.hangUp, 'GTW-00'],
    ['takes no more requests', upstream.errorAnswer('ERR-03', { 'retry-after': '7' }), 'ERR-03'],
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
      const { silence, read_whole, as_of } = await syncReportOf(gateway)
      expect(silence.code).toBe(code)
      expect(Date.parse(silence.since)).toBeGreaterThan(Date.parse(as_of))
      expect(read_whole).not.toBeNull()
      expect(linesOf('the service does not answer; it is asked again until it does')).toHaveLength(1)
      service.script('*', serveOneTransaction)
      await pass(3600)
      expect(await syncReportOf(gateway)).toMatchObject({ silence: null })
      expect(linesOf('the service answers again')).toHaveLength(1)
    },
  )

  it('that keeps a request waiting is said to be silent before it is given up', async () => {
    const { gateway, clock, pass } = await startSyncing(ownKey(), shared)
    const late = upstream.held(serveOneTransaction)
    clock.move(15_000)
    service.script('*', (...request) => {
      service.script('*', late.script)
      clock.move(6000)
      upstream.hangUp(...request)
    })
    gateway.sync.step()
    await late.arrived()
    await expect.poll(async () => (await syncReportOf(gateway)).silence).toMatchObject({ code: 'GTW-00' })
    late.release()
    await pass(0)
    expect((await syncReportOf(gateway)).silence).toBeNull()
  })

  it('that takes none for an hour is left alone, and keeps no other account waiting', async () => {
    const left = ownKey()
    const { gateway, clock, pass } = await startSyncing(left, shared)
    service.script('*', upstream.errorAnswer('ERR-03', { 'retry-after': '3600' }))
    const [begun, asked] = [clock.now(), service.received.length]
    for (let minutes = 0; minutes < 50; minutes += 1) await pass(60)
    expect(service.received.length - asked).toBeLessThanOrEqual(5)
    expect((await syncReportOf(gateway)).silence).not.toBeNull()
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
        .poll(async () => (await syncReportOf(copy)).reading)
        .toMatchObject({ kind: 'first', records: 0, part: null })
    await Promise.all(copies.map((copy) => copy.close()))
  })

  it('that fails with words of its own has them in no line, label or report', async () => {
    service.script('*', upstream.errorWith({ error_code: 'secret words', details: 'and more' }, 500))
    const { gateway, database } = await startSyncing({ ...ownKey(), METRICS_PORT: '0' }, shared)
    expect((await syncReportOf(gateway)).silence.code).toBe('other')
    expect(await metricOf(gateway, 'custody_sync_readings_total{kind="first",outcome="other"}')).toBe(1)
    const told = await database.query('select status from custody_store.sync_status')
    for (const text of [gateway.log.join(), JSON.stringify(told)])
      expect(text).not.toMatch(/secret words|and more/)
  })

  it('that refuses a list, or has only a page for people there, refuses no key', async () => {
    service.script('/balances', upstream.errorAnswer('ERR-02'))
    service.script('/balances/cold', upstream.htmlPage)
    const { gateway } = await startSyncing(ownKey(), shared)
    expect(await syncReportOf(gateway)).toMatchObject({
      not_kept: null,
      refused_lists: { 'balances.all': 'ERR-02', 'balances.cold': 'GTW-02' },
      read_whole: { completeness: 'complete' },
    })
  })

  it('that contradicts a whole reading is not called complete any more, and what is doubted of each list is told', async () => {
    let isDenied = false
    const pending = { ...oneTransaction, transaction_id: 'two', status: 'pending' }
    service.script('/transactions', (request, response) => {
      const { searchParams } = new URL(request.url ?? '', service.address)
      const listed = searchParams.has('start_date') ? [] : [oneTransaction, ...(isDenied ? [] : [pending])]
      upstream.json({ transactions: listed.slice(Number(searchParams.get('offset'))) })(request, response)
    })
    service.script('/transactions/two', upstream.errorAnswer('TXN-04'))
    service.script('/whitelist', upstream.json({ whitelists: [{ whitelist_name: 'without an id' }] }))
    const { gateway, pass } = await startSyncing(ownKey(), shared)
    expect(await syncReportOf(gateway)).toMatchObject({
      read_whole: { completeness: 'complete', doubts: [] },
      doubtful_lists: { whitelists: [expect.stringContaining('no id')] },
    })
    isDenied = true
    await pass(15)
    expect(await syncReportOf(gateway)).toMatchObject({
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
    service.script('/transactions', upstream.errorAnswer('ERR-02'))
    await pass(15)
    expect(await syncReportOf(gateway)).toMatchObject({ not_kept: 'refused', as_of: null })
    expect(await count('transaction')).toBe(rows)
    service.script('/transactions', serveOneTransaction)
    await pass(301)
    expect(await syncReportOf(gateway)).toMatchObject({
      not_kept: null,
      read_whole: { completeness: 'complete' },
    })
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
    if (pathname !== '/transactions') return upstream.errorAnswer('ERR-02')(request, response)
    if (limit > 200) return upstream.errorAnswer('ERR-00')(request, response)
    upstream.json({ transactions: few.slice(offset, offset + limit) })(request, response)
  })
  const [one, other] = [await gateway.signIn(viewerKey), await gateway.signIn('another key')]
  await pass(0)
  const refused = { vaults: 'ERR-02', whitelists: 'ERR-02' }
  expect((await syncReportOf(gateway, one)).refused_lists).toEqual({})
  expect((await syncReportOf(gateway, other)).refused_lists).toMatchObject(refused)
  const rows = await database.query<'account' | 'own' | 'all'>(
    `select account, count(*) filter (where id like 'own-%') as own, count(*) as all
     from custody_store.transaction group by account order by own`,
  )
  expect(rows.map(({ own }) => own)).toEqual(['0', '330'])
  expect(rows[1]?.all).toBe('330')
  expect((await gateway.fetch(syncPath)).status).toBe(401)
})

it('of two copies one reads; the other goes on where its lease ends, and who wakes writes nothing', async () => {
  service.script('*', serveOneTransaction)
  const database = await openEither()
  const one = await startSyncing({ ...fixed, COPY_NAME: 'one' }, database)
  const other = await startSyncing({ ...fixed, COPY_NAME: 'other' }, database)
  const holder = async () =>
    (await database.query<'holder'>('select holder from custody_store.lease'))[0]?.holder
  expect(await holder()).toMatch(/^one /)
  await other.pass(15)
  expect(await holder()).toMatch(/^one /)
  expect(await syncReportOf(other.gateway)).toMatchObject({ read_whole: { completeness: 'complete' } })

  const reading = { kind: 'whole', begun: '2026-11-01T10:00:00.000Z', records: 1, part: 0.5 }
  await database.query('update custody_store.sync_status set status = $1', [
    JSON.stringify({ reading, silence: null, refused: null }),
  ])
  await database.script("update custody_store.lease set until = now() - interval '1 second'")
  await other.pass(15)
  expect(await holder()).toMatch(/^other /)
  expect((await syncReportOf(other.gateway)).reading).toBeNull()
  const asOf = (await syncReportOf(other.gateway)).as_of
  await one.pass(15)
  await one.pass(15)
  expect(await holder()).toMatch(/^other /)
  expect((await syncReportOf(one.gateway)).as_of).toBe(asOf)
  expect(one.linesOf('a reading failed')).toEqual([])

  await other.gateway.close()
  await one.pass(15)
  expect(await holder()).toMatch(/^one /)
})
