import { fromDatabaseText, isShortened } from './database-text.ts'
import type { AccountScope } from './scope.ts'

/** Columns by whose values the service filters its list. */
export const countedColumns = [
  'status',
  'transaction_type',
  'network_id',
  'asset_id',
  'destination_id',
  'source_id',
] as const
export type CountedColumn = (typeof countedColumns)[number]

/** Of listed rows that have a value, how many have each. One that is too long for a column is left out. */
export async function valueCounts(
  { database, account }: AccountScope,
  column: CountedColumn,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.with({ purpose: 'sync' }).query<'value' | 'rows'>(
    `select ${column} as value, count(*) as rows from custody_store.transaction
     where account = $1 and unlisted_in is null and gone_in is null and ${column} <> '' group by ${column}`,
    [account],
  )
  // A service cannot be asked with a text that was shortened.
  const whole = rows.filter(({ value }) => !isShortened(value ?? ''))
  return new Map(whole.map(({ value, rows: count }) => [fromDatabaseText(value ?? ''), Number(count)]))
}
