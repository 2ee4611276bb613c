import type { Database, Queries } from '../database/database.ts'

/** In pieces: a million rows must not be one statement on the embedded database. Can run again where it was killed. */
export async function forgetAccount(database: Database, account: string): Promise<boolean> {
  const sync = database.with({ purpose: 'sync' })
  // Whoever writes now is waited for, and writes nothing after.
  const found = await sync.query(
    'update custody_store.account set is_forgotten = true, fence = fence + 1 where account = $1 returning 1',
    [account],
  )
  for (const [table, key] of recordTables) await deleteInPieces(sync, account, table, key)
  await database.transaction(async (queries) => {
    await queries.query('delete from custody_store.lease where account = $1', [account])
    await queries.query('delete from custody_store.account where account = $1', [account])
  })
  return found.length > 0
}

/** Each with the rest of its key. */
const recordTables = [
  ['staged', 'id, occurrence'],
  ['transaction', 'id, occurrence'],
  ['vault', 'place'],
  ['holding', 'vault_place, place'],
  ['balance', 'list, place'],
  ['whitelist', 'place'],
  ['whitelist_entry', 'whitelist_place, place'],
  ['list', 'list'],
  ['reading', 'reading'],
  ['session', 'session'],
  ['sync_status', 'account'],
] as const

/** Deletes all rows that an account has in a table. */
async function deleteInPieces(queries: Queries, account: string, table: string, key: string): Promise<void> {
  for (let left = true; left; ) {
    const deleted = await queries.query(
      `delete from custody_store.${table} where account = $1 and (${key}) in
         (select ${key} from custody_store.${table} where account = $1 limit ${pieceRows}) returning 1`,
      [account],
    )
    left = deleted.length === pieceRows
  }
}

const pieceRows = 10_000
