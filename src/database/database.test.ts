import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { databaseKinds, openEither, postgresPort } from './testing/databases.ts'
import { createDatabaseAt } from './testing/postgres.ts'

describe.each(databaseKinds)('a database of $name', (kind) => {
  let database: Database

  beforeAll(async () => {
    database = await kind.open()
    await database.script('create table thing (id text primary key, size numeric)')
  })

  afterAll(async () => {
    await database?.close()
  })

  it('hands over every value as text, or null', async () => {
    const rows = await database.query(
      `select 1::int as a, 9007199254740993::bigint as b, 1.50::numeric as c, true as d, null as e, '{"x":1}'::json as f,
        'é🚀'::text as g, date '2026-11-01' as h, array[1,2] as i, 0.1::float8 as j`,
    )
    expect(rows).toEqual([
      {
        ...{ a: '1', b: '9007199254740993', c: '1.50', d: 't', e: null, f: '{"x":1}', g: 'é🚀' },
        ...{ h: '2026-11-01', i: expect.anything(), j: '0.1' },
      },
    ])
  })

  it('takes parameters as text, null and odd characters included', async () => {
    const odd = `'"\\;--\n$1\u202e`
    const rows = await database.query('select $1::text as a, $2::text as b, $3::numeric + 1 as c', [
      odd,
      null,
      '1.5',
    ])
    expect(rows).toEqual([{ a: odd, b: null, c: '2.5' }])
  })

  it('answers a question over and over, also after many others and after its table has changed', async () => {
    const again = () => database.query('select size from thing where id = $1', ['none'])
    expect(await again()).toEqual([])
    for (let other = 0; other < 150; other += 1)
      expect(await database.query(`select ${other} as one`)).toEqual([{ one: String(other) }])
    await database.script('drop table thing; create table thing (id text primary key, size numeric)')
    for (let time = 0; time < 10; time += 1) expect(await again()).toEqual([])
  })

  it('asks each question of several once, in their order, and fails only the one that is wrong', async () => {
    const outcomes = await Promise.allSettled([
      database.query('select 1 as one'),
      database.query('select nothing'),
      database.transaction((queries) => queries.query('select 2 as two')),
      database.query('select $1::int as three', ['x']),
      database.query('select 4 as four'),
    ])
    expect(outcomes).toMatchObject([
      { value: [{ one: '1' }] },
      { reason: { code: '42703' } },
      { value: [{ two: '2' }] },
      { reason: { code: '22P02' } },
      { value: [{ four: '4' }] },
    ])
  })

  it('reports failures with their SQLSTATE and goes on', async () => {
    await expect(database.query('select 1/0')).rejects.toMatchObject({ name: 'DatabaseError', code: '22012' })
    await expect(database.script('nonsense')).rejects.toMatchObject({ name: 'DatabaseError', code: '42601' })
    expect(await database.query('select 1 as one')).toEqual([{ one: '1' }])
  })

  it('keeps all of a transaction, or nothing', async () => {
    await database.transaction(async (queries) => {
      await queries.query("insert into thing values ('kept', 1)")
    })
    const failure = new Error('changed its mind')
    const undone = database.transaction(async (queries) => {
      await queries.query("insert into thing values ('undone', 1)")
      throw failure
    })
    await expect(undone).rejects.toBe(failure)
    const broken = database.transaction(async (queries) => {
      await queries.query("insert into thing values ('broken', 1)")
      await queries.query("insert into thing values ('kept', 2)")
    })
    await expect(broken).rejects.toMatchObject({ code: '23505' })
    expect(await database.query('select id from thing')).toEqual([{ id: 'kept' }])
  })

  it('lets no other question see into an open transaction', async () => {
    let outside: Promise<unknown> | undefined
    await database.transaction(async (queries) => {
      await queries.query("insert into thing values ('inside', 1)")
      // Not awaited in here: on the embedded database it waits for this transaction to end.
      outside = database.query("select 1 from thing where id = 'inside'")
      await queries.query("delete from thing where id = 'inside'")
    })
    expect(await outside).toEqual([])
  })
})

it.skipIf(postgresPort === null)(
  'a connection that breaks fails what was asked on it, and no more',
  async () => {
    const database = await openEither()
    const breakOff = 'select pg_terminate_backend(pg_backend_pid())'
    await expect(database.query(breakOff)).rejects.toMatchObject({ name: 'DatabaseError' })
    await expect(database.transaction((queries) => queries.query(breakOff))).rejects.toMatchObject({
      name: 'DatabaseError',
    })
    expect(await database.query('select 1 as one')).toEqual([{ one: '1' }])
    await database.close()
  },
)

it.skipIf(postgresPort === null)('a PostgreSQL that is not in UTF-8 is refused', async () => {
  const databaseUrl = await createDatabaseAt(postgresPort ?? 0, "encoding 'LATIN1' locale 'C'")
  await expect(openDatabase({ databaseUrl, timeoutSeconds: 10 })).rejects.toThrow('UTF8')
})
