/**
 * Indexes and statistics of the transactions. The embedded database makes most indexes of its first account once the rows are written, and their
 * days too where these are found at once: to keep twenty of them up to date until then takes twice what the writing takes. Meanwhile many
 * queries read the whole table.
 */
import type { Database } from '../database/database.ts'
import { wordList } from '../database/sql.ts'

/** What a reading needs, and what queries go along from one value to the next. Without it each step would read the whole table. */
const kept = [
  ...['pkey', 'page', 'open', 'unlisted'],
  ...['by_date', 'by_asset_id', 'by_network_id', 'by_source_id', 'by_destination_id'],
]

/** All others, unless the table has rows. */
export async function dropIndexes(database: Database): Promise<void> {
  if (database.lock === null) return
  await database.transaction(
    async (queries) => {
      const dropped = await queries.query<'name' | 'definition'>(
        `select indexname as name, indexdef as definition from pg_indexes
         where schemaname = 'custody_store' and tablename = 'transaction' and not exists (select 1 from custody_store.transaction)
           and indexname not in ${wordList(kept.map((name) => `transaction_${name}`))}`,
      )
      const definitions = JSON.stringify(dropped.map(({ definition }) => definition))
      // A program that was killed may have made some of them.
      await queries.query(
        `insert into custody_store.setting (name, value) select $1, $2 where $2 <> '[]' on conflict (name) do nothing`,
        [setting, definitions],
      )
      for (const { name } of dropped) await queries.script(`drop index custody_store.${name}`)
    },
    { purpose: 'sync' },
  )
}

/** One at a time: lists are answered between two of them. */
export async function makeIndexes(database: Database): Promise<void> {
  const definitions = await droppedIndexes(database)
  if (definitions === null) return
  const queries = database.with({ purpose: 'sync', seconds: null })
  // Each row was written twice.
  await queries.script('vacuum custody_store.transaction')
  for (const definition of definitions)
    await queries.script(definition.replace('CREATE INDEX', 'create index if not exists'))
  await queries.query('delete from custody_store.setting where name = $1', [setting])
  await analyzeTransactions(database)
}

/** Where indexes are still to be made, most of it is done afterwards. */
export async function analyzeTransactions(database: Database): Promise<void> {
  const isLeft = (await droppedIndexes(database)) !== null
  const queries = database.with({ purpose: 'sync', seconds: null })
  for (const columns of isLeft ? soughtColumns.slice(0, 1) : soughtColumns)
    await queries.script(`analyze custody_store.transaction (${columns})`)
}

async function droppedIndexes(database: Database): Promise<readonly string[] | null> {
  if (database.lock === null) return null
  const [row] = await database
    .with({ purpose: 'sync' })
    .query<'value'>('select value from custody_store.setting where name = $1', [setting])
  return row ? JSON.parse(row.value ?? '[]') : null
}

const setting = 'dropped-indexes'

/** What rows are found by. A few at a time: for the statistics of all columns at once, everybody on the embedded database would wait. */
const soughtColumns = [
  'account, id, occurrence, position',
  'recorded_from, recorded_before, unlisted_in, gone_in',
  'status, transaction_type, asset_id, network_id',
  'amount',
  'fee',
  'source_id, source_key',
  'destination_id, destination_key',
  'source_address, destination_address',
  'txn_hash, words, rule',
]
