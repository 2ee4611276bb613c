/** What an update found, in one transaction. It costs as much as it has news. */

import { countIn, endReading, markGone } from './applied.ts'
import { ChangeWriter } from './change-writer.ts'
import { columnText } from './database-text.ts'
import { replaceLists } from './lists.ts'
import { positionStep } from './order.ts'
import type { Applied, UpdateOutcome } from './outcome.ts'
import { renewRowsOf } from './renew-rows.ts'
import { type AccountScope, type WrittenAccount, write } from './scope.ts'
import { aroundNews } from './transaction-changes.ts'
import { derivedColumns, derivedOf, recordsetOf, rowsText, setDerived } from './transaction-columns.ts'
import type { ReceivedTransaction } from './transaction-row.ts'
import { replaceUnsettled } from './unsettled-balances.ts'

export function applyUpdate(scope: AccountScope, fence: string, outcome: UpdateOutcome): Promise<Applied> {
  return write(scope, fence, (written) => applyNews(written, outcome))
}

async function applyNews(written: WrittenAccount, outcome: UpdateOutcome): Promise<Applied> {
  await renewRowsOf(written.queries, written.account, [...outcome.first, ...outcome.last, ...outcome.changed])
  const writer = await ChangeWriter.open(written, outcome)
  const news = await aroundNews(written, writer, outcome, () => writeNews(written, writer.reading, outcome))
  const gone = await markGone(writer, outcome.gone)
  const lists = await replaceLists(written, outcome.lists, writer)
  const isOtherUnsettled = await replaceUnsettled(written, outcome.unsettled)
  await writer.add(
    (outcome.unexplained ?? []).map((balance) => ({ kind: 'holding', event: 'unexplained', ...balance })),
  )
  await writer.end()
  return await endReading(written, {
    outcome,
    counts: {
      added: news.added,
      changed: news.changed,
      gone: gone.all,
      unlisted: 0,
      returned: news.returned,
    },
    kept: news.added,
    listed: news.added + news.returned - gone.listed,
    isOtherwise: lists.isChanged || news.moved > 0 || writer.isOtherwise,
    isKnownOtherwise: lists.isConfirmed || isOtherUnsettled,
  })
}

async function writeNews(
  written: WrittenAccount,
  number: number,
  outcome: UpdateOutcome,
): Promise<EndWritten> {
  const reading = String(number)
  const ends = [
    await writeEnd(written, reading, outcome.first, beforeAll),
    await writeEnd(written, reading, outcome.last, afterAll),
  ]
  for (const { after, rows } of outcome.between ?? [])
    ends.push(await writeEnd(written, reading, rows, besides(after)))
  const changed = await writeChanged(written, reading, outcome.changed)
  const sum = (name: keyof EndWritten) => ends.reduce((total, each) => total + each[name], 0)
  return {
    added: sum('added'),
    changed: sum('changed') + changed,
    returned: sum('returned'),
    moved: sum('moved'),
  }
}

interface EndWritten {
  readonly added: number
  readonly changed: number
  readonly returned: number
  readonly moved: number
}

/** A record that is kept already, such as one that was no longer listed, moves to this end. */
async function writeEnd(
  { queries, account }: WrittenAccount,
  reading: string,
  rows: readonly ReceivedTransaction[],
  { position, ends, hasRoom, after }: Place,
): Promise<EndWritten> {
  const named = namedOf(rows)
  if (named.length === 0) return { added: 0, changed: 0, returned: 0, moved: 0 }
  const [counts] = await queries.query<keyof EndWritten>(
    `with ends as (${ends}), given as (
       select given.*, row_number() over (partition by id order by place) as occurrence,
         row_number() over (order by place) as nth, count(*) over () as many
       from ${recordsetOf(3)} where ${hasRoom}
     ), before as (
       select given.id, kept.account is null as is_new, kept.content <> given.content as is_changed,
         kept.unlisted_in is not null or kept.gone_in is not null as is_back
       from given left join custody_store.transaction as kept
         on kept.account = $1 and kept.id = given.id and kept.occurrence = given.occurrence
     ), written as (
       insert into custody_store.transaction as kept
         (account, id, occurrence, position, record, first_seen, ${derivedColumns.join(', ')})
       select $1, id, occurrence, ${position}, record, $2::bigint, ${derivedOf('given')} from given cross join ends
       on conflict (account, id, occurrence) do update set position = excluded.position,
         unlisted_in = null, gone_in = null, record = excluded.record, ${setDerived('excluded')},
         changed_in = case when kept.content <> excluded.content then $2::bigint else kept.changed_in end
     )
     select count(*) filter (where is_new) as added, count(*) filter (where is_changed) as changed,
       count(*) filter (where is_back) as returned, count(*) filter (where not is_new) as moved
     from before`,
    [account, reading, rowsText(named), ...after],
  )
  return {
    added: Number(counts?.added),
    changed: Number(counts?.changed),
    returned: Number(counts?.returned),
    moved: Number(counts?.moved),
  }
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
  { queries, account }: WrittenAccount,
  reading: string,
  rows: readonly ReceivedTransaction[],
): Promise<number> {
  const named = namedOf(rows)
  if (named.length === 0) return 0
  return await countIn(
    queries,
    `update custody_store.transaction as kept
     set record = given.record, changed_in = $2::bigint, ${setDerived('given')}
     from (
       select given.*, row_number() over (partition by id order by place) as occurrence from ${recordsetOf(3)}
     ) as given
     where kept.account = $1 and kept.id = given.id and kept.occurrence = given.occurrence
       and kept.content <> given.content and kept.rule = given.rule
     returning 1`,
    [account, reading, rowsText(named)],
  )
}

/** Whether a record without an id is new can be seen in a whole reading alone. */
function namedOf(rows: readonly ReceivedTransaction[]): readonly ReceivedTransaction[] {
  return rows.filter(({ transaction }) => transaction.transaction_id)
}
