/** What PostgreSQL alone can show: several connections, and a server that says what it is doing. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { databaseKinds, endless, openEither, postgresPort } from './testing/databases.ts'
import { createDatabaseAt, hangDatabase } from './testing/postgres.ts'
import { startTcpProxy } from './testing/proxy.ts'

const kinds = [
  { name: 'PostgreSQL', open: openEither },
  ...databaseKinds.filter(({ name }) => name.includes('PgBouncer')),
]

describe.skipIf(postgresPort === null).each(kinds)('$name', async (kind) => {
  const database = await kind.open()

  beforeAll(async () => {
    await database.script(
      "create table thing (id text primary key, size numeric); insert into thing values ('one', 1)",
    )
  })

  /** Resolves when the server is doing what is marked so, or is not any more. */
  async function until(isRunning: boolean, mark: string): Promise<void> {
    const sql = `select 1 from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%' || $1 || '%' and pid <> pg_backend_pid()`
    while ((await database.query(sql, [mark])).length > 0 !== isRunning);
  }

  it.each(['list', 'report'] as const)('stops working on a %s whose reader goes', async (purpose) => {
    const reader = new AbortController()
    // Nothing else ends it.
    const options = { purpose, signal: reader.signal, seconds: null }
    const outcomes = Promise.allSettled([
      database.with(options).query(`${endless} /* alone of ${purpose} */`),
      database.read((queries) => queries.query(`${endless} /* within of ${purpose} */`), options),
    ])
    for (const place of ['alone', 'within']) await until(true, `${place} of ${purpose}`)
    const reason = new Error('the reader has gone')
    reader.abort(reason)
    expect(await outcomes).toMatchObject([{ reason }, { reason }])
    for (const place of ['alone', 'within']) await until(false, `${place} of ${purpose}`)
  })

  it('uses a connection again after the reader of its last question has gone', async () => {
    const pids = new Set<string | null | undefined>()
    for (let time = 0; time < 12; time += 1) {
      const reader = new AbortController()
      const options = { purpose: 'sync', signal: reader.signal, seconds: null } as const
      const left = database.transaction(async (queries) => {
        const [session] = await queries.query<'pid'>('select pg_backend_pid() as pid')
        pids.add(session?.pid)
        const waiting = queries.query(endless)
        reader.abort()
        await waiting
      }, options)
      await expect(left).rejects.toThrow('aborted')
    }
    expect(pids.size).toBeLessThanOrEqual(5)
    const rows = Array.from({ length: 12 }, () => database.with({ purpose: 'sync' }).query('select 1 as one'))
    expect(await Promise.all(rows)).toEqual(rows.map(() => [{ one: '1' }]))
  })

  it('is told the limit, for one transaction alone', async () => {
    const limitIn = async (queries: Pick<Database, 'query'>) =>
      (await queries.query<'statement_timeout'>('show statement_timeout'))[0]?.statement_timeout
    expect(await limitIn(database.with({ seconds: 20 }))).toBe('19s')
    expect(await database.transaction(limitIn, { seconds: 40 })).toBe('38s')
    expect(await database.read(limitIn, { seconds: 60 })).toBe('57s')
    for (let time = 0; time < 20; time += 1) expect(await limitIn(database.with({ seconds: null }))).toBe('0')
  })

  it('lets go of the locks of a program that hangs in the middle, however much time its statements have', async () => {
    const limit = 'idle_in_transaction_session_timeout'
    const limitIn = (seconds: number | null) =>
      database.transaction(
        async (queries) => (await queries.query<typeof limit>(`show ${limit}`))[0]?.[limit],
        { seconds },
      )
    expect([await limitIn(10), await limitIn(1800), await limitIn(null)]).toEqual(['9500ms', '30s', '30s'])
    // Who only reads has none, and may have much to write down between two statements.
    const ofReader = await database.read((queries) => queries.query<typeof limit>(`show ${limit}`), {
      seconds: 40,
    })
    expect(ofReader[0]?.[limit]).toBe('38s')
  })

  it('stops working on what is past its limit', async () => {
    const short = { seconds: 0.2 }
    const late = (mark: string) => `${endless} /* late ${mark} */`
    const outcomes = await Promise.allSettled([
      database.with(short).query(late('alone')),
      database.with(short).script(late('script')),
      database.transaction((queries) => queries.script(late('transaction')), short),
      database.read((queries) => queries.query(late('read')), short),
    ])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: '57014' } })
    await until(false, '/* late')
  })

  it('reads of one moment, whatever others write meanwhile', async () => {
    const sizeIn = async (queries: Pick<Database, 'query'>) =>
      queries.query("select size from thing where id = 'moment'")
    await database.script("insert into thing values ('moment', 1)")
    await database.read(async (queries) => {
      expect(await sizeIn(queries)).toEqual([{ size: '1' }])
      await database.script("update thing set size = 2 where id = 'moment'")
      expect(await sizeIn(queries)).toEqual([{ size: '1' }])
    })
    expect(await sizeIn(database)).toEqual([{ size: '2' }])
  })

  it('adds to what another transaction wrote in between, and not to what it was before', async () => {
    let attempts = 0
    await database.transaction(
      async (queries) => {
        attempts += 1
        const [row] = await queries.query<'size'>("select size from thing where id = 'one'")
        if (attempts === 1) await database.query("update thing set size = size + 10 where id = 'one'")
        await queries.query("update thing set size = $1::numeric + 1 where id = 'one'", [row?.size ?? null])
      },
      { isolation: 'repeatable read' },
    )
    expect(await database.query("select size from thing where id = 'one'")).toEqual([{ size: '12' }])
    expect(attempts).toBe(2)
  })
})

describe.skipIf(postgresPort === null)('PostgreSQL', () => {
  it('answers lists while reports have all their connections, and lets go who waits for one', async () => {
    const database = await openEither()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const reports = Array.from({ length: 4 }, () => database.read(() => finished, { purpose: 'report' }))
    const reader = new AbortController()
    const fifth = database.with({ purpose: 'report', signal: reader.signal }).query('select 5')
    expect(await database.query('select 1 as one')).toEqual([{ one: '1' }])
    reader.abort(new Error('the reader has gone'))
    await expect(fifth).rejects.toThrow('the reader has gone')
    finish()
    await Promise.all(reports)
    expect(await database.with({ purpose: 'report' }).query('select 1 as one')).toEqual([{ one: '1' }])
  })

  it('that hangs in the middle of a transaction holds nobody, and is used again', async () => {
    const databaseUrl = await createDatabaseAt(postgresPort ?? 0)
    const database = await openDatabase({ databaseUrl, timeoutSeconds: 1 })
    let goOn = () => {}
    const stuck = database.transaction(async (queries) => {
      await queries.script('create table half ()')
      goOn = await hangDatabase(databaseUrl, 'connections')
      await queries.query('select 1')
    })
    await expect(stuck).rejects.toMatchObject({ code: '57014' })
    goOn()
    await database.script('create table half ()')
    await database.close()
  })

  it('that never answers is hung up on: a pooler would keep its own connection for as long', async () => {
    const proxy = await startTcpProxy(postgresPort ?? 0)
    const address = new URL(await createDatabaseAt(postgresPort ?? 0))
    address.port = String(proxy.port)
    const database = await openDatabase({ databaseUrl: address.href, timeoutSeconds: 1 })
    await database.script('create table thing (id text)')
    proxy.fallSilent()
    const asked = [
      database.query('select 1'),
      database.read((queries) => queries.query('select 1')),
      database.transaction((queries) => queries.query('insert into thing values ($1)', ['one'])),
    ]
    for (const outcome of await Promise.allSettled(asked)) expect(outcome.status).toBe('rejected')
    await expect.poll(proxy.connections, { timeout: 20_000 }).toBe(0)
    await database.close()
    await proxy.close()
  })

  it('a connection that breaks fails what was asked on it, and no more', async () => {
    const database = await openEither()
    const breakOff = 'select pg_terminate_backend(pg_backend_pid())'
    await expect(database.query(breakOff)).rejects.toMatchObject({ name: 'DatabaseError' })
    await expect(database.transaction((queries) => queries.query(breakOff))).rejects.toMatchObject({
      name: 'DatabaseError',
    })
    expect(await database.query('select 1 as one')).toEqual([{ one: '1' }])
  })

  it('a PostgreSQL that is not in UTF-8 is refused', async () => {
    const databaseUrl = await createDatabaseAt(postgresPort ?? 0, "encoding 'LATIN1' locale 'C'")
    await expect(openDatabase({ databaseUrl, timeoutSeconds: 10 })).rejects.toThrow('UTF8')
  })
})
