import { beforeAll, describe, expect, it } from 'vitest'
import type { Queries } from './database.ts'
import { databaseKinds, endless } from './testing/databases.ts'

describe.each(databaseKinds)('a database of $name', async (kind) => {
  const database = await kind.open()

  beforeAll(async () => {
    await database.script('create table thing (id text primary key, size numeric)')
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

  it('ends at its limit what is asked alone and in a transaction, and goes on', async () => {
    const short = { seconds: 0.2 }
    const tooLong = { name: 'DatabaseError', code: '57014' }
    await expect(database.with(short).query(endless)).rejects.toMatchObject(tooLong)
    expect(await database.query('select 1 as one')).toEqual([{ one: '1' }])
    const writing = database.transaction(async (queries) => {
      await queries.query("insert into thing values ('late', 1)")
      await queries.query(endless)
    }, short)
    await expect(writing).rejects.toMatchObject(tooLong)
    expect(await database.query("select id from thing where id = 'late'")).toEqual([])
  })

  it('leaves a reader who goes at once, with his reason, and goes on', async () => {
    const reader = new AbortController()
    const reason = new Error('the reader has gone')
    const options = { seconds: 0.5, signal: reader.signal }
    const asked = [
      database.with(options).query(endless),
      database.read((queries) => queries.query(endless), options),
    ]
    const outcomes = Promise.allSettled(asked)
    reader.abort(reason)
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason })
    await expect(database.with(options).query('select 1')).rejects.toBe(reason)
    expect(await database.query('select 1 as one')).toEqual([{ one: '1' }])
  })

  it('writes nothing in a read', async () => {
    const writing = database.read((queries) => queries.query("insert into thing values ('read', 1)"))
    await expect(writing).rejects.toMatchObject({ code: '25006' })
  })

  it('hands rows over in pieces, in their order, to the last', async () => {
    const sql = 'select n, n * $1::int as product from generate_series(1, 20000) as n order by n'
    const sizes = new Set<number>()
    let last = 0
    await database.read(async (queries) => {
      for await (const rows of queries.pieces<'n' | 'product'>(sql, ['3'], 3000)) {
        sizes.add(rows.length)
        for (const { n, product } of rows) {
          last += 1
          if (n !== String(last) || product !== String(3 * last)) throw new Error(`${n} after ${last - 1}`)
        }
      }
    })
    expect(last).toBe(20_000)
    expect([...sizes]).toEqual([3000, 2000])
  })

  it('reads pieces of two questions in turn, and of each no more than is wanted', async () => {
    const firsts = await database.read(async (queries) => {
      const found: unknown[] = []
      for await (const rows of queries.pieces('select generate_series(1, 10) as one', [], 2)) {
        found.push(rows[0])
        for await (const others of queries.pieces("select 'a' as other", [], 2)) found.push(...others)
        if (found.length >= 4) break
      }
      return [...found, ...(await queries.query('select 7 as last'))]
    })
    expect(firsts).toEqual([{ one: '1' }, { other: 'a' }, { one: '3' }, { other: 'a' }, { last: '7' }])
  })

  it.each(['40001', '40P01'])('tries again what was undone with %s, from the beginning', async (code) => {
    let attempts = 0
    const work = (failures: number) => async (queries: Queries) => {
      attempts += 1
      await queries.query('insert into thing values ($1, $2)', [
        `again ${code} ${failures}`,
        String(attempts),
      ])
      if (attempts <= failures)
        await queries.script(`do $$ begin raise exception 'undone' using errcode = '${code}'; end $$`)
    }
    await database.transaction(work(2))
    expect(await database.query('select size from thing where id like $1', [`again ${code}%`])).toEqual([
      { size: '3' },
    ])
    attempts = 0
    await expect(database.transaction(work(9))).rejects.toMatchObject({ code })
    expect(attempts).toBe(5)
  })
})
