import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queries } from '../../database/database.ts'
import { openDatabase } from '../../database/open.ts'
import { generateRecords } from '../demonstration/generate.ts'
import { inventedPrices } from '../demonstration/prices.ts'
import { listenAt } from '../program.ts'
import { storeDemonstrationKeys } from './keys.ts'
import { createService } from './server.ts'
import { databasePlace, type ServiceSettings } from './settings.ts'
import { type DemonstrationRecords, install, loadRecords } from './tables.ts'

export type RunningService = Awaited<ReturnType<typeof startService>>

/** The same demonstration data everywhere, except for dates. */
const demonstrationSeed = 20_261_101

/** `logOf`: the log of the program, once there is one. */
export function openLogged(
  settings: ServiceSettings,
  logOf: () => FastifyBaseLogger | undefined,
): Promise<Database> {
  return openDatabase(databasePlace(settings), (err) =>
    logOf()?.error({ err }, 'the embedded database ended; the next request opens it again'),
  )
}

/** Where the program has opened the database, the program closes it. */
export async function startService(settings: ServiceSettings, opened?: Database) {
  let log: FastifyBaseLogger | undefined
  const database = opened ?? (await openLogged(settings, () => log))
  const close = async () => {
    if (opened === undefined) await database.close()
  }
  try {
    await install(database, async (queries) => {
      const { DEMO_TRANSACTIONS: transactions } = settings
      if (transactions > 0)
        await demonstrate(queries, () =>
          generateRecords({ transactions, seed: demonstrationSeed, until: new Date() }),
        )
    })
    if (settings.DATABASE_URL === undefined) await tidy(database)
    const demonstration = await isDemonstration(database)
    const installation = await installationOf(database)
    const service = createService({
      database,
      demonstration,
      rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
      logLevel: settings.LOG_LEVEL,
      publicUrl: settings.SERVICE_PUBLIC_URL,
    })
    log = service.log
    return {
      address: await listenAt(service, settings.HOST, settings.PORT),
      installation,
      demonstration,
      prices: demonstration ? inventedPrices : null,
      async close() {
        await service.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Made once. Programs that share the database share it. */
async function installationOf(database: Database): Promise<string> {
  const [row] = await database.query<'value'>(
    `insert into setting (name, value) values ('installation', $1)
      on conflict (name) do update set value = setting.value returning value`,
    [randomUUID()],
  )
  return row?.value ?? ''
}

/** Written together with the demonstration data, which it marks. */
const demonstrationSetting = 'demonstration'

export async function isDemonstration(queries: Queries): Promise<boolean> {
  const found = await queries.query('select 1 from setting where name = $1', [demonstrationSetting])
  return found.length > 0
}

/**
 * Fills an empty database once: of two programs that start together, the second waits for what marks it. Throws where there are other
 * records: nobody could tell them apart later.
 */
export async function demonstrate(queries: Queries, generate: () => DemonstrationRecords): Promise<void> {
  const marked = await queries.query(
    'insert into setting (name, value) values ($1, $2) on conflict (name) do nothing returning name',
    [demonstrationSetting, 'These records are generated.'],
  )
  if (marked.length === 0) return
  const [other] = await queries.query<'found'>(
    `select exists (select 1 from asset) or exists (select 1 from vault) or exists (select 1 from whitelist)
      or exists (select 1 from transaction) as found`,
  )
  if (other?.found !== 'f')
    throw new Error(
      'The database already holds records, and they are not demonstration data. Unset DEMO_TRANSACTIONS, or name an empty database.',
    )
  await loadRecords(queries, generate())
  await storeDemonstrationKeys(queries)
}

/** PGlite runs no autovacuum. Without statistics the planner may ignore an index. */
export async function tidy(database: Database): Promise<void> {
  if (!(await isDemonstration(database))) return
  const done = await database.query("select 1 from setting where name = 'tidied'")
  if (done.length > 0) return
  await database.with({ seconds: null }).script('vacuum analyze')
  await database.query(
    "insert into setting (name, value) values ('tidied', 'yes') on conflict (name) do nothing",
  )
}
