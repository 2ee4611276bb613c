/**
 * The first reading of an account. Nobody reads its rows before the first pass is complete, so they are written straight into their table
 * and only their places are staged. An interrupted reading leaves rows, and the next one deletes them first.
 */
import type { DatabaseRow } from '../database/database.ts'
import { deleteRows } from './delete-rows.ts'
import { positionStep } from './order.ts'
import { type AccountScope, type WrittenAccount, write } from './scope.ts'
import { comparedColumns, comparedPage, stagePlaces } from './staged-sql.ts'
import { derivedColumns, derivedOf, recordsetOf, rowsText, setDerived } from './transaction-columns.ts'
import type { ReceivedTransaction } from './transaction-row.ts'

/** The number that it gets when it is applied. */
export const firstReading = 1

/** Nothing was applied yet. */
export function isFirst({ lastReading }: Pick<WrittenAccount, 'lastReading'>): boolean {
  return lastReading < firstReading
}

export async function emptyFilled(scope: AccountScope, fence: string): Promise<void> {
  await deleteRows('transaction', (piece) =>
    write(scope, fence, async (written) =>
      isFirst(written) ? await piece(written.queries, written.account) : null,
    ),
  )
}

/** A page of its first pass. */
export function fillPage(
  { queries, account }: WrittenAccount,
  rows: readonly ReceivedTransaction[],
): Promise<DatabaseRow<'place' | 'is_new' | 'before'>[]> {
  const [place = 0] = rows.map((row) => row.place)
  return queries.query(fillRows, [account, rowsText(rows), '1', String(place), String(firstReading)])
}

const fillRows = `
  ${comparedPage(recordsetOf(2))}, filled as (
    insert into custody_store.transaction
      (account, id, occurrence, position, record, first_seen, ${derivedColumns.join(', ')})
    select $1, id, occurrence, ${positionStep} * (place + 1), record, $5::bigint, ${derivedOf('compared')}
    from compared where not is_kept
    on conflict (account, id, occurrence) do update set record = excluded.record, ${setDerived('excluded')}
  ), written as (${stagePlaces('true')})
  select ${comparedColumns} from compared`

/** How many rows it wrote, until it is applied; 0 for a later reading. */
export async function countFilled(written: WrittenAccount): Promise<number> {
  if (!isFirst(written)) return 0
  const [row] = await written.queries.query<'count'>(
    'select count(*) from custody_store.transaction where account = $1',
    [written.account],
  )
  return Number(row?.count)
}
