/** A whole reading beside the rows, page by page. Its passes are held against each other as they come. */
import { parseBody } from '../contract/answer-body.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { DatabaseRow } from '../database/database.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { fromDatabaseText } from './database-text.ts'
import { deleteRows } from './delete-rows.ts'
import { emptyFilled, fillPage, firstReading, isFirst } from './first-reading.ts'
import { dropIndexes } from './indexes.ts'
import type { RowKey } from './outcome.ts'
import { renewRowsOf } from './renew-rows.ts'
import { type AccountScope, type WrittenAccount, write } from './scope.ts'
import { comparedColumns, comparedPage, keptIsStaged, knownToLastPass, stagePlaces } from './staged-sql.ts'
import { derivedColumns, derivedOf, recordsetOf, rowsText, setDerived } from './transaction-columns.ts'
import { type ReceivedTransaction, rowKey } from './transaction-row.ts'

export interface StagedPage {
  /** Records that no page staged before had. */
  readonly added: number
  /** Records that an earlier pass had otherwise. The later stands. */
  readonly differing: readonly DifferingRecord[]
}

export interface DifferingRecord {
  readonly id: string
  readonly before: Transaction
  readonly after: Transaction
}

/** A record of the store that the staged reading does not have, and that is not known to be gone. */
export interface MissingRow extends RowKey {
  /** A complete reading before did not have it either. */
  readonly unlistedBefore: boolean
}

/** Empties what was staged before. */
export async function beginStaging(scope: AccountScope, fence: string): Promise<void> {
  await emptyStaged(scope, fence)
  await emptyFilled(scope, fence)
  await dropIndexes(scope.database)
}

export async function emptyStaged(scope: AccountScope, fence: string): Promise<void> {
  await deleteRows('staged', (piece) =>
    write(scope, fence, ({ queries, account }) => piece(queries, account)),
  )
}

/**
 * `pass`: from 1. Pages of one pass come in order; the same page may come again. During the first reading, rows can be queried at once, so
 * callers wait until the state knows the account's transactions. In pieces, so that on the embedded database nobody waits for more than one.
 */
export async function stage(
  scope: AccountScope,
  fence: string,
  rows: readonly ReceivedTransaction[],
  pass: number,
): Promise<StagedPage> {
  let added = 0
  const differing: DifferingRecord[] = []
  for (let first = 0; first < rows.length; first += pieceRows) {
    const piece = rows.slice(first, first + pieceRows)
    const staged = await write(scope, fence, async (written) => {
      await written.queries.script(planEachTime)
      return pass === 1 && isFirst(written)
        ? await fillPage(written, piece)
        : await stagePiece(written, piece, pass)
    })
    added += staged.filter(({ is_new }) => is_new === 't').length
    const received = new Map(piece.map((row) => [row.place, row.transaction]))
    for (const { place, before } of staged) {
      const after = received.get(Number(place))
      if (before !== null && after !== undefined)
        differing.push({
          id: after.transaction_id ?? '',
          before: normaliseTransaction(parseBody(before)),
          after,
        })
    }
  }
  return { added, differing }
}

const pieceRows = 250

/** The embedded database keeps plans: one that it made while a table was empty would look each row up by reading the whole account. */
const planEachTime = 'set local plan_cache_mode = force_custom_plan'

/** Most rows are kept as they came: their contents show it, and the rest of them is neither made nor sent. */
async function stagePiece(
  { queries, account, lastReading }: WrittenAccount,
  rows: readonly ReceivedTransaction[],
  pass: number,
): Promise<DatabaseRow<'place' | 'is_new' | 'before'>[]> {
  await renewRowsOf(queries, account, rows)
  const known = String(Math.max(firstReading, lastReading))
  const keys = rows.map(({ transaction, place }) => ({ place, ...rowKey(transaction) }))
  const compared = await queries.query<'place' | 'occurrence' | 'is_kept' | 'is_new' | 'before'>(
    comparePlaces,
    [account, JSON.stringify(keys), String(pass), String(rows[0]?.place ?? 0), known],
  )
  const occurrences = new Map(
    compared.flatMap(({ place, occurrence, is_kept }) =>
      is_kept === 't' ? [] : [[Number(place), Number(occurrence)]],
    ),
  )
  const others = rows.flatMap((row) => {
    const occurrence = occurrences.get(row.place)
    return occurrence === undefined ? [] : [{ ...row, occurrence }]
  })
  if (others.length > 0) await queries.query(stageWhole, [account, rowsText(others), String(pass), known])
  return compared
}

const comparePlaces = `
  ${comparedPage('json_to_recordset($2::json) as given(id text, place bigint, content text, rule integer)')},
  written as (${stagePlaces('is_kept')})
  select occurrence, is_kept, ${comparedColumns} from compared`

const stageWhole = `
  insert into custody_store.staged
    (account, id, occurrence, pass, place, known, record, ${derivedColumns.join(', ')})
  select $1, id, occurrence, $3::integer, place, $4::bigint, record, ${derivedOf('given')}
  from ${recordsetOf(2, 'place bigint, occurrence integer, record text')}
  on conflict (account, id, occurrence) do update set pass = excluded.pass, place = excluded.place,
    known = excluded.known, record = excluded.record, ${setDerived('excluded')}`

/** Those that were unlisted latest come first. */
export async function missingRows(
  { database, account }: AccountScope,
  limit: number,
): Promise<readonly MissingRow[]> {
  const rows = await database.with({ purpose: 'sync' }).query<'given_id' | 'occurrence' | 'unlisted'>(
    `select coalesce(whole_id, id) as given_id, occurrence, unlisted_in is not null as unlisted
       from custody_store.transaction as kept
       where account = $1 and gone_in is null and id <> ''
         and first_seen <= coalesce(${knownToLastPass}, first_seen)
         and not exists (
         select 1 from custody_store.staged
         where ${keptIsStaged})
       order by unlisted_in desc nulls last, position limit $2::bigint`,
    [account, String(limit)],
  )
  return rows.map(({ given_id, occurrence, unlisted }) => ({
    id: fromDatabaseText(given_id ?? ''),
    occurrence: Number(occurrence),
    unlistedBefore: unlisted === 't',
  }))
}
