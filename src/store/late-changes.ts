/** A new transaction recorded on a day that had already been read: whoever closed the books of that day missed it. */
import { dayLength } from '../contract/day.ts'
import { columnText } from './database-text.ts'
import type { WrittenAccount } from './scope.ts'
import { type ChangesWatched, toldAfter } from './state.ts'

/**
 * Once the days of these records were found. Tells each once, of those that were told as new; returns how changes are watched then, and null where
 * there is nothing to tell.
 */
export async function addLate(
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
