/** What the transactions of one party come to. */
import type { DateSpan } from '../../contract/console-api.ts'
import type { Direction } from '../../contract/counterparty.ts'
import type { Queries } from '../../database/database.ts'
import { allRows, Condition } from '../../database/sql.ts'
import { columnText, numberIn, wholeText } from '../database-text.ts'
import type { End } from './address-keys.ts'
import { findParty, isOfParty, type ResolvedParty } from './party.ts'
import { decimalOf } from './transactions.ts'

export interface PartyQuestion {
  /** Of a whitelist, a vault or another party, or an address. */
  readonly id: string
  readonly memo: string | null
}

export interface PartyRecords {
  readonly party: ResolvedParty
  readonly sums: readonly PartySum[]
  readonly usual: readonly UsualAmounts[]
}

/** Transactions of one asset on one network, with one account of the party, of one status, and recorded in one quarter. */
export interface PartySum {
  readonly direction: Direction
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly status: string | null
  /** The same for every spelling of the address. */
  readonly key: string | null
  /** One of the spellings. Null where there is none, or it is too long. */
  readonly address: string | null
  /** Of what was sent; null of what was received, and of a vault, which tells its payers apart by memos. */
  readonly memo: string | null
  /** First day of the quarter, in milliseconds since 1970. Null: the quarter is unknown. */
  readonly quarter: number | null
  readonly count: number
  /** Exact decimal text. */
  readonly amount: string
  /** Amounts that are no decimals, which are in no sum. */
  readonly amountless: number
  /** Within which span the first was recorded, and the last. Null where one has no date. */
  readonly first: DateSpan | null
  readonly last: DateSpan | null
}

/** Of one direction and one asset on one network. Amounts are exact decimal text. */
export interface UsualAmounts {
  readonly direction: Direction
  readonly asset_id: string | null
  readonly network_id: string | null
  /** The largest of the last, completed or in flight; more than one may be the last. */
  readonly latest: string | null
  readonly latestRecorded: DateSpan
  /** Of what was completed and certainly recorded before the latest. */
  readonly before: number
  readonly largestBefore: string | null
  /** An amount that occurs: of an even number, the lower of the two in the middle. */
  readonly medianBefore: string | null
  /** How many have no date, so that any may be the latest. */
  readonly undated: number
}

export async function partyRecords(
  queries: Queries,
  account: string,
  { id, memo }: PartyQuestion,
): Promise<PartyRecords | null> {
  const party = await findParty(queries, account, id, memo)
  if (party === null) return null
  const where = new Condition()
  where.parameter(account)
  const from = `from (${endsOf('sent', party, where)} union all ${endsOf('received', party, where)}) as ends`
  return {
    party,
    sums: await sumsOf(queries, from, where.parameters),
    usual: await usualOf(queries, from, where.parameters),
  }
}

function endsOf(direction: Direction, party: ResolvedParty, where: Condition): string {
  const end = direction === 'sent' ? 'destination' : 'source'
  const memo =
    direction === 'sent' && party.kind !== 'vault' ? `coalesce(destination_memo, '')` : 'null::text'
  return `select '${direction}' as direction, asset_id, network_id, status, ${end}_key as key, ${end}_address as address,
      ${memo} as memo, amount, recorded_from, recorded_before
    from custody_store.transaction
    where account = $1 and gone_in is null and ${isOfParty(end, party, where)}`
}

async function sumsOf(
  queries: Queries,
  from: string,
  parameters: readonly string[],
): Promise<readonly PartySum[]> {
  const groups = ['direction', 'asset_id', 'network_id', 'status', 'key', 'memo', 'quarter'] as const
  const columns = [
    ...groups,
    ...['address', 'count', 'sum', 'amountless', 'dateless'],
    ...['first_from', 'first_before', 'last_from', 'last_before'],
  ]
  const [answer] = await queries.query<'rows'>(
    `select ${allRows(
      columns.map((name) => `${name}::text`),
      'direction desc, asset_id, network_id, quarter desc nulls first, count desc, key, memo, status',
    )}
    from (
      select direction, asset_id, network_id, status, key, memo, ${quarter} as quarter, max(address) as address,
        count(*) as count, sum(amount) as sum, count(*) - count(amount) as amountless,
        count(*) - count(recorded_from) as dateless, min(recorded_from) as first_from,
        min(recorded_before) as first_before, max(recorded_from) as last_from, max(recorded_before) as last_before
      ${from} group by 1, 2, 3, 4, 5, 6, 7
    ) as summed`,
    parameters,
  )
  const rows: readonly (readonly (string | null)[])[] = JSON.parse(answer?.rows ?? 'null') ?? []
  return rows.map((row): PartySum => {
    const [direction, asset, network, status, key, memo, quarterStart, address, ...figures] = row
    const [count, sum, amountless, dateless, ...spans] = figures
    const span = (at: number): DateSpan | null =>
      dateless === '0' ? { from: Number(spans[at]), before: Number(spans[at + 1]) } : null
    return {
      direction: direction === 'sent' ? 'sent' : 'received',
      ...{ asset_id: wholeText(asset), network_id: wholeText(network), status: wholeText(status) },
      ...{ key: key ?? null, address: wholeText(address) || null, memo: wholeText(memo) },
      quarter: numberIn(quarterStart),
      ...{ count: Number(count), amount: decimalOf(sum ?? null), amountless: Number(amountless) },
      ...{ first: span(0), last: span(2) },
    }
  })
}

/** Null where a span ends in another quarter than it begins. */
const quarterOf = (at: string) =>
  `date_trunc('quarter', timestamp '1970-01-01' + (${at}) * interval '1 millisecond')`
const quarter = `case when ${quarterOf('recorded_from')} = ${quarterOf('recorded_before - 1')}
  then (extract(epoch from ${quarterOf('recorded_from')}) * 1000)::bigint end`

/** The last are those that nothing was certainly recorded after. */
async function usualOf(
  queries: Queries,
  from: string,
  parameters: readonly string[],
): Promise<readonly UsualAmounts[]> {
  const group = 'direction, asset_id, network_id'
  const isBefore = `status = 'completed' and recorded_before <= latest`
  const rows = await queries.query<
    | ('direction' | 'asset_id' | 'network_id' | 'latest' | 'latest_from' | 'latest_before')
    | ('before' | 'largest' | 'median' | 'undated')
  >(
    `with moved as materialized (
      select * ${from} where status in ('completed', 'pending', 'processing', 'confirming')
    ), dated as (
      select *, max(recorded_from) over (partition by ${group}) as latest from moved
    )
    select ${group}, max(amount) filter (where recorded_before > latest)::text as latest,
      min(recorded_from) filter (where recorded_before > latest) as latest_from,
      max(recorded_before) as latest_before,
      count(amount) filter (where ${isBefore}) as before,
      max(amount) filter (where ${isBefore})::text as largest,
      (percentile_disc(0.5) within group (order by amount) filter (where ${isBefore}))::text as median,
      count(*) - count(recorded_from) as undated
    from dated group by ${group} order by direction desc, asset_id, network_id`,
    parameters,
  )
  return rows.map((row) => ({
    direction: row.direction === 'sent' ? 'sent' : 'received',
    ...{ asset_id: wholeText(row.asset_id), network_id: wholeText(row.network_id) },
    latest: row.latest && decimalOf(row.latest),
    latestRecorded: { from: Number(row.latest_from), before: Number(row.latest_before) },
    ...{ before: Number(row.before), undated: Number(row.undated) },
    largestBefore: row.largest && decimalOf(row.largest),
    medianBefore: row.median && decimalOf(row.median),
  }))
}

/** An address at an end of transactions that begins or ends as one of the party's does. */
export interface AlikeAddress {
  readonly direction: Direction
  readonly address: string
  readonly network_id: string | null
  readonly count: number
}

/** Those that may be look-alikes: whether they are is for `addresses/likeness.ts` to say. Ends at vaults of the account are left out. */
export async function alikeAddresses(
  queries: Queries,
  account: string,
  addresses: readonly string[],
  own: readonly string[],
): Promise<readonly AlikeAddress[]> {
  if (addresses.length === 0) return []
  const lower = addresses.map((address) => columnText(address.toLowerCase()))
  const isAlike = (end: End) =>
    `(${end}_type is distinct from 'vault' and ${end}_key > '' and ${end}_key not in (select json_array_elements_text($3::json))
      and (right(lower(${end}_address), 4) in (select right(value, 4) from listed)
        or left(lower(${end}_address), 10) in (select left(value, 10) from listed)))`
  const [sent, received] = [isAlike('destination'), isAlike('source')]
  // Both ends at once: the table is read a single time.
  const seenAs = (direction: Direction) =>
    `select '${direction}' as direction, max(${direction}_address) as address, network_id, sum(count) as count
    from seen where ${direction}_key is not null group by ${direction}_key, network_id`
  const rows = await queries.query<'direction' | 'address' | 'network_id' | 'count'>(
    `with listed as materialized (select value from json_array_elements_text($2::json)),
    seen as materialized (
      select network_id, sent_key, received_key, max(case when sent_key is not null then destination_address end) as sent_address,
        max(case when received_key is not null then source_address end) as received_address, count(*) as count
      from (
        select network_id, destination_address, source_address, case when ${sent} then destination_key end as sent_key,
          case when ${received} then source_key end as received_key
        from custody_store.transaction where account = $1 and gone_in is null and (${sent} or ${received})
      ) as alike group by network_id, sent_key, received_key
    )
    ${seenAs('sent')} union all ${seenAs('received')} order by 4 desc, 2 limit 1000`,
    [account, JSON.stringify(lower), JSON.stringify(own)],
  )
  return rows.flatMap((row) => {
    const address = wholeText(row.address)
    return address === null
      ? []
      : {
          direction: row.direction === 'sent' ? 'sent' : 'received',
          ...{ address, network_id: wholeText(row.network_id), count: Number(row.count) },
        }
  })
}
