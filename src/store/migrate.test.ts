import { beforeEach, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { openEither } from '../database/testing/databases.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migrations/migration.ts'

const database = await openEither()
beforeEach(() => database.script('drop schema if exists custody_store cascade'))

const one: Migration = (ordered) => [
  `create table if not exists custody_store.thing (name ${ordered} primary key)`,
  "insert into custody_store.thing values ('one') on conflict do nothing",
]
const two: Migration = () => ['alter table custody_store.thing add column if not exists count integer']

const versionOf = async () =>
  (await database.query<'value'>("select value from custody_store.setting where name = 'version'"))[0]?.value

/** Dies with the statement that contains the text: nothing that comes after reaches the database. */
function dyingAt(text: string): Database {
  let isDead = false
  const check = (sql: string) => {
    isDead ||= sql.includes(text)
    if (isDead) throw new Error('killed')
  }
  return {
    ...database,
    async query(sql, parameters) {
      check(sql)
      return await database.query(sql, parameters)
    },
    with: (options) => ({
      query: database.query,
      async script(sql) {
        check(sql)
        await database.with(options).script(sql)
      },
    }),
  }
}

it('runs what is missing, once, for programs that start together', async () => {
  await Promise.all([migrate(database, [one]), migrate(database, [one]), migrate(database, [one])])
  expect(await versionOf()).toBe('1')
  const found = await Promise.all([migrate(database, [one, two]), migrate(database, [one, two])])
  expect(found).toContain(1)
  expect(await versionOf()).toBe('2')
  expect(await database.query('select name, count from custody_store.thing')).toEqual([
    { name: 'one', count: null },
  ])
})

it.each(['insert into custody_store.thing', "values ('version'", 'delete from'])(
  'goes on where a program was killed, at %s',
  async (where) => {
    await expect(migrate(dyingAt(where), [one, two])).rejects.toThrow('killed')
    // As the clock of the database does it within a minute.
    await database.query(
      "update custody_store.setting set until = clock_timestamp() - interval '1 second' where name = 'migrating'",
    )
    await migrate(database, [one, two])
    expect(await versionOf()).toBe('2')
    expect(await database.query('select name, count from custody_store.thing')).toHaveLength(1)
  },
)

it('waits for a program that migrates', async () => {
  await migrate(database, [])
  await database.query(
    "insert into custody_store.setting values ('migrating', 'other', clock_timestamp() + interval '1 minute')",
  )
  const waiting = migrate(database, [one])
  await database.query("insert into custody_store.setting (name, value) values ('version', '1')")
  await waiting
  expect(await database.query("select 1 where to_regclass('custody_store.thing') is not null")).toEqual([])
})

it('refuses a schema that a newer version made, in a sentence', async () => {
  await migrate(database, [one, two])
  await expect(migrate(database, [one])).rejects.toThrow(
    'The records were written by a newer version of this program (schema 2, and this one knows 1). Start the newer version.',
  )
})
