import type { Database, Queries } from '../database/database.ts'
import { wholeSeconds } from './scope.ts'

/** False for an account that the store does not have. */
export async function forgetAccount(database: Database, account: string): Promise<boolean> {
  // Whoever writes now is waited for, and writes nothing after.
  const found = await database
    .with({ purpose: 'sync', seconds: wholeSeconds })
    .query(
      'update custody_store.account set is_forgotten = true, fence = fence + 1 where account = $1 returning 1',
      [account],
    )
  await finishForgetting(database, account)
  return found.length > 0
}

/** For an account that a program was killed in the middle of forgetting, too. Does nothing to any other. */
export async function finishForgetting(database: Database, account: string): Promise<void> {
  const queries = database.with({ purpose: 'sync' })
  const half = await queries.query(`select 1 where ${isForgotten}`, [account])
  if (half.length === 0) return
  for (const [table, key] of recordTables) await deleteInPieces(queries, account, table, key)
  await queries.query(
    `with forgotten as (delete from custody_store.account where account = $1 and is_forgotten returning account)
     delete from custody_store.lease where account in (select account from forgotten)`,
    [account],
  )
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

const isForgotten = 'exists (select 1 from custody_store.account where account = $1 and is_forgotten)'

/** In pieces: a million rows must not be one statement on the embedded database. Deletes all rows that an account has in a table. */
async function deleteInPieces(queries: Queries, account: string, table: string, key: string): Promise<void> {
  for (let left = true; left; ) {
    const deleted = await queries.query(
      `delete from custody_store.${table} where account = $1 and ${isForgotten} and (${key}) in
         (select ${key} from custody_store.${table} where account = $1 limit ${pieceRows}) returning 1`,
      [account],
    )
    left = deleted.length === pieceRows
  }
}

const pieceRows = 10_000
