/** What differs between two accounts, such as a pack and today. Records are matched by id. */
import type { Queries } from '../../database/database.ts'
import { numberIn, textIn } from '../database-text.ts'
import { movementSums } from '../sums.ts'

export type ChangeQueries = ReturnType<typeof changeQueries>

export interface ComparedCounts {
  /** In both. */
  readonly paired: number
  /** Without an id, or with that of another: they cannot be told apart. */
  readonly left: number
}

export interface AddedCount {
  readonly status: string | null
  readonly transaction_type: string | null
  readonly count: number
}

export interface ComparedRow {
  readonly before: DatedRecord | null
  readonly after: DatedRecord | null
}

export interface DatedRecord {
  /** Exactly as the service sent it. */
  readonly record: string
  readonly recordedFrom: number | null
  readonly recordedBefore: number | null
}

export function changeQueries(queries: Queries, before: string, after: string) {
  return {
    async counts(): Promise<ComparedCounts> {
      const [row] = await queries.query<'paired' | 'all_rows'>(
        `${both('')}
         select (select count(*) from before join after using (id)) as paired, (
           select count(*) from custody_store.transaction where account in ($1, $2) and gone_in is null
         ) - (select count(*) from before) - (select count(*) from after) as all_rows`,
        [before, after],
      )
      return { paired: Number(row?.paired), left: Number(row?.all_rows) }
    },
    /** New transactions, without those that `rows` has, by status and type. */
    async added(lateBefore: number | null): Promise<readonly AddedCount[]> {
      const rows = await queries.query<'status' | 'transaction_type' | 'count'>(
        `${both('')}
         select after.status, after.transaction_type, count(*) as count
         from after left join before using (id)
         where before.id is null and coalesce(after.recorded_before > $3::bigint, true)
         group by after.status, after.transaction_type order by count desc, after.status, after.transaction_type`,
        [before, after, lateBefore === null ? null : String(lateBefore)],
      )
      return rows.map(({ status, transaction_type, count }) => ({
        status: textIn(status),
        transaction_type: textIn(transaction_type),
        count: Number(count),
      }))
    },
    /**
     * Transactions that one of the two does not have, or has otherwise, by their ids. New ones only if they were recorded before `lateBefore`,
     * in milliseconds since 1970.
     */
    rows: (lateBefore: number | null) => changedRows(queries, before, after, lateBefore),
    /** Of transactions that are completed, and were not. */
    movements: () => movementSums(queries, after, { earlier: before }),
  }
}

/** `$1` and `$2`: the accounts. */
function both(condition: string): string {
  return `
  with twin as (
    select id from custody_store.transaction
    where account in ($1, $2) and occurrence = 2 and gone_in is null
  ), before as (${rowsIn('$1', condition)}), after as (${rowsIn('$2', condition)})`
}

function rowsIn(account: string, condition: string): string {
  return `
    select id, content, status, transaction_type, recorded_from, recorded_before, record from custody_store.transaction
    where account = ${account} and gone_in is null and id <> '' and occurrence = 1 and id not in (select id from twin) ${condition}`
}

/** Several statements, so that lists of the embedded database come between. */
async function* changedRows(
  queries: Queries,
  before: string,
  after: string,
  lateBefore: number | null,
): AsyncGenerator<readonly ComparedRow[]> {
  let last = ''
  for (;;) {
    const rows = await queries.query<(typeof changedColumns)[number]>(selectChanged, [
      ...[before, after, last],
      lateBefore === null ? null : String(lateBefore),
    ])
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows.map((row) => ({
      before: datedRecord(row.before_record, row.before_from, row.before_until),
      after: datedRecord(row.after_record, row.after_from, row.after_until),
    }))
    if (rows.length < pieceRows) return
    last = end.id ?? ''
  }
}

const pieceRows = 500

const changedColumns = [
  ...['id', 'before_record', 'before_from', 'before_until'],
  ...['after_record', 'after_from', 'after_until'],
] as const

/** Days differ only where spans do not meet. */
const selectChanged = `
  ${both('and id > $3')}
  select id, before.record as before_record, before.recorded_from as before_from, before.recorded_before as before_until,
    after.record as after_record, after.recorded_from as after_from, after.recorded_before as after_until
  from before full join after using (id)
  where case
    when before.content is null then after.recorded_before <= $4::bigint
    when after.content is null then true
    else before.content <> after.content
      or before.recorded_before <= after.recorded_from or after.recorded_before <= before.recorded_from
    end
  order by id limit ${pieceRows}`

function datedRecord(record: string | null, from: string | null, before: string | null): DatedRecord | null {
  if (record === null) return null
  return { record, recordedFrom: numberIn(from), recordedBefore: numberIn(before) }
}
