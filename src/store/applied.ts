/** How a transaction of a writer ends: with its row in `reading`, the state, and a revision if anything changed. */
import type { Queries } from '../database/database.ts'
import type { ChangeWriter } from './change-writer.ts'
import { columnText } from './database-text.ts'
import type { Applied, ListOutcome, RowKey, UpdateOutcome, WholeOutcome } from './outcome.ts'
import { nextRevision, revisionText, type WrittenAccount } from './scope.ts'
import { type AccountState, type ListReading, later, watchedAfter, withWrite, writtenState } from './state.ts'

type Counts = Pick<Applied, 'added' | 'changed' | 'gone' | 'unlisted' | 'returned'>

interface End {
  readonly outcome: WholeOutcome | UpdateOutcome
  readonly counts: Counts
  /** How many more rows are kept, and listed, than before. */
  readonly kept: number
  readonly listed: number
  /** Something else changed that can be asked for. */
  readonly isOtherwise: boolean
  /** Not all that sums count otherwise now has `written_at`: some were deleted, or have no day any more. */
  readonly isWrittenBeside: boolean
  /** What was read is the same, and says more or less than before. */
  readonly isKnownOtherwise: boolean
}

export async function endReading(written: WrittenAccount, end: End): Promise<Applied> {
  const { queries, account } = written
  const { outcome, counts } = end
  const isNews = end.isOtherwise || Object.values(counts).some((count) => count > 0)
  const isWhole = 'transactions' in outcome
  const isWritten = isNews || isWhole
  const before = written.state
  const known = stateAfter(before, outcome)
  const reading = written.lastReading + (isWritten ? 1 : 0)
  const isOther = isNews || end.isKnownOtherwise || isKnownOtherwise(before, known)
  const earlier = end.isWrittenBeside ? [] : known.writes
  const writes = isOther ? withWrite(earlier, written.writtenAt) : earlier
  const [row] = await queries.query<'epoch' | 'revision'>(
    `update custody_store.account set state = $2, ${isOther ? `revision = ${nextRevision},` : ''}
       last_reading = $3::bigint, kept_rows = kept_rows + $4::bigint, listed_rows = listed_rows + $5::bigint
     where account = $1 returning epoch, revision`,
    [
      account,
      JSON.stringify(writtenState({ ...known, writes })),
      ...[reading, end.kept, end.listed].map(String),
    ],
  )
  const revision = revisionText(row?.epoch ?? '', Number(row?.revision))
  const since = isWhole ? outcome.since : before.newsAsOf
  if (isWritten) await insertReading(queries, account, reading, since, end)
  return { reading: isWritten ? reading : null, revision, ...counts }
}

/** Answers say how well transactions are known, and since when changes are told; and there are none of a list that is refused. */
function isKnownOtherwise(before: AccountState, after: AccountState): boolean {
  return JSON.stringify(standingOf(before)) !== JSON.stringify(standingOf(after))
}

function standingOf({ changes, lists }: AccountState) {
  const { transactions } = lists
  const known = Object.values(lists).map((list) =>
    list !== null && 'refused' in list ? list.refused : list !== null,
  )
  const completeness = transactions && 'completeness' in transactions ? transactions.completeness : null
  return [completeness, known, changes?.since]
}

async function insertReading(
  queries: Queries,
  account: string,
  reading: number,
  since: string | null,
  { outcome, counts }: End,
): Promise<void> {
  const isWhole = 'transactions' in outcome
  const doubts = isWhole ? outcome.transactions.doubts : outcome.doubts
  const { added, changed, gone, unlisted, returned } = counts
  await queries.query(
    `insert into custody_store.reading (account, reading, kind, since, begun, ended, completeness, doubts, requests,
       added, changed, gone, unlisted, returned)
     values ($1, $2::bigint, $3, $4, $5, $6, $7, $8, $9::bigint,
       $10::bigint, $11::bigint, $12::bigint, $13::bigint, $14::bigint)`,
    [
      account,
      String(reading),
      isWhole ? 'whole' : 'update',
      since,
      outcome.begun,
      outcome.ended,
      isWhole ? outcome.transactions.completeness : null,
      JSON.stringify(doubts),
      ...[outcome.requests, added, changed, gone, unlisted, returned].map(String),
    ],
  )
}

function stateAfter(before: AccountState, outcome: WholeOutcome | UpdateOutcome): AccountState {
  const { lists, state, begun } = outcome
  const whole = 'transactions' in outcome ? outcome.transactions : null
  const isSound = 'doubts' in outcome && outcome.doubts.length === 0
  const isRead = whole !== null && whole.completeness !== 'read-once'
  const read = Object.entries(lists).map(
    ([name, list]) => [name, 'refused' in list ? list : list.end] as const,
  )
  return {
    ...before,
    ...state,
    asOf: whole ? later(before.asOf, begun) : begun,
    newsAsOf: whole ? later(before.newsAsOf, begun) : isSound ? begun : before.newsAsOf,
    readWhole: whole ?? before.readWhole,
    changes: watchedAfter(before, outcome, isRead),
    lists: {
      ...before.lists,
      ...Object.fromEntries(read),
      transactions: listAfter(before.lists.transactions, outcome),
    },
  }
}

/** Updates that read lists later may have been applied beside a whole reading. */
export function withoutOlderLists(written: WrittenAccount, outcome: WholeOutcome): WholeOutcome {
  const isLatest = (kept: ListReading | undefined, list: ListOutcome<unknown>) =>
    !kept || 'refused' in kept || 'refused' in list || list.end.begun >= kept.begun
  const kept: Readonly<Record<string, ListReading>> = written.state.lists
  const latest = Object.entries(outcome.lists).filter(([name, list]) => isLatest(kept[name], list))
  return { ...outcome, lists: Object.fromEntries(latest) }
}

/** An update contradicts what was read before: that stays doubtful until a whole reading that begins later. */
function listAfter(before: ListReading, outcome: WholeOutcome | UpdateOutcome): ListReading {
  if (!('transactions' in outcome)) return doubted(before, outcome.doubts)
  const kept = before === null || 'refused' in before ? [] : before.doubts
  return doubted(
    outcome.transactions,
    kept.filter((doubt) => !outcome.answered.includes(doubt)),
  )
}

function doubted(list: ListReading, more: readonly string[]): ListReading {
  if (list === null || 'refused' in list || more.length === 0) return list
  const doubts = [...new Set([...list.doubts, ...more])].slice(0, mostDoubts)
  return { ...list, completeness: 'partial', doubts }
}

const mostDoubts = 10

/** Of a statement that writes rows and ends with `returning`. */
export async function countIn(
  queries: Queries,
  statement: string,
  parameters: readonly (string | null)[],
): Promise<number> {
  const [row] = await queries.query<'count'>(
    `with written as (${statement}) select count(*) from written`,
    parameters,
  )
  return Number(row?.count)
}

/** `listed`: how many of them were still listed. */
export async function markGone(
  { writtenAt }: Pick<WrittenAccount, 'writtenAt'>,
  writer: ChangeWriter,
  keys: readonly RowKey[],
): Promise<{ all: number; listed: number }> {
  if (keys.length === 0) return { all: 0, listed: 0 }
  const row = await writer.addWritten<'listed'>(
    'gone',
    `update custody_store.transaction as kept set gone_in = ${writer.reading}, written_at = ${writtenAt}
     from json_to_recordset($2::json) as given(id text, occurrence integer)
     where account = $1 and kept.id = given.id and kept.occurrence = given.occurrence and gone_in is null
     returning kept.id, kept.status, unlisted_in`,
    [JSON.stringify(keys.map(({ id, occurrence }) => ({ id: columnText(id), occurrence })))],
    ', count(*) filter (where unlisted_in is null) as listed',
  )
  return { all: Number(row?.count), listed: Number(row?.listed) }
}
