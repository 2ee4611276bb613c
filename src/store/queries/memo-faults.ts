/** Completed withdrawals whose memo is none of those that a whitelist has for their address. */
import type { Queries } from '../../database/database.ts'
import { columnText, numberIn } from '../database-text.ts'
import {
  type DestinationUse,
  dayOfRow,
  isOfUse,
  type PlacedText,
  placedTexts,
  type sumColumns,
  sumsOfRows,
  type UseIds,
  type UseSums,
  useFields,
} from './destination-uses.ts'

/** Of a group of withdrawals: the memos of every entry that they may be for, '' for an entry without one. */
export interface MemoCheck {
  readonly use: DestinationUse
  readonly memos: readonly string[]
  /** The memo within the address that they went to; null where it has none. */
  readonly memoWithin: string | null
}

/** `zeros`: the same but for zeros before it. `extra`: no entry has a memo. */
export type MemoFaultKind = 'missing' | 'zeros' | 'other' | 'extra'

export interface FaultyWithdrawals {
  /** The place of the check among those that were asked for. */
  readonly check: number
  readonly fault: MemoFaultKind
  readonly sums: UseSums
  readonly ids: UseIds
  /** The first few memos, '' for none. */
  readonly sent: readonly PlacedText[]
}

/** A withdrawal whose memo the service does not tell has no fault. */
export async function faultyWithdrawals(
  queries: Queries,
  account: string,
  checks: readonly MemoCheck[],
): Promise<readonly FaultyWithdrawals[]> {
  if (checks.length === 0) return []
  const asked = checks.map(({ use, memos, memoWithin }, number) => ({
    ...{ ...use.group, number, memos: memos.map(columnText) },
    zeros: memos.flatMap((memo) => (/^0+\d/.test(memo) ? columnText(memo.replace(/^0+/, '')) : [])),
    within: memoWithin === null ? null : columnText(memoWithin),
    is_bare: memos.every((memo) => memo === ''),
  }))
  const placedIds = (order: string) =>
    `array_agg(array[position::text, coalesce(whole_id, id)] order by ${order}, id, occurrence)`
  const texts = (aggregate: string, limit: number) => `to_json((${aggregate})[1:${limit}])::text`
  const rows = await queries.query<
    'number' | 'fault' | 'sent' | 'first' | 'latest' | (typeof sumColumns)[number]
  >(
    `with sent as (
      select number, memos, zeros, is_bare, position, id, occurrence, whole_id, amount, recorded_from, recorded_before,
        case
        when btrim(destination_memo, $3) > '' then btrim(destination_memo, $3)
        when within is not null then within
        when destination_memo is not null then '' end as memo
      from json_to_recordset($2::json)
        as use (number integer, memos jsonb, zeros jsonb, within text, is_bare boolean, ${useFields})
      join custody_store.transaction as row on ${isOfUse}
    ), faulty as materialized (
      select *, case when memo = '' then 'missing' when is_bare then 'extra'
        when jsonb_exists(zeros, ltrim(memo, '0')) then 'zeros' else 'other' end as fault
      from sent where memo is not null and not jsonb_exists(memos, memo)
    ), memo as materialized (
      select number, fault, ${texts(`array_agg(array[place::text, memo] order by place)`, mostMemos)} as sent
      from (select number, fault, memo, min(position) as place from faulty group by number, fault, memo) as one
      group by number, fault
    )
    select * from (
      select number, fault, min(position) as place, ${sumsOfRows},
        ${texts(`${placedIds('position')} filter (where id > '')`, 5)} as first,
        ${texts(placedIds(`${dayOfRow} desc nulls last, position`), 1)} as latest
      from faulty group by number, fault
    ) as summed join memo using (number, fault) order by place`,
    [account, JSON.stringify(asked), spaces],
  )
  return rows.map((row) => ({
    check: Number(row.number),
    fault: faults.find((fault) => fault === row.fault) ?? 'other',
    sums: {
      ...{ count: Number(row.count), amount: row.amount ?? '0', unreadable: Number(row.unreadable) },
      day: numberIn(row.day),
      undatedBefore: row.is_timeless === 't' ? Infinity : numberIn(row.undated_before),
    },
    ids: { first: placedTexts(row.first), latest: placedTexts(row.latest)[0] ?? null },
    sent: placedTexts(row.sent),
  }))
}

const faults: readonly MemoFaultKind[] = ['missing', 'zeros', 'other', 'extra']

const mostMemos = 4

/** What `trim` takes away. */
const spaces =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
