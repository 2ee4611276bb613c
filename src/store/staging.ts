/** A whole reading beside the rows, page by page. Its passes are held against each other as they come. */
import { parseBody } from '../contract/answer-body.ts'
import type { Transaction } from '../contract/normal-records.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { fromDatabaseText } from './database-text.ts'
import { deleteRows } from './delete-rows.ts'
import type { RowKey } from './outcome.ts'
import { renewRowsOf } from './renew-rows.ts'
import { type AccountScope, write } from './scope.ts'
import { keptIsStaged, knownToLastPass } from './staged-sql.ts'
import { derivedColumns, derivedOf, recordsetOf, rowsText, setDerived } from './transaction-columns.ts'
import type { ReceivedTransaction } from './transaction-row.ts'

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

export async function emptyStaged(scope: AccountScope, fence: string): Promise<void> {
  await deleteRows('staged', (piece) =>
    write(scope, fence, ({ queries, account }) => piece(queries, account)),
  )
}

export async function stage(
  scope: AccountScope,
  fence: string,
  rows: readonly ReceivedTransaction[],
  pass: number,
): Promise<StagedPage> {
  const first = rows[0]
  if (first === undefined) return { added: 0, differing: [] }
  const written = await write(scope, fence, async ({ queries, account, lastReading }) => {
    await renewRowsOf(queries, account, rows)
    return await queries.query<'is_new' | 'place' | 'before'>(stagePage, [
      account,
      rowsText(rows),
      String(pass),
      String(first.place),
      String(lastReading),
    ])
  })
  const received = new Map(rows.map((row) => [row.place, row.transaction]))
  return {
    added: written.filter(({ is_new }) => is_new === 't').length,
    differing: written.flatMap(({ place, before }) => {
      const after = received.get(Number(place))
      return before === null || after === undefined
        ? []
        : [{ id: after.transaction_id ?? '', before: normaliseTransaction(parseBody(before)), after }]
    }),
  }
}

/**
 * Records of one id are told apart by their order within the pass. Pages of it that came before end before this one begins. Rows are looked up one
 * by one (`lateral … limit 1`): before its first statistics, PostgreSQL would compare each row of the page with all that is staged.
 */
const stagePage = `
  with given as (select * from ${recordsetOf(2)}),
  earlier as (
    select id, (
      select count(*) from custody_store.staged
      where account = $1 and id = different.id and pass = $3::integer and place < $4::bigint
    ) as count
    from (select distinct id from given) as different
  ), page as (
    select given.*,
      coalesce(earlier.count, 0) + row_number() over (partition by given.id order by given.place) as occurrence
    from given left join earlier on earlier.id = given.id
  ), compared as (
    select page.*, staged.content as staged_content, coalesce(staged.record, kept.record) as staged_record,
      coalesce(kept.content = page.content and kept.rule = page.rule, false) as is_kept
    from page
    left join lateral (
      select content, record from custody_store.staged
      where account = $1 and id = page.id and occurrence = page.occurrence limit 1
    ) as staged on true
    left join lateral (
      select content, record, rule from custody_store.transaction
      where account = $1 and id = page.id and occurrence = page.occurrence limit 1
    ) as kept on true
  ), written as (
    insert into custody_store.staged
      (account, id, occurrence, pass, place, known, record, ${derivedColumns.join(', ')})
    select $1, id, occurrence, $3::integer, place, $5::bigint, case when is_kept then null else record end,
      ${derivedOf('compared')}
    from compared
    on conflict (account, id, occurrence) do update set pass = excluded.pass, place = excluded.place,
      known = excluded.known, record = excluded.record, ${setDerived('excluded')}
  )
  select place, staged_content is null as is_new,
    case when staged_content <> content then staged_record end as before
  from compared where staged_content is null or staged_content <> content`

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
