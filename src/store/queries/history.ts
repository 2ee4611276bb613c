/** What was told to change: of one record, or of all between two moments. */

import {
  type ChangeCount,
  type ChangedField,
  type ChangedKind,
  type ChangeEvent,
  changedKinds,
  changeEvents,
  type RecordChange,
} from '../../contract/changes.ts'
import { isoInstant } from '../../contract/day.ts'
import type { DatabaseRow, Queries } from '../../database/database.ts'
import { Condition, wordList } from '../../database/sql.ts'
import { columnText, fromDatabaseText, shownColumn } from '../database-text.ts'

/** Limits of the changes, both exclusive: the reading that recorded them, or when they were seen (ISO 8601 UTC). */
export interface ChangeRange {
  readonly afterReading?: number
  /** Told by then, this one included. */
  readonly untilReading?: number
  readonly from?: string
  readonly until?: string
  readonly kinds?: readonly ChangedKind[]
  readonly events?: readonly ChangeEvent[]
  readonly ids?: readonly string[]
}

/** Among the changes in the order in which they are told. */
export type ToldPlace = Pick<RecordChange, 'reading' | 'place'>

export interface ToldChanges {
  readonly changes: readonly RecordChange[]
  /** Of the last of them; null where there are none after these. */
  readonly end: ToldPlace | null
}

export function historyQueries(queries: Queries, account: string) {
  return {
    /** Of one record, the newest first. */
    async of(kinds: readonly ChangedKind[], id: string, limit: number): Promise<readonly RecordChange[]> {
      const rows = await queries.query<ChangeColumn>(
        selectChanges(`account = $1 and record_id = $2 and kind in ${wordList(kinds)}`, '$3'),
        [account, columnText(id), String(limit)],
      )
      return rows.map((row) => ({ ...recordChange(row), id }))
    },
    /** The newest first. */
    async between(range: ChangeRange, limit: number): Promise<readonly RecordChange[]> {
      const where = conditionOf(account, range)
      const sql = selectChanges(where.sql, where.parameter(limit))
      return (await queries.query<ChangeColumn>(sql, where.parameters)).map(recordChange)
    },
    /** Oldest first, each page after the last place of the one before: for webhooks, which need all of them. */
    async told({ reading, place }: ToldPlace, until: number, limit: number): Promise<ToldChanges> {
      const rows = await queries.query<ChangeColumn>(
        selectChanges(
          'account = $1 and (reading, place) > ($2::bigint, $3::integer) and reading <= $4::bigint',
          '$5',
          (name) => `${name}reading, ${name}place`,
        ),
        [account, ...[reading, place, until, limit].map(String)],
      )
      const changes = rows.map(recordChange)
      return { changes, end: rows.length < limit ? null : (changes.at(-1) ?? null) }
    },
    async counts(range: ChangeRange): Promise<readonly ChangeCount[]> {
      const where = conditionOf(account, range)
      const rows = await queries.query<'kind' | 'event' | 'status_before' | 'status_after' | 'count'>(
        `select kind, event, status_before, status_after, count(*) from custody_store.change where ${where.sql}
         group by kind, event, status_before, status_after
         order by count(*) desc, kind, event, status_before, status_after`,
        where.parameters,
      )
      return rows.map((row) => ({
        ...{ kind: kindOf(row.kind), event: eventOf(row.event) },
        ...{ before: textOf(row.status_before), after: textOf(row.status_after), count: Number(row.count) },
      }))
    },
    /** Seen in one reading alone, and not told yet. `seen`: when the first of them was, ISO 8601 UTC; null where there are none. */
    async waiting() {
      const [row] = await queries.query<'count' | 'seen'>(
        'select count(*) as count, min(reading) as seen from custody_store.unconfirmed_change where account = $1',
        [account],
      )
      return { count: Number(row?.count), seen: row?.seen ? isoInstant(Number(row.seen)) : null }
    },
    /** The last reading that told anything; 0 before the first. */
    async lastReading() {
      const [row] = await queries.query<'last'>(
        'select max(reading) as last from custody_store.change where account = $1',
        [account],
      )
      return Number(row?.last ?? 0)
    },
  }
}

function conditionOf(account: string, range: ChangeRange): Condition {
  const { afterReading, untilReading, from, until, kinds, events, ids } = range
  const where = new Condition([account])
  where.and('account = $1')
  const and = (comparison: string, moment: number) =>
    where.and(`reading ${comparison} ${where.parameter(moment)}::bigint`)
  if (afterReading !== undefined) and('>', afterReading)
  if (from !== undefined) and('>', Date.parse(from))
  if (untilReading !== undefined) and('<=', untilReading)
  if (until !== undefined) and('<', Date.parse(until))
  if (kinds) where.and(`kind in ${wordList(kinds)}`)
  if (events) where.and(`event in ${wordList(events)}`)
  if (ids)
    where.and(
      `record_id in (select json_array_elements_text(${where.parameter(JSON.stringify(ids.map(columnText)))}::json))`,
    )
  return where
}

const ownColumns = [
  ...['reading', 'place', 'kind', 'record_id', 'name', 'asset_id', 'network_id', 'event'],
  ...['status_before', 'status_after', 'before', 'after', 'fields', 'since', 'is_whole'],
] as const
const transactionColumns = ['whole_id', 'own_asset', 'own_network', 'transaction_type', 'amount'] as const
type ChangeColumn = (typeof ownColumns)[number] | (typeof transactionColumns)[number]

/** Each with what its transaction is now. `$1` is the account. */
function selectChanges(condition: string, limit: string, order = newestFirst): string {
  return `
    select ${ownColumns.map((name) => `change.${name}`).join(', ')}, kept.whole_id, kept.asset_id as own_asset,
      kept.network_id as own_network, kept.transaction_type, coalesce(kept.amount::text, kept.amount_text) as amount
    from (
      select ${ownColumns.join(', ')} from custody_store.change where ${condition}
      order by ${order('')} limit ${limit}::bigint
    ) as change left join lateral (
      select whole_id, asset_id, network_id, transaction_type, amount, amount_text from custody_store.transaction
      where change.kind = 'transaction' and account = $1 and id = change.record_id and occurrence = 1 limit 1
    ) as kept on true
    order by ${order('change.')}`
}

const newestFirst = (name: string) => `${name}reading desc, ${name}place desc`

function recordChange(row: DatabaseRow<ChangeColumn>): RecordChange {
  return {
    reading: Number(row.reading),
    place: Number(row.place),
    kind: kindOf(row.kind),
    id: textOf(row.whole_id ?? row.record_id) ?? '',
    name: textOf(row.name),
    asset_id: textOf(row.own_asset ?? row.asset_id),
    network_id: textOf(row.own_network ?? row.network_id),
    transaction_type: textOf(row.transaction_type),
    amount: textOf(row.amount),
    event: eventOf(row.event),
    before: textOf(row.status_before ?? row.before),
    after: textOf(row.status_after ?? row.after),
    fields: fieldsIn(row.fields),
    since: row.since === null ? null : isoInstant(Number(row.since)),
    seen: isoInstant(Number(row.reading)),
    isWhole: row.is_whole === 't',
  }
}

function fieldsIn(text: string | null): readonly ChangedField[] {
  return text === null ? [] : JSON.parse(fromDatabaseText(text))
}

function kindOf(text: string | null): ChangedKind {
  return changedKinds.find((kind) => kind === text) ?? 'transaction'
}

function eventOf(text: string | null): ChangeEvent {
  return changeEvents.find((event) => event === text) ?? 'changed'
}

function textOf(column: string | null): string | null {
  return column === null ? null : shownColumn(column)
}
