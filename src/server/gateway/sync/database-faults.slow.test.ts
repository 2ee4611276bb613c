/** What becomes of readings, lists and probes where the database is not there, goes away, hangs, is failed over, or ends in the middle. */
import { describe, expect, it, onTestFinished } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { syncPath } from '../../../contract/sync.ts'
import { type Database, DatabaseError } from '../../../database/database.ts'
import { openDatabase } from '../../../database/open.ts'
import {
  databaseThread,
  folderWithDatabase,
  openEither,
  postgresPort,
} from '../../../database/testing/databases.ts'
import { createDatabaseAt, postgresPrograms, startPostgres } from '../../../database/testing/postgres.ts'
import { startTcpProxy } from '../../../database/testing/proxy.ts'
import { openStore } from '../../../store/store.ts'
import {
  type AccountLedger,
  answerTo,
  ledgerNow,
  listedIn,
  newestOnTop,
} from '../../../sync/testing/account-ledger.ts'
import { isWholeSet } from '../../../testing/cases.ts'
import { testClock } from '../testing/clock.ts'
import { expectFailure, forTests, startGateway } from '../testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())

const away = 'records cannot be kept: the database does not answer; it is asked again until it does'
const back = 'the database answers again: records are kept'
/** What hangs takes its time. */
const faults: readonly ('goAway' | 'hang')[] = isWholeSet ? ['goAway', 'hang'] : ['goAway']

const identity = {
  service: service.address,
  reader: { kind: 'named', name: 'CUSTODY_API_KEY' },
  apiKey: 'key',
  accountId: null,
} as const

/** Serves an account with so many transactions of two days. */
function serveLedger(count: number) {
  const deposits = Array.from({ length: count }, (_, index) => ({
    ...{ id: `t${index}`, status: 'completed', amount: 1 + index },
    at: ledgerNow - index * 3_600_000 * (48 / count),
  }))
  const ledger: AccountLedger = { deposits, cap: 20 }
  const asked = { count: 0, before: async (_count: number) => {} }
  service.script('*', async (request, response) => {
    asked.count += 1
    await asked.before(asked.count)
    upstream.json(answerTo(ledger, { target: request.url ?? '' }))(request, response)
  })
  return {
    ledger,
    asked,
    arrive: (id: string) => ledger.deposits.push({ id, at: ledgerNow + 1, status: 'completed', amount: 1 }),
  }
}

async function startReading(openRecords: () => Promise<Database>) {
  const clock = testClock()
  const gateway = await startGateway(
    { CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'key', KEEP_RECORDS: 'configured' },
    { openRecords, clock },
  )
  const pass = async (seconds: number) => {
    clock.move(1000 * seconds)
    gateway.sync.step()
    await gateway.sync.settled()
  }
  const times = (message: string) => gateway.log.filter((line) => JSON.parse(line).msg === message).length
  return {
    ...gateway,
    pass,
    times,
    /** Nobody who asks for a list or a probe waits for the database. */
    async expectServedWithout() {
      const begun = performance.now()
      expect(await (await gateway.fetch(syncPath)).json()).toMatchObject({ not_kept: 'database' })
      expect((await gateway.fetch('/api/transactions?limit=1')).status).toBe(200)
      const ready = await gateway.fetch('/readyz')
      expect([ready.status, (await ready.json()).checks.records]).toEqual([200, 'database unreachable'])
      expect((performance.now() - begun) / 1000).toBeLessThan(10)
    },
  }
}

async function expectRead(database: Database, ledger: AccountLedger) {
  const store = await openStore(database)
  const rows = store.of(await store.account(identity))
  const listed = newestOnTop(ledger.deposits).map(({ id, status, amount }) => `${id} ${status} ${amount}`)
  expect(await listedIn(rows)).toEqual(listed)
  expect(await rows.size()).toBe(listed.length)
  expect((await rows.state()).lists.transactions).toMatchObject({ completeness: 'complete', doubts: [] })
}

describe.skipIf(postgresPort === null)('a PostgreSQL', () => {
  async function startBehindProxy() {
    const direct = await createDatabaseAt(postgresPort ?? 0)
    const proxy = await startTcpProxy(postgresPort ?? 0)
    onTestFinished(() => proxy.close())
    const address = new URL(direct)
    address.port = String(proxy.port)
    const database = await openDatabase({ databaseUrl: direct, timeoutSeconds: 10 })
    onTestFinished(() => database.close())
    return { proxy, database, open: () => openDatabase({ databaseUrl: address.href, timeoutSeconds: 1 }) }
  }

  it.each(faults)(
    'that does "%s" at the start and again later: said once each time, and the next reading mends it',
    async (fault) => {
      const { ledger, arrive } = serveLedger(30)
      const { proxy, database, open } = await startBehindProxy()
      proxy[fault]()
      const { pass, times, expectServedWithout } = await startReading(open)
      await expect.poll(() => times(away)).toBe(1)
      await expectServedWithout()
      proxy.comeBack()
      await expect
        .poll(
          async () => {
            await pass(1)
            return times(back)
          },
          { timeout: 20_000 },
        )
        .toBe(1)
      await pass(0)
      await expectRead(database, ledger)

      arrive('while it is away')
      proxy[fault]()
      for (let time = 0; time < 3; time += 1) await pass(30)
      expect([times(away), times(back)]).toEqual([2, 1])
      await expectServedWithout()
      proxy.comeBack()
      await pass(301)
      await pass(301)
      expect([times(away), times(back), times('a reading failed')]).toEqual([2, 2, 0])
      await expectRead(database, ledger)
    },
  )

  it.runIf(isWholeSet).each(faults)(
    'that does "%s" in the middle of a first reading: nothing of it is lost',
    async (fault) => {
      const { ledger, asked } = serveLedger(90)
      const { proxy, database, open } = await startBehindProxy()
      let hasBegun = () => {}
      const begun = new Promise<void>((resolve) => {
        hasBegun = resolve
      })
      asked.before = async (count) => {
        if (count !== 20) return
        proxy[fault]()
        hasBegun()
      }
      const { pass, times } = await startReading(open)
      await begun
      // What was asked meanwhile is answered, or broke.
      await expect.poll(async () => (await database.query('select 1')).length).toBe(1)
      proxy.comeBack()
      for (let time = 0; time < 3; time += 1) await pass(301)
      expect(times('a reading failed')).toBe(0)
      await expectRead(database, ledger)
    },
  )

  it('whose connections all have long work keeps the leases of accounts', async () => {
    const { database, open } = await startBehindProxy()
    const behind = await open()
    const store = await openStore(behind)
    const rows = store.of(await store.account(identity))
    const fence = (await rows.takeLease('copy', 30)) ?? ''
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const work = Array.from({ length: 20 }, () =>
      behind.transaction(() => ended, { purpose: 'sync', seconds: 60 }).catch(() => {}),
    )
    await rows.renewLease(fence, 30)
    await rows.releaseLease(fence)
    expect(await rows.takeLease('another', 30)).not.toBeNull()
    end()
    await Promise.all(work)
    await behind.close()
    expect(await database.query('select 1 as one')).toEqual([{ one: '1' }])
  })
})

it('a database that is restored from a backup: what is missing is read again, and no answer of before is given again', async () => {
  const { ledger, arrive } = serveLedger(30)
  const database = await openEither()
  const { pass, times, fetch } = await startReading(async () => ({ ...database, close: async () => {} }))
  const told = async () => {
    const { totals, revision } = await (await fetch('/api/totals')).json()
    return { count: totals[0].count, revision }
  }
  for (let time = 0; time < 3; time += 1) await pass(301)
  expect(times('this database has no records yet: everything is read from the custody service')).toBe(1)
  const restore = await backUp(database)
  const before: unknown[] = []
  for (const id of ['lost', 'lost too']) {
    arrive(id)
    await pass(301)
    before.push((await told()).revision)
  }
  await restore()
  arrive('new')
  await pass(301)
  const after = await told()
  expect(after.count).toBe(33)
  expect(before).not.toContain(after.revision)
  await expectRead(database, ledger)
})

it('a database that answers some questions and not those of a report: its reader is told so, and not of a failure of the gateway', async () => {
  serveLedger(30)
  const database = await openEither()
  let isFull = false
  const { pass, fetch, times } = await startReading(async () => ({
    ...database,
    lock: null,
    async read(work, options) {
      if (isFull) throw new DatabaseError('could not write init file', '53100')
      return await database.read(work, options)
    },
    close: async () => {},
  }))
  await pass(0)
  const { fingerprint } = await (await fetch('/session')).json()
  const report = '/api/reports/whitelist-review'
  expect((await fetch(report)).status).toBe(200)
  isFull = true
  for (const path of [
    `${report}?currency=X`,
    '/api/figures/activity',
    `/api/vaults?as=csv&fingerprint=${fingerprint}`,
  ])
    await expectFailure(await fetch(path), 'GTW-27')
  expect(times('request failed')).toBe(3)
})

/** Returns what puts everything back as it is now. */
async function backUp(database: Database): Promise<() => Promise<void>> {
  const tables = await database.query<'name'>(
    "select table_name as name from information_schema.tables where table_schema = 'custody_store'",
  )
  const each = (write: (table: string) => string) =>
    database.script(tables.map(({ name }) => write(name ?? '')).join('; '))
  await database.script('create schema backup')
  await each((table) => `create table backup.${table} as table custody_store.${table}`)
  return async () => {
    await each((table) => `delete from custody_store.${table}`)
    await each((table) => `insert into custody_store.${table} table backup.${table}`)
  }
}

it.runIf(isWholeSet && postgresPrograms)(
  'a PostgreSQL whose standby takes over without its last transactions: what is missing is read again',
  async () => {
    const { ledger, arrive } = serveLedger(60)
    const primary = await startPostgres(postgresPrograms ?? '')
    onTestFinished(() => primary.stop())
    const direct = await primary.createDatabase()
    const proxy = await startTcpProxy(primary.port)
    onTestFinished(() => proxy.close())
    const address = new URL(direct)
    address.port = String(proxy.port)
    const open = () => openDatabase({ databaseUrl: address.href, timeoutSeconds: 2 })
    const { pass, times } = await startReading(open)
    await pass(0)
    const standby = await primary.startStandby()
    onTestFinished(() => standby.stop())
    arrive('before')
    await pass(301)
    await primary.stop()
    await standby.promote()
    arrive('after')
    proxy.lead(standby.port)
    for (let time = 0; time < 4; time += 1) await pass(301)
    expect(times('a reading failed')).toBe(0)
    const database = await open()
    onTestFinished(() => database.close())
    await expectRead(database, ledger)
  },
)

it.runIf(isWholeSet)(
  'an embedded database that ends while a whole reading is applied: nothing of it is kept, and the next one is whole',
  async () => {
    const { ledger } = serveLedger(30)
    const thread = databaseThread()
    const database = await openDatabase({ dataDir: await folderWithDatabase(), timeoutSeconds: 60 })
    onTestFinished(() => database.close())
    let ends = 1
    const breaking: Database = {
      ...database,
      transaction: (work, options) =>
        database.transaction(
          (queries) =>
            work({
              ...queries,
              async query(sql, parameters) {
                if (sql.includes('insert into custody_store.reading') && ends > 0) {
                  ends -= 1
                  await thread.end()
                }
                return await queries.query(sql, parameters)
              },
            }),
          options,
        ),
      close: async () => {},
    }
    const { pass, times } = await startReading(async () => breaking)
    await pass(0)
    expect(times(away)).toBe(1)
    for (let time = 0; time < 4; time += 1) await pass(301)
    expect([ends, times('a reading failed')]).toEqual([0, 0])
    await expectRead(database, ledger)
  },
)
