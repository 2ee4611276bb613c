/** Where transactions went, added up for the whitelist review; and on request when, how much and which. */
import { parseBody } from '../../contract/answer-body.ts'
import { transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'
import type { Queries } from '../../database/database.ts'
import { wordList } from '../../database/sql.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import { databaseText, isShortened, shownColumn, textIn, textSeparator } from '../database-text.ts'

/** What some transactions come to. */
export interface UseSums {
  readonly count: number
  /** Exact decimal text. What is no decimal is counted in `unreadable`, and not in it. */
  readonly amount: string
  readonly unreadable: number
  /** The last day, as a number since 1970, on which one is known to have been recorded. */
  readonly day: number | null
  /** When all were recorded whose day is not known: before this, in milliseconds. Null where there are none. */
  readonly undatedBefore: number | null
}

/** Transactions that went to one spelling of an address, in one asset, under the name of one whitelist of the account or of none. */
export interface DestinationUse extends UseSums {
  readonly address: string
  readonly network_id: string | null
  readonly asset_id: string | null
  /** The destination's id where a whitelist of the account has it. */
  readonly whitelist_id: string | null
  readonly kind: UseKind
  readonly hasMemo: boolean
  readonly group: UseGroup
}

/** `withdrawal`: completed. `unclear`: type or status is missing or unknown, and the other does not rule it out. */
export type UseKind = 'withdrawal' | 'unclear' | 'other'

/** Identifies the rows of a group: text as it is in the columns. */
export interface UseGroup extends Readonly<Record<(typeof groupColumns)[number], string | null>> {
  /** The place of its first row in the service's order. */
  readonly first: number
}

const groupColumns = [
  'destination_key',
  'destination_address',
  'network_id',
  'asset_id',
  'whitelist_id',
  'kind',
] as const

/**
 * Completed withdrawals, and everything sent to a whitelisted address, by first row. `isAnywhere`: a whitelisted address has no network and
 * so matches any: every use is returned.
 */
export async function destinationUses(
  queries: Queries,
  account: string,
  isAnywhere: boolean,
): Promise<readonly DestinationUse[]> {
  const columns = ['destination_key', 'destination_address', 'network_id', 'asset_id', whitelist, kind]
  const isListed = `destination_key in
    (select address_key from custody_store.whitelist_entry where account = $1 and address_key is not null)`
  // Of a single array the database expects few groups, and so does not sort a million rows.
  const [answer] = await queries.query<'rows'>(
    `select json_agg(json_build_array(texts, first, has_memo, ${sumColumns.join(', ')}))::text as rows from (
      select array[${columns.join(', ')}] as texts, min(position) as first, bool_or(destination_memo > '') as has_memo,
        ${sumsOfRows}
      from custody_store.transaction where account = $1 and gone_in is null and destination_key is not null
        and (${isAnywhere} or ${isWithdrawal} or destination_key like '${databaseText(textSeparator)}%' or ${isListed})
      group by 1
    ) as found`,
    [account],
  )
  const rows: readonly UseRow[] = JSON.parse(answer?.rows ?? 'null') ?? []
  const uses = rows.map(useOf)
  for (const [index, use] of uses.entries())
    if (isCut(use.group)) uses[index] = await wholeUse(queries, account, use)
  return uses.sort((one, other) => one.group.first - other.group.first)
}

/** As the database gives it in JSON. */
type UseRow = readonly [
  texts: readonly (string | null)[],
  first: number,
  hasMemo: boolean | null,
  count: number,
  amount: string | null,
  unreadable: number,
  day: number | null,
  isTimeless: boolean,
  undatedBefore: number | null,
]

function useOf([texts, first, hasMemo, ...sums]: UseRow): DestinationUse {
  const [destination_key = null, destination_address = null, network_id = null, asset_id = null] = texts
  const [whitelist_id = null, kind = null] = texts.slice(4)
  const [count, amount, unreadable, day, isTimeless, undatedBefore] = sums
  return {
    address: textIn(destination_address) ?? '',
    ...{ network_id: textIn(network_id), asset_id: textIn(asset_id), whitelist_id: textIn(whitelist_id) },
    kind: kind === 'withdrawal' || kind === 'unclear' ? kind : 'other',
    hasMemo: hasMemo === true,
    ...{ count, amount: amount ?? '0', unreadable, day },
    undatedBefore: isTimeless ? Infinity : undatedBefore,
    group: { destination_key, destination_address, network_id, asset_id, whitelist_id, kind, first },
  }
}

function isCut({ destination_address, network_id, asset_id, whitelist_id }: UseGroup): boolean {
  return [destination_address, network_id, asset_id, whitelist_id].some(
    (text) => text !== null && isShortened(text),
  )
}

/** How many transactions a review looks at, and what it cannot say of some. */
export interface ComparedTransactions {
  readonly rows: number
  /** Completed withdrawals without a destination address. */
  readonly withoutAddress: number
  /** May be completed withdrawals: type or status is missing or unknown. */
  readonly unclear: number
}

export async function comparedTransactions(queries: Queries, account: string): Promise<ComparedTransactions> {
  const [row] = await queries.query<'rows' | 'unclear' | 'without'>(
    `select sum(count) as rows, sum(count) filter (where ${kind} = 'unclear') as unclear, (
      select count(*) from custody_store.transaction
      where account = $1 and gone_in is null and destination_key is null and ${isWithdrawal}
    ) as without
    from (
      select transaction_type, status, count(*) as count from custody_store.transaction
      where account = $1 and gone_in is null group by transaction_type, status
    ) as counted`,
    [account],
  )
  const [rows, withoutAddress, unclear] = [row?.rows, row?.without, row?.unclear].map(Number)
  return { rows: rows ?? 0, withoutAddress: withoutAddress ?? 0, unclear: unclear ?? 0 }
}

/** Who owns an address, as a withdrawal names it. */
export interface NamedOwner {
  readonly type: string | null
  readonly id: string | null
  /** Its name, or else its id. */
  readonly text: string
}

/** The first few that completed withdrawals name, by the key of an address. */
export async function namedOwners(
  queries: Queries,
  account: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedOwner[]>> {
  if (keys.length === 0) return new Map()
  const rows = await queries.query<'destination_key' | 'type' | 'id' | 'name'>(
    `select destination_key, type, id, name from (
      select *, row_number() over (partition by destination_key order by first) as number from (
        select destination_key, destination_type as type, destination_id as id,
          nullif(destination_label, destination_address) as name, min(position) as first
        from custody_store.transaction
        where account = $1 and gone_in is null and ${isWithdrawal}
          and destination_key in (select json_array_elements_text($2::json))
        group by 1, 2, 3, 4
      ) as named
    ) as numbered where number <= ${mostOwners} order by destination_key, number`,
    [account, JSON.stringify(keys)],
  )
  const owners = new Map<string, NamedOwner[]>()
  for (const { destination_key: key, type, id, name } of rows) {
    const all = owners.get(key ?? '') ?? []
    owners.set(key ?? '', all)
    all.push({ type: textIn(type), id: textIn(id), text: shownColumn(name ?? id ?? '') })
  }
  return owners
}

const mostOwners = 4

/** Texts that were too long for their columns are in the record. */
async function wholeUse(queries: Queries, account: string, use: DestinationUse): Promise<DestinationUse> {
  const [row] = await queries.query<'record'>(
    `select record from custody_store.transaction as row, json_to_record($3::json) as use (${useFields})
    where ${isOfUse} and position = $2 order by id, occurrence limit 1`,
    [account, String(use.group.first), JSON.stringify(use.group)],
  )
  const { destination, ...transaction } = normaliseTransaction(parseBody(row?.record ?? 'null'))
  return {
    ...use,
    address: destination.destination_address ?? '',
    network_id: transaction.network_id,
    asset_id: transaction.asset_id,
    whitelist_id: use.whitelist_id && destination.destination_id,
  }
}

const known = (column: string, values: readonly string[], value: string) =>
  `${column} in ${wordList(values.filter((one) => one !== value))}`

const isWithdrawal = "(transaction_type = 'withdraw' and status = 'completed')"
const kind = `case when ${isWithdrawal} then 'withdrawal'
  when ${known('transaction_type', transactionTypes, 'withdraw')} or ${known('status', transactionStatuses, 'completed')} then 'other'
  else 'unclear' end`

const whitelist = `case when destination_id in (select whitelist_id from custody_store.whitelist where account = $1)
  then destination_id end`

export const useFields = groupColumns.map((name) => `${name} text`).join(', ')

const isInGroup = `row.destination_address = use.destination_address and row.network_id is not distinct from use.network_id
  and row.asset_id is not distinct from use.asset_id and ${kind} = use.kind
  and ${whitelist} is not distinct from use.whitelist_id`

/** Whether a transaction `row` is one of the group `use`. */
export const isOfUse = `row.account = $1 and row.gone_in is null and row.destination_key = use.destination_key
  and ${isInGroup}`

/** Of transactions of one group, or of all with its key. */
export interface UseQuestion {
  readonly group: UseGroup
  readonly isOfKey: boolean
  /** The last day on which one of them was recorded. */
  readonly day: number | null
}

/** Ids with their places in the service's order. */
export interface UseIds {
  /** The first few that have one. */
  readonly first: readonly PlacedText[]
  /** The first of the day. */
  readonly latest: PlacedText | null
}

export interface PlacedText {
  readonly place: number
  readonly text: string
}

/** In the order of the questions. */
export async function idsOfUses(
  queries: Queries,
  account: string,
  questions: readonly UseQuestion[],
): Promise<readonly UseIds[]> {
  if (questions.length === 0) return []
  const isAsked = `row.account = $1 and row.gone_in is null and row.destination_key = use.destination_key
    and (is_of_key or (${isInGroup}))`
  const rows = await queries.query<'number' | 'first' | 'latest'>(
    `select number, (
      select json_agg(array[position::text, id] order by position)::text from (
        select position, coalesce(whole_id, id) as id from custody_store.transaction as row
        where ${isAsked} and id > '' order by position, row.id, occurrence limit ${mostIds}
      ) as placed
    ) as first, (
      select json_build_array(array[position::text, coalesce(whole_id, id)])::text from custody_store.transaction as row
      where ${isAsked} and ${dayOfRow} = use.day order by position, id, occurrence limit 1
    ) as latest
    from json_to_recordset($2::json) as use (number integer, is_of_key boolean, day bigint, ${useFields})`,
    [
      account,
      JSON.stringify(
        questions.map(({ group, isOfKey, day }, number) => ({ ...group, number, is_of_key: isOfKey, day })),
      ),
    ],
  )
  const byNumber = new Map(rows.map((row) => [Number(row.number), row]))
  return questions.map((_, number) => {
    const { first = null, latest = null } = byNumber.get(number) ?? {}
    return { first: placedTexts(first), latest: placedTexts(latest)[0] ?? null }
  })
}

const mostIds = 5

const dayMilliseconds = 86_400_000
export const dayOfRow = `case when recorded_before <= (recorded_from / ${dayMilliseconds} + 1) * ${dayMilliseconds} and recorded_from >= 0
  then recorded_from / ${dayMilliseconds} end`

export const sumsOfRows = `count(*) as count, sum(amount)::text as amount, count(*) - count(amount) as unreadable,
  max(${dayOfRow}) as day, bool_or(recorded_before is null) as is_timeless,
  max(case when ${dayOfRow} is null then recorded_before end) as undated_before`
export const sumColumns = ['count', 'amount', 'unreadable', 'day', 'is_timeless', 'undated_before'] as const

export function placedTexts(json: string | null): readonly PlacedText[] {
  const pairs: readonly (readonly [string, string])[] = JSON.parse(json ?? 'null') ?? []
  return pairs.map(([place, text]) => ({ place: Number(place), text: shownColumn(text) }))
}
