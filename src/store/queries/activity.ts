/** How many transactions came in and went out, between moments. */
import { transactionTypes } from '../../contract/enumerations.ts'
import type { Queries } from '../../database/database.ts'
import { wordList } from '../../database/sql.ts'
import { columnText, numberIn } from '../database-text.ts'
import { edgeList, placeBetween } from '../sums.ts'

/** Of one account's rows that are not gone, of every status. */
export interface ActivityCount {
  /** How many edges are not after them; null where that is not known. */
  readonly edgesBefore: number | null
  readonly in: number
  readonly out: number
  readonly either: number
  readonly untyped: number
}

/** `vault`: what came to it and left it; null for deposits and withdrawals of all. `edges`: milliseconds since 1970, in order. */
export async function activityCounts(
  queries: Queries,
  account: string,
  vault: string | null,
  edges: readonly number[],
): Promise<readonly ActivityCount[]> {
  const id = vault === null ? null : '$3'
  const comes = id === null ? `transaction_type = 'deposit'` : `destination_id = ${id}`
  const goes = id === null ? `transaction_type = 'withdraw'` : `source_id = ${id}`
  const untyped = `coalesce(transaction_type not in ${wordList(transactionTypes)}, true)`
  const rows = await queries.query<'edges_before' | 'comes' | 'goes' | 'either' | 'untyped'>(
    `select ${placeBetween('$2')} as edges_before, count(*) filter (where ${comes}) as comes,
      count(*) filter (where ${goes}) as goes, count(*) filter (where ${comes} or ${goes}) as either,
      count(*) filter (where ${untyped}) as untyped
    from custody_store.transaction where account = $1 and gone_in is null
    ${id === null ? '' : `and (${comes} or ${goes})`} group by 1`,
    [account, edgeList(edges), ...(vault === null ? [] : [columnText(vault)])],
  )
  return rows.map((row) => ({
    edgesBefore: numberIn(row.edges_before),
    in: Number(row.comes),
    out: Number(row.goes),
    either: Number(row.either),
    untyped: Number(row.untyped),
  }))
}
