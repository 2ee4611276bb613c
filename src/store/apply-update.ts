/** What an update found, in one transaction. It costs as much as it has news: after a day without updates, ten thousand. */

import type { DatabaseRow } from '../database/database.ts'
import { endReading, markGone } from './applied.ts'
import { ChangeWriter } from './change-writer.ts'
import { columnText } from './database-text.ts'
import { positionStep } from './order.ts'
import type { Applied, UpdateOutcome } from './outcome.ts'
import { renewRowsOf } from './renew-rows.ts'
import { replaceLists } from './replace-lists.ts'
import { type AccountScope, type WrittenAccount, wholeSeconds, write } from './scope.ts'
import { addWrittenChanges, type WrittenTransaction } from './transaction-changes.ts'
import { derivedColumns, derivedOf, recordsetOf, rowsText, setDerived } from './transaction-columns.ts'
import type { ReceivedTransaction } from './transaction-row.ts'
import { replaceUnprovedBalances } from './unproved-balances.ts'

export function applyUpdate(scope: AccountScope, fence: string, outcome: UpdateOutcome): Promise<Applied> {
  return write(scope, fence, (written) => applyNews(written, outcome), wholeSeconds)
}

async function applyNews(written: WrittenAccount, outcome: UpdateOutcome): Promise<Applied> {
  await renewRowsOf(written.queries, written.account, [...outcome.first, ...outcome.last, ...outcome.changed])
  const writer = await ChangeWriter.open(written, outcome)
  const reading = String(writer.reading)
  const ends = await writeEnds(written, reading, outcome)
  const changed = await writeChanged(written, reading, outcome.changed)
  const news = [...ends, ...changed]
  await addWrittenChanges(writer, news)
  const gone = await markGone(written, writer, outcome.gone)
  const lists = await replaceLists(written, outcome.lists, writer)
  const isOtherUnsettled = await replaceUnprovedBalances(written, outcome.unsettled)
  await writer.add(
    (outcome.unexplained ?? []).map((balance) => ({ kind: 'holding', event: 'unexplained', ...balance })),
  )
  await writer.end()
  const countOf = (isCounted: (row: WrittenTransaction) => boolean) => news.filter(isCounted).length
  const [added, returned] = [countOf(({ isNew }) => isNew), countOf(({ isBack }) => isBack)]
  return await endReading(written, {
    outcome,
    counts: {
      added,
      changed: countOf(({ before }) => before !== null),
      gone: gone.all,
      unlisted: 0,
      returned,
    },
    kept: added,
    listed: added + returned - gone.listed,
    // One that is kept already moved to an end.
    isOtherwise: lists.isChanged || ends.length > added || writer.isOtherwise,
    isWrittenBeside: false,
    isKnownOtherwise: lists.isConfirmed || isOtherUnsettled,
  })
}

async function writeEnds(
  written: WrittenAccount,
  reading: string,
  { first, last, between = [] }: UpdateOutcome,
): Promise<readonly WrittenTransaction[]> {
  const ends = [
    await writeEnd(written, reading, first, beforeAll),
    await writeEnd(written, reading, last, afterAll),
  ]
  for (const { after, rows } of between) ends.push(await writeEnd(written, reading, rows, besides(after)))
  return ends.flat()
}

/** A record that is kept already, such as one that was no longer listed, moves to this end. */
async function writeEnd(
  { queries, account, writtenAt }: WrittenAccount,
  reading: string,
  rows: readonly ReceivedTransaction[],
  { position, ends, hasRoom, after }: Place,
): Promise<readonly WrittenTransaction[]> {
  const named = namedOf(rows)
  if (named.length === 0) return []
  const written = await queries.query<WrittenColumn>(
    `with ends as (${ends}), given as (
       select given.*, row_number() over (partition by id order by place) as occurrence,
         row_number() over (order by place) as nth, count(*) over () as many
       from ${recordsetOf(3)} where ${hasRoom}
     ), written as (
       insert into custody_store.transaction as kept
         (account, id, occurrence, position, record, first_seen, written_at, ${derivedColumns.join(', ')})
       select $1, id, occurrence, ${position}, record, $2::bigint, ${writtenAt}, ${derivedOf('given')}
       from given cross join ends
       on conflict (account, id, occurrence) do update set position = excluded.position,
         unlisted_in = null, gone_in = null, written_at = ${writtenAt}, record = excluded.record, ${setDerived('excluded')},
         changed_in = case when kept.content <> excluded.content then $2::bigint else kept.changed_in end
     )
     select given.place, given.occurrence, kept.account is null as is_new,
       kept.unlisted_in is not null or kept.gone_in is not null as is_back,
       case when kept.content <> given.content then kept.record end as before
     from given left join custody_store.transaction as kept
       on kept.account = $1 and kept.id = given.id and kept.occurrence = given.occurrence
     order by given.place`,
    [account, reading, rowsText(named), ...after],
  )
  return writtenTransactions(named, written)
}

type WrittenColumn = 'place' | 'occurrence' | 'is_new' | 'is_back' | 'before'

function writtenTransactions(
  rows: readonly ReceivedTransaction[],
  written: readonly DatabaseRow<WrittenColumn>[],
): readonly WrittenTransaction[] {
  const byPlace = new Map(rows.map(({ place, transaction }) => [String(place), transaction]))
  return written.flatMap(({ place, occurrence, is_new, is_back, before }) => {
    const transaction = byPlace.get(place ?? '')
    if (transaction === undefined) return []
    return {
      transaction,
      occurrence: Number(occurrence),
      isNew: is_new === 't',
      isBack: is_back === 't',
      before,
    }
  })
}

interface Place {
  /** SQL, of `nth` of `many`, and the `lowest` and `highest` of `ends`. */
  readonly position: string
  readonly ends: string
  readonly hasRoom: string
  readonly after: readonly string[]
}

const atEnd = {
  ends: `select coalesce(min(position), 0) as lowest, coalesce(max(position), 0) as highest
    from custody_store.transaction where account = $1`,
  hasRoom: 'true',
  after: [],
}
const beforeAll: Place = { ...atEnd, position: `lowest - (many + 1 - nth) * ${positionStep}` }
const afterAll: Place = { ...atEnd, position: `highest + nth * ${positionStep}` }

/** Right after a record, and before the one that follows it. */
function besides(id: string): Place {
  return {
    ends: `select kept.position as lowest, (
        select min(position) from custody_store.transaction where account = $1 and position > kept.position
      ) as highest
      from custody_store.transaction as kept where kept.account = $1 and kept.id = $4 and kept.occurrence = 1`,
    hasRoom: '(select highest - lowest from ends) > json_array_length($3::json)',
    position: 'lowest + nth * ((highest - lowest) / (many + 1))',
    after: [columnText(id)],
  }
}

async function writeChanged(
  { queries, account, writtenAt }: WrittenAccount,
  reading: string,
  rows: readonly ReceivedTransaction[],
): Promise<readonly WrittenTransaction[]> {
  const named = namedOf(rows)
  if (named.length === 0) return []
  const written = await queries.query<WrittenColumn>(
    `with given as (
       select given.*, row_number() over (partition by id order by place) as occurrence from ${recordsetOf(3)}
     ), before as (
       select given.place, given.occurrence, kept.record
       from given join custody_store.transaction as kept
         on kept.account = $1 and kept.id = given.id and kept.occurrence = given.occurrence
       where kept.content <> given.content and kept.rule = given.rule
     ), written as (
       update custody_store.transaction as kept
       set record = given.record, changed_in = $2::bigint, written_at = ${writtenAt}, ${setDerived('given')}
       from given join before using (place)
       where kept.account = $1 and kept.id = given.id and kept.occurrence = given.occurrence
     )
     select place, occurrence, false as is_new, false as is_back, record as before from before order by place`,
    [account, reading, rowsText(named)],
  )
  return writtenTransactions(named, written)
}

/** Whether a record without an id is new can be seen in a whole reading alone. */
function namedOf(rows: readonly ReceivedTransaction[]): readonly ReceivedTransaction[] {
  return rows.filter(({ transaction }) => transaction.transaction_id)
}
