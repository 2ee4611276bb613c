import type { Queries } from '../database/database.ts'

/**
 * Deletes the rows of an account piece by piece, each a transaction of `run`: a million rows must not be one statement on the embedded database.
 * Goes along the key: whatever begins at the start again reads all that it has deleted before.
 */
export async function deleteRows(
  table: 'staged' | 'transaction',
  run: (piece: (queries: Queries, account: string) => Promise<boolean>) => Promise<boolean>,
): Promise<void> {
  let last: readonly [string, string] = ['', '0']
  const deletePiece = async (queries: Queries, account: string): Promise<boolean> => {
    const [piece] = await queries.query<'id' | 'occurrence'>(
      `with piece as (
         select id, occurrence from custody_store.${table}
         where account = $1 and (id, occurrence) > ($2, $3::integer) order by id, occurrence limit ${pieceRows}
       ), deleted as (
         delete from custody_store.${table} where account = $1 and (id, occurrence) in (select id, occurrence from piece)
       )
       select id, occurrence from piece order by id desc, occurrence desc limit 1`,
      [account, ...last],
    )
    if (piece) last = [piece.id ?? '', piece.occurrence ?? '']
    return piece !== undefined
  }
  while (await run(deletePiece));
}

const pieceRows = 10_000
