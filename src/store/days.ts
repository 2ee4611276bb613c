/** When the service recorded a transaction. All times are milliseconds since 1970; `from` is within a span, `before` is not. */
import { dayLength } from '../contract/day.ts'
import { writeDays, writeNote } from './account-row.ts'
import { countIn } from './applied.ts'
import { columnText } from './database-text.ts'
import { isWide } from './recorded-spans.ts'
import { type AccountScope, type WrittenAccount, wholeSeconds, write } from './scope.ts'
import { type ChangesWatched, type StateNote, toldAfter } from './state.ts'

export interface RecordedSpan {
  readonly id: string
  readonly from: number
  readonly before: number
  /** How many records share the id, all of them within the span. 1 by default. */
  readonly records?: number
}

export interface DaysSet {
  /** Records whose span became narrower. */
  readonly narrowed: number
  /** Records for which the new span does not meet the one that is kept. The kept one stands. */
  readonly contradictions: readonly { readonly given: RecordedSpan; readonly kept: RecordedSpan }[]
}

export interface DaysOptions {
  /** Leaves records alone whose span is longer than two days, or unknown. */
  readonly isOfDatedAlone?: boolean
}

/**
 * Narrows the spans of records. Records that share an id are left alone unless all of them are given: nobody knows which one was in the span. Call
 * `tellDays` afterwards; until then the revision stays the same. In pieces: the embedded database answers lists between them. The note is
 * written with the last.
 */
export async function setDays(
  scope: AccountScope,
  fence: string,
  spans: readonly RecordedSpan[],
  note: StateNote = {},
  options: DaysOptions = {},
): Promise<DaysSet> {
  const rest = [...spans]
  const set = { narrowed: 0, contradictions: [] as DaysSet['contradictions'][number][] }
  do {
    const piece = rest.splice(0, pieceSpans)
    const more = await setPiece(scope, fence, piece, rest.length > 0 ? {} : note, options)
    set.narrowed += more.narrowed
    set.contradictions.push(...more.contradictions)
  } while (rest.length > 0)
  return set
}

const pieceSpans = 500

function setPiece(
  scope: AccountScope,
  fence: string,
  spans: readonly RecordedSpan[],
  note: StateNote,
  { isOfDatedAlone = false }: DaysOptions,
): Promise<DaysSet> {
  return write(scope, fence, async (written) => {
    const { queries, account } = written
    const rows = await queries.query<'index' | 'kept_from' | 'kept_before' | 'meets'>(
      narrowSpans(written.writtenAt),
      [
        account,
        JSON.stringify(
          spans.map(({ id, from, before, records = 1 }, index) => ({
            ...{ index, id: columnText(id), from, before, records },
          })),
        ),
        String(isOfDatedAlone),
      ],
    )
    const contradictions = rows.flatMap(({ index, kept_from, kept_before, meets }) => {
      const given = spans[Number(index)]
      return meets === 't' || given === undefined
        ? []
        : [{ given, kept: { id: given.id, from: Number(kept_from), before: Number(kept_before) } }]
    })
    const narrowed = rows.length - contradictions.length
    const changes = await addLate(
      written,
      rows.flatMap(({ index, meets }) => (meets === 't' ? (spans[Number(index)]?.id ?? []) : [])),
    )
    if (changes) await writeNote(written, { ...note, changes }, true)
    else await writeDays(written, note, narrowed > 0)
    return { narrowed, contradictions }
  })
}

/**
 * `lateral … limit 1` looks rows up by index even when the planner misjudges the account's size. Several spans of one id are intersected.
 * Records that share an id are narrowed only if all of them are. Rows that have their span already are not written: each update asks for
 * all of today. Returns the narrowed rows, and those that a span contradicts.
 */
const narrowSpans = (writtenAt: number) => `
  with given as (
    select index, id, "from" as given_from, before as given_before, records
    from json_to_recordset($2::json) as given(index bigint, id text, "from" bigint, before bigint, records integer)
    where id <> ''
  ), compared as (
    select given.index, kept.id, given.records, kept.recorded_from as kept_from, kept.recorded_before as kept_before,
      greatest(kept.recorded_from, given_from) as new_from, least(kept.recorded_before, given_before) as new_before
    from given cross join lateral (
      select id, recorded_from, recorded_before from custody_store.transaction
      where account = $1 and id = given.id and occurrence = given.records limit 1
    ) as kept left join lateral (
      select occurrence from custody_store.transaction
      where account = $1 and id = given.id and occurrence = given.records + 1 limit 1
    ) as other on true
    where other.occurrence is null and not ($3::boolean and ${isWide})
  ), narrowed as (
    update custody_store.transaction as kept
    set recorded_from = compared.new_from, recorded_before = compared.new_before, written_at = ${writtenAt}
    from compared
    where kept.account = $1 and kept.id = compared.id and kept.occurrence <= compared.records and new_from < new_before
      and (recorded_from, recorded_before) is distinct from (new_from, new_before)
  )
  select index, kept_from, kept_before, new_from < new_before as meets from compared
  where new_from >= new_before or (new_from, new_before) is distinct from (kept_from, kept_before)`

/** The service's answers contradicted each other: no record has a date. */
export function clearDays(scope: AccountScope, fence: string, note: StateNote = {}): Promise<void> {
  return write(
    scope,
    fence,
    async (written) => {
      const cleared = await countIn(
        written.queries,
        `update custody_store.transaction set recorded_from = null, recorded_before = null
         where account = $1 and (recorded_from is not null or recorded_before is not null) returning 1`,
        [written.account],
      )
      await writeNote(written, { ...note, writes: [] }, cleared > 0)
    },
    wholeSeconds,
  )
}

/**
 * Tells of new transactions that were recorded on a day which had already been read: whoever closed the books of that day missed them. Called
 * once their days were found. Tells each once, of those that were told as new; returns how changes are watched then, and null where there is
 * nothing to tell.
 */
async function addLate(
  { queries, account, state: { changes, dates } }: WrittenAccount,
  ids: readonly string[],
): Promise<ChangesWatched | null> {
  if (changes === null || ids.length === 0) return null
  const told = toldAfter(changes, changes.until)
  const [row] = await queries.query<'count'>(
    `with late as (
       select kept.id, kept.status, seen.since
       from (select distinct id from json_to_recordset($2::json) as given(id text)) as given
       join custody_store.transaction as kept
         on kept.account = $1 and kept.id = given.id and kept.occurrence = 1
       cross join lateral (
         select since from custody_store.change
         where account = $1 and kind = 'transaction' and record_id = given.id and event = 'new'
         order by reading desc limit 1
       ) as seen
       where kept.recorded_before + ${dates?.days === 'service' ? dayLength : longestDelay} <= seen.since
         and not exists (
           select 1 from custody_store.change
           where account = $1 and kind = 'transaction' and record_id = given.id and event = 'late'
         )
     ), told as (
       insert into custody_store.change (account, reading, place, kind, record_id, event, is_whole, since, status_after)
       select $1, ${told}, row_number() over (order by id), 'transaction', id, 'late', false, since, status from late
     )
     select count(*) as count from late`,
    [account, JSON.stringify(ids.map((id) => ({ id: columnText(id) })))],
  )
  return row?.count === '0' ? null : { ...changes, until: new Date(told).toISOString() }
}

/** Clocks differ, and a service may list what it recorded shortly before. */
const longestDelay = 3_600_000
