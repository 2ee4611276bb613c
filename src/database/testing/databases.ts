import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { inject, onTestFinished } from 'vitest'
import { atEnd } from '../../testing/at-end.ts'
import { isWholeSet } from '../../testing/cases.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open.ts'
import { putDatabase } from './embedded.ts'
import { createDatabaseAt } from './postgres.ts'

/** Where the PostgreSQL of all tests listens; null where it is not installed. */
export const postgresPort = inject('postgresPort')

const bouncerPort = inject('bouncerPort')

/**
 * The databases that the same tests run against: PGlite, and in the whole set PostgreSQL. Each `open` gives an empty one, which is closed at
 * the end of its test, or file or group of tests.
 */
export const databaseKinds: readonly { readonly name: string; open(): Promise<Database> }[] = [
  { name: 'PGlite', open: openEmbedded },
  ...(postgresPort === null || !isWholeSet ? [] : [{ name: 'PostgreSQL', open: openEither }]),
  ...(bouncerPort === null ? [] : [{ name: 'PostgreSQL behind PgBouncer', open: openBehindBouncer }]),
]

async function openBehindBouncer(): Promise<Database> {
  const address = new URL(await createDatabaseAt(postgresPort ?? 0))
  address.port = String(bouncerPort)
  return untilEnd(await openDatabase({ databaseUrl: address.href, timeoutSeconds: 10 }))
}

/**
 * Opens an empty database for what is the same on both kinds: PostgreSQL where it is installed, because it opens sooner. It is closed at the
 * end of its test, or file or group of tests.
 */
export async function openEither(): Promise<Database> {
  return postgresPort === null
    ? openEmbedded()
    : untilEnd(await openDatabase({ databaseUrl: await createDatabaseAt(postgresPort), timeoutSeconds: 10 }))
}

const idle: Database[] = []

/** To open another takes a second: one that is closed is emptied, and handed out again to the next file of tests. */
async function openEmbedded(): Promise<Database> {
  const database =
    idle.pop() ?? (await openDatabase({ dataDir: await folderWithDatabase(), timeoutSeconds: 60 }))
  return untilEnd({
    ...database,
    async close() {
      await database.script(
        'drop schema if exists custody_store cascade; drop schema public cascade; create schema public',
      )
      idle.push(database)
    },
  })
}

function untilEnd(database: Database): Database {
  return { ...database, close: atEnd(database.close) }
}

export async function folderWithDatabase(): Promise<string> {
  const folder = await mkdtemp(join(inject('folder'), 'pglite-'))
  await putDatabase(folder)
  return folder
}

/** From now to the end of the test: ends the thread of the embedded database that opened last. */
export function databaseThread(): { end(): Promise<void> } {
  let latest: Worker | undefined
  const watch = (worker: Worker) => {
    latest = worker
  }
  process.on('worker', watch)
  onTestFinished(() => void process.off('worker', watch))
  return {
    async end() {
      await latest?.terminate()
    },
  }
}

/** A question that would be answered in a day. */
export const endless =
  'select count(*) from generate_series(1, 1000000) as a, generate_series(1, 1000000) as b'
