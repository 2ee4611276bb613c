import type { Database } from '../database/database.ts'
import { deleteRows } from './delete-rows.ts'
import { keptLists } from './lists.ts'
import { afterMoments, wholeSeconds } from './scope.ts'

/** False for an account that the store does not have. */
export async function forgetAccount(database: Database, account: string): Promise<boolean> {
  // Whoever writes now is waited for, and writes nothing after.
  const found = await afterMoments(database, () =>
    database
      .with({ purpose: 'sync', seconds: wholeSeconds })
      .query(
        'update custody_store.account set is_forgotten = true, fence = fence + 1 where account = $1 returning 1',
        [account],
      ),
  )
  await finishForgetting(database, account)
  return found.length > 0
}

/** For an account that a program was killed in the middle of forgetting, too. Does nothing to any other. */
export async function finishForgetting(database: Database, account: string): Promise<void> {
  const queries = database.with({ purpose: 'sync' })
  const half = await queries.query(`select 1 where ${isForgotten}`, [account])
  if (half.length === 0) return
  // The lease is first: without it nobody can say anything of the account any more.
  await queries.query(`delete from custody_store.lease where account = $1 and ${isForgotten}`, [account])
  for (const table of ['staged', 'transaction', 'change'] as const)
    await deleteRows(table, (piece) => piece(queries, account), isForgotten)
  for (const table of smallTables)
    await queries.query(`delete from custody_store.${table} where account = $1 and ${isForgotten}`, [account])
  await queries.query('delete from custody_store.account where account = $1 and is_forgotten', [account])
  // The embedded database never does so by itself: its files would grow with each pack that is opened.
  if (database.lock !== null)
    await database.with({ purpose: 'sync', seconds: null }).script('vacuum custody_store.transaction')
}

const smallTables = new Set([
  ...Object.values(keptLists).flatMap(({ table, entries }) => (entries ? [table, entries.table] : table)),
  ...['list', 'earlier_list', 'reading', 'unconfirmed_change', 'unsettled_balances'],
  ...['session', 'sync_status', 'accepted_finding', 'webhook'],
])

/** Of two programs that forget it, one may be late, and the account begun anew: each statement looks again. */
const isForgotten = 'exists (select 1 from custody_store.account where account = $1 and is_forgotten)'
