import type { Queries } from '../database/database.ts'

/** The key of a row within its account. */
type PieceEnd = readonly [string, string]

const keys = {
  staged: { names: ['id', 'occurrence'], types: ['text', 'integer'], start: ['', '0'] },
  transaction: { names: ['id', 'occurrence'], types: ['text', 'integer'], start: ['', '0'] },
  change: { names: ['reading', 'place'], types: ['bigint', 'integer'], start: ['0', '0'] },
} as const

/** Deletes some rows of an account; returns the last of them, or null if these were all. */
type DeletePiece = (queries: Queries, account: string) => Promise<PieceEnd | null>

/**
 * Deletes rows in batches, one transaction each: a single statement over a million rows would block the embedded database. `condition`: SQL
 * about the account `$1` or the row. Continues by key, since starting over would scan the deleted rows again.
 */
export async function deleteRows(
  table: keyof typeof keys,
  run: (piece: DeletePiece) => ReturnType<DeletePiece>,
  condition = 'true',
): Promise<void> {
  let last: PieceEnd | null = keys[table].start
  while (last !== null) {
    const after: PieceEnd = last
    last = await run((queries, account) => deleteAfter(queries, table, account, after, condition))
  }
}

async function deleteAfter(
  queries: Queries,
  table: keyof typeof keys,
  account: string,
  after: PieceEnd,
  condition: string,
): Promise<PieceEnd | null> {
  const { names, types } = keys[table]
  const [one, other] = names
  const key = (first: number) =>
    `(${one}, ${other}) ${first === 2 ? '>' : '<='} ($${first}::${types[0]}, $${first + 1}::${types[1]})`
  const rows = `custody_store.${table} where account = $1 and ${key(2)} and ${condition}`
  const [end] = await queries.query<'one' | 'other'>(
    `select ${one} as one, ${other} as other from ${rows} order by ${one}, ${other} offset ${pieceRows - 1} limit 1`,
    [account, ...after],
  )
  const last: PieceEnd | null = end ? [end.one ?? '', end.other ?? ''] : null
  // By a range of the key: joined with the piece, an account that is not analyzed yet takes the square of its rows.
  await queries.query(`delete from ${rows} ${last ? `and ${key(4)}` : ''}`, [
    account,
    ...after,
    ...(last ?? []),
  ])
  return last
}

const pieceRows = 10_000
