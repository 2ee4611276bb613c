/** Moments that lie within the spans of records, so that it is not known on which side of them these were recorded. All times are milliseconds since 1970. */
import * as z from 'zod/mini'
import { dayLength } from '../contract/day.ts'
import type { Queries } from '../database/database.ts'
import { writeDays, writeNote } from './account-row.ts'
import { countIn } from './applied.ts'
import { fromDatabaseText, numberIn } from './database-text.ts'
import type { RecordedSpan } from './days.ts'
import { isAround, isWide } from './recorded-spans.ts'
import { type AccountScope, wholeSeconds, write } from './scope.ts'
import type { StateNote } from './state.ts'

/** Records of one span. Null at both ends: nothing is known. */
export interface StraddlingSpan {
  readonly from: number | null
  readonly before: number | null
  readonly rows: number
}

/**
 * The spans that have one of these moments within, and all that are longer than two days. What has a day is read off the index by date, a few
 * thousand rows a moment in an account of a million, and the rest off that of wide spans.
 */
export async function straddlingSpans(
  queries: Queries,
  account: string,
  moments: readonly number[],
): Promise<readonly StraddlingSpan[]> {
  const rows = await queries.query<'recorded_from' | 'recorded_before' | 'rows'>(
    `select distinct recorded_from, recorded_before, rows
     from (select value::bigint as at from json_array_elements_text($2::json) as given(value)) as moment
     cross join lateral (
       select recorded_from, recorded_before, count(*) as rows from custody_store.transaction
       where account = $1 and gone_in is null and ${isAround('at')}
       group by recorded_from, recorded_before
     ) as around
     union all
     select recorded_from, recorded_before, count(*) from custody_store.transaction
     where account = $1 and gone_in is null and ${isWide}
     group by recorded_from, recorded_before`,
    [account, JSON.stringify(moments)],
  )
  return rows.map(({ recorded_from, recorded_before, rows: count }) => ({
    from: numberIn(recorded_from),
    before: numberIn(recorded_before),
    rows: Number(count),
  }))
}

/** Rows that may be on either side of a moment; of any status. */
export async function undecidedRows(
  queries: Queries,
  account: string,
  moments: readonly number[],
): Promise<number> {
  const spans = moments.length === 0 ? [] : await straddlingSpans(queries, account, moments)
  return rowsOfSpans(spans.filter((span) => moments.some((at) => liesWithin(at, span))))
}

export function liesWithin(at: number, { from, before }: StraddlingSpan): boolean {
  return (from ?? -Infinity) < at && (before ?? Infinity) > at
}

export function rowsOfSpans(spans: readonly StraddlingSpan[]): number {
  return spans.reduce((sum, { rows }) => sum + rows, 0)
}

/** Transactions with one of these moments within their span, which is of two days at most. */
export async function straddlingIds(
  { database, account }: AccountScope,
  moments: readonly number[],
  limit: number,
): Promise<readonly RecordedSpan[]> {
  const rows = await database
    .with({ purpose: 'sync' })
    .query<'given_id' | 'recorded_from' | 'recorded_before'>(
      `select distinct coalesce(whole_id, id) as given_id, recorded_from, recorded_before
       from (select value::bigint as at from json_array_elements_text($2::json) as given(value)) as moment
       cross join lateral (
         select id, whole_id, recorded_from, recorded_before from custody_store.transaction
         where account = $1 and gone_in is null and id <> '' and ${isAround('at')}
         limit $3::bigint
       ) as around
       limit $3::bigint`,
      [account, JSON.stringify(moments), String(limit)],
    )
  return rows.map(({ given_id, recorded_from, recorded_before }) => ({
    id: fromDatabaseText(given_id ?? ''),
    from: Number(recorded_from),
    before: Number(recorded_before),
  }))
}

/**
 * All that is kept was recorded before this moment, since it was listed by then. Ends the spans of some records there, and returns of how many;
 * 0 once there are no more.
 */
export function endSpans(
  scope: AccountScope,
  fence: string,
  latest: number,
  { limit, isOfDatedAlone }: { readonly limit: number; readonly isOfDatedAlone: boolean },
): Promise<number> {
  const isLonger = `recorded_from < $2::bigint and recorded_before > $2::bigint`
  const wide = isOfDatedAlone
    ? ''
    : `union all (select id, occurrence from custody_store.transaction
         where account = $1 and gone_in is null and ${isWide} and (recorded_from is null or ${isLonger}) limit $3::bigint)`
  return write(scope, fence, async (written) => {
    const ended = await countIn(
      written.queries,
      `update custody_store.transaction as kept
       set recorded_from = coalesce(recorded_from, 0), recorded_before = $2::bigint, written_at = ${written.writtenAt}
       from (
         select id, occurrence from (
           (select id, occurrence from custody_store.transaction
             where account = $1 and gone_in is null and ${isAround('$2::bigint')} limit $3::bigint)
           ${wide}
         ) as either limit $3::bigint
       ) as longer
       where kept.account = $1 and kept.id = longer.id and kept.occurrence = longer.occurrence returning 1`,
      [written.account, String(latest), String(limit)],
    )
    await writeDays(written, {}, ended > 0)
    return ended
  })
}

/** What was found of moments within days contradicts itself: spans become as long as the UTC days that they lie in. */
export function widenToDays(
  scope: AccountScope,
  fence: string,
  note: Pick<StateNote, 'moments'>,
): Promise<void> {
  return write(
    scope,
    fence,
    async (written) => {
      await written.queries.query(
        `update custody_store.transaction
         set recorded_from = recorded_from / ${dayLength} * ${dayLength},
           recorded_before = (recorded_before + ${dayLength - 1}) / ${dayLength} * ${dayLength}, written_at = ${written.writtenAt}
         where account = $1 and (recorded_from % ${dayLength} <> 0 or recorded_before % ${dayLength} <> 0)`,
        [written.account],
      )
      await writeNote(written, note)
    },
    wholeSeconds,
  )
}

/** Moments that a report waits for: on which side of each do records lie? Every copy of the program asks, and the holder of the lease finds out. */
export async function wantedMoments({ database, account }: AccountScope): Promise<readonly number[]> {
  const [row] = await database.query<'wanted_moments'>(
    'select wanted_moments from custody_store.lease where account = $1',
    [account],
  )
  return readMoments(row?.wanted_moments ?? null)
}

export function wantMoments(scope: AccountScope, moments: readonly number[]): Promise<void> {
  return changeWanted(scope, (wanted) => {
    const added = moments.filter((moment) => !wanted.includes(moment))
    return added.length === 0 ? wanted : [...wanted, ...added].slice(-mostWanted)
  })
}

/** They are found out, as far as the service can tell. */
export function dropMoments(scope: AccountScope, moments: readonly number[]): Promise<void> {
  const dropped = new Set(moments)
  return changeWanted(scope, (wanted) => wanted.filter((moment) => !dropped.has(moment)))
}

/** Days of five years. Whoever waits for more asks again. */
const mostWanted = 2000

async function changeWanted(
  { database, account }: AccountScope,
  change: (wanted: readonly number[]) => readonly number[],
): Promise<void> {
  await database.transaction(async (queries) => {
    const [row] = await queries.query<'wanted_moments'>(
      'select wanted_moments from custody_store.lease where account = $1 for update',
      [account],
    )
    const wanted = readMoments(row?.wanted_moments ?? null)
    const changed = change(wanted)
    if (changed.length === wanted.length && changed.every((moment, index) => moment === wanted[index])) return
    await queries.query('update custody_store.lease set wanted_moments = $2 where account = $1', [
      account,
      changed.length === 0 ? null : JSON.stringify(changed),
    ])
  })
}

function readMoments(text: string | null): readonly number[] {
  return momentsForm.safeParse(JSON.parse(text ?? '[]')).data ?? []
}

const momentsForm = z.array(z.number())
