/** Brings the schema up to date: one program at a time, by a lease with the clock of the database, and forward only. */

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Database, DatabaseError } from '../database/database.ts'
import { define, orderedText } from '../database/definition.ts'
import type { Migration, OptionalStatement } from './migrations/migration.ts'

/** Returns the version that was there, 0 for none. Throws for a schema that a newer version made. Waits while another program migrates. */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<number> {
  await define(database, 'create schema if not exists custody_store')
  await define(
    database,
    'create table if not exists custody_store.setting (name text primary key, value text not null, until timestamptz)',
  )
  const before = await schemaVersion(database)
  const holder = randomUUID()
  while ((await missingFrom(database, migrations)) > 0) {
    if (await takeTurn(database, holder)) await migrateInTurn(database, migrations, holder)
    else await setTimeout(pollMilliseconds)
  }
  return before
}

async function missingFrom(database: Database, migrations: readonly Migration[]): Promise<number> {
  const version = await schemaVersion(database)
  if (version > migrations.length)
    throw new Error(
      `The records were written by a newer version of this program (schema ${version}, and this one knows ${migrations.length}). Start the newer version.`,
    )
  return migrations.length - version
}

async function migrateInTurn(
  database: Database,
  migrations: readonly Migration[],
  holder: string,
): Promise<void> {
  // A statement may take longer than a turn lasts: an index of many rows, for example.
  const renewal = setInterval(() => void takeTurn(database, holder).catch(() => {}), (turnSeconds * 1000) / 4)
  try {
    const ordered = await orderedText(database)
    for (const [index, statements] of migrations.entries()) {
      if (index < (await schemaVersion(database))) continue
      for (const statement of statements(ordered))
        if (typeof statement === 'string') await define(database, statement)
        else await defineOptional(database, statement)
      await setVersion(database, index + 1)
    }
  } finally {
    clearInterval(renewal)
    await database.query("delete from custody_store.setting where name = 'migrating' and value = $1", [
      holder,
    ])
  }
}

async function schemaVersion(database: Database): Promise<number> {
  const [row] = await database.query<'value'>(
    "select value from custody_store.setting where name = 'version'",
  )
  return Number(row?.value ?? 0)
}

async function setVersion(database: Database, version: number): Promise<void> {
  await database.query(
    `insert into custody_store.setting (name, value) values ('version', $1)
     on conflict (name) do update set value = excluded.value
     where setting.value::integer < excluded.value::integer`,
    [String(version)],
  )
}

/** Takes the lease or renews it; false while another program has it. */
async function takeTurn(database: Database, holder: string): Promise<boolean> {
  const taken = await database.query(
    `insert into custody_store.setting (name, value, until)
     values ('migrating', $1, clock_timestamp() + interval '${turnSeconds} seconds')
     on conflict (name) do update set value = excluded.value, until = excluded.until
     where setting.value = excluded.value or setting.until < clock_timestamp()
     returning name`,
    [holder],
  )
  return taken.length > 0
}

const turnSeconds = 60
const pollMilliseconds = 200

async function defineOptional(database: Database, { optional }: OptionalStatement): Promise<void> {
  await define(database, optional).catch((error: unknown) => {
    // A database that is not there refuses nothing.
    if (!(error instanceof DatabaseError) || !/^[0-9A-Z]{5}$/.test(error.code ?? '')) throw error
  })
}
