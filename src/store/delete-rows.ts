import type { Queries } from '../database/database.ts'

/** The key of a row within its account. */
type PieceEnd = readonly [id: string, occurrence: string]

/** Deletes some rows of an account; returns the last of them, or null if there were none. */
type DeletePiece = (queries: Queries, account: string) => Promise<PieceEnd | null>

/**
 * Deletes the rows of an account piece by piece, each a transaction of `run`: a million rows must not be one statement on the embedded database.
 * `condition`: SQL about the account `$1`. Goes along the key: whatever begins at the start again reads all that it has deleted before.
 */
export async function deleteRows(
  table: 'staged' | 'transaction',
  run: (piece: DeletePiece) => ReturnType<DeletePiece>,
  condition = 'true',
): Promise<void> {
  let last: PieceEnd | null = ['', '0']
  while (last !== null) {
    const after: PieceEnd = last
    last = await run((queries, account) => deleteAfter(queries, table, account, after, condition))
  }
}

async function deleteAfter(
  queries: Queries,
  table: string,
  account: string,
  after: PieceEnd,
  condition: string,
): Promise<PieceEnd | null> {
  const [end] = await queries.query<'id' | 'occurrence'>(
    `with piece as (
       select id, occurrence from custody_store.${table}
       where account = $1 and (id, occurrence) > ($2, $3::integer) and ${condition} order by id, occurrence limit ${pieceRows}
     ), deleted as (
       delete from custody_store.${table} where account = $1 and (id, occurrence) in (select id, occurrence from piece)
     )
     select id, occurrence from piece order by id desc, occurrence desc limit 1`,
    [account, ...after],
  )
  return end ? [end.id ?? '', end.occurrence ?? ''] : null
}

const pieceRows = 10_000
