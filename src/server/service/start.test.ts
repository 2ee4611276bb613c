import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { transactionList } from '../../contract/records.ts'
import {
  databaseKinds,
  folderWithDatabase,
  openEither,
  postgresPort,
} from '../../database/testing/databases.ts'
import { createDatabaseAt, dropDatabase } from '../../database/testing/postgres.ts'
import { isWholeSet } from '../../testing/cases.ts'
import { listenLocally } from '../../testing/sockets.ts'
import { readServiceSettings, type ServiceSettings } from './settings.ts'
import { demonstrate, isDemonstration, type RunningService, startService } from './start.ts'
import { install } from './tables.ts'
import { fixtureBooks } from './testing/books.ts'
import { fill } from './testing/service.ts'

function settingsOf(place: Record<string, string>, transactions: number): ServiceSettings {
  const environment = { ...place, PORT: '0', DEMO_TRANSACTIONS: String(transactions), LOG_LEVEL: 'silent' }
  const { settings, problems } = readServiceSettings(environment)
  if (settings === undefined) throw new Error(problems.join())
  return settings
}

/** Where a service keeps its data: in PostgreSQL where it is installed, because it opens sooner. */
async function newPlace(): Promise<Record<string, string>> {
  return postgresPort === null
    ? { DATA_DIR: await folderWithDatabase() }
    : { DATABASE_URL: await createDatabaseAt(postgresPort) }
}

async function ask({ address }: RunningService, path: string, key = 'demo-viewer-key'): Promise<Response> {
  return await fetch(`${address}${path}`, { headers: { 'x-api-key': key } })
}

async function idsOf(service: RunningService): Promise<string[]> {
  const answer = await ask(service, '/transactions?limit=1000')
  return transactionList.parse(await answer.json()).transactions.map(({ transaction_id }) => transaction_id)
}

// A new embedded database takes seconds, and many more on a busy machine.
describe('startService', { timeout: 120_000 }, () => {
  it('leaves the database open that it was handed, for who opened it', async () => {
    const database = await openEither()
    const service = await startService(settingsOf({}, 20), database)
    expect(await idsOf(service)).toHaveLength(20)
    await service.close()
    expect(await database.query('select count(*) as count from transaction')).toEqual([{ count: '20' }])
  })

  it('generates the demonstration data once, in an empty database', async () => {
    const place = await newPlace()
    const first = await startService(settingsOf(place, 50))
    expect(first.demonstration).toBe(true)
    const transactions = await idsOf(first)
    expect(transactions).toHaveLength(50)
    expect((await ask(first, '/vaults', 'demo-no-role-key')).status).toBe(401)
    await first.close()

    // Another number changes nothing: what one has seen stays.
    const second = await startService(settingsOf(place, 70))
    expect(await idsOf(second)).toEqual(transactions)
    expect(second.installation).toBe(first.installation)
    expect(second.installation).toMatch(/^[\da-f-]{36}$/)
    await second.close()
  })

  it('makes neither data nor keys where none are asked for', async () => {
    const service = await startService(settingsOf(await newPlace(), 0))
    expect(service.demonstration).toBe(false)
    for (const key of ['demo-viewer-key', 'demo-no-role-key'])
      expect((await ask(service, '/vaults', key)).status).toBe(401)
    await service.close()
  })

  // To open the embedded database takes seconds.
  it.runIf(isWholeSet)('closes the database when it cannot listen', async () => {
    const dataDir = await folderWithDatabase()
    const taken = createServer()
    const PORT = await listenLocally(taken)
    const starting = startService({ ...settingsOf({ DATA_DIR: dataDir }, 0), PORT })
    await expect(starting).rejects.toThrow('EADDRINUSE')
    taken.close()
    expect(readdirSync(dataDir).filter((name) => name.includes('lock'))).toEqual([])
  })

  it.skipIf(postgresPort === null)('answers ERR-01 while the database is down', async () => {
    const DATABASE_URL = await createDatabaseAt(postgresPort ?? 0)
    const service = await startService(settingsOf({ DATABASE_URL }, 20))
    expect((await ask(service, '/vaults')).status).toBe(200)
    await dropDatabase(DATABASE_URL)
    const failed = await ask(service, '/vaults')
    expect(failed.status).toBe(400)
    expect(await failed.json()).toMatchObject({ error_code: 'ERR-01', code: '400', help: '' })
    await service.close()
  })
})

describe.each(databaseKinds)('the demonstration data on $name', (kind) => {
  it('leave nothing behind when they are broken off, and are made whole at the next start', async () => {
    const database = await kind.open()
    function* brokenOff() {
      yield* fixtureBooks.transactions
      throw new Error('killed')
    }
    const first = install(database, (queries) =>
      demonstrate(queries, () => ({ ...fixtureBooks, transactions: brokenOff() })),
    )
    await expect(first).rejects.toThrow('killed')
    await install(database, async (queries) => {
      expect(await isDemonstration(queries)).toBe(false)
      await demonstrate(queries, () => fixtureBooks)
    })
    const [count] = await database.query('select count(*) as transactions from transaction')
    expect(count).toEqual({ transactions: String([...fixtureBooks.transactions].length) })
    expect(await isDemonstration(database)).toBe(true)
  })

  it('are generated once, when two start together', async () => {
    const database = await kind.open()
    let generated = 0
    const start = () =>
      install(database, (queries) =>
        demonstrate(queries, () => {
          generated += 1
          return fixtureBooks
        }),
      )
    await Promise.all([start(), start()])
    expect(generated).toBe(1)
  })

  it('are never mixed with other records', async () => {
    const database = await kind.open()
    await fill(database)
    await expect(install(database, (queries) => demonstrate(queries, () => fixtureBooks))).rejects.toThrow(
      'already holds records',
    )
  })
})
