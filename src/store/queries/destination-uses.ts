/** Where transactions went, added up for the whitelist review; and on request when, how much and which. */
import { parseBody } from '../../contract/answer-body.ts'
import { transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'
import type { Queries } from '../../database/database.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import { databaseText, fromDatabaseText, isShortened, shownColumn, textSeparator } from '../database-text.ts'

/** Transactions that went to one spelling of an address, in one asset, under the name of one whitelist of the account or of none. */
export interface DestinationUse {
  readonly address: string
  readonly network_id: string | null
  readonly asset_id: string | null
  /** The destination's id where a whitelist of the account has it. */
  readonly whitelist_id: string | null
  readonly kind: UseKind
  readonly count: number
  readonly group: UseGroup
}

/** `withdrawal`: completed. `unclear`: type or status is missing or unknown, and the other does not rule it out. */
export type UseKind = 'withdrawal' | 'unclear' | 'other'

/** By what its rows are found again: texts as they stand in columns. */
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
 * Of completed withdrawals, and of all that went to a whitelisted address; in the order of their first rows. `isAnywhere`: a whitelisted
 * address without a network is one, whatever the network of a transaction, so that all are given.
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
  const rows = await groupRows<readonly (string | null)[]>(
    queries,
    `select array[${columns.join(', ')}] as texts, count(*) as count, min(position) as first
    from custody_store.transaction where account = $1 and gone_in is null and destination_key is not null
      and (${isAnywhere} or ${isWithdrawal} or destination_key like '${databaseText(textSeparator)}%' or ${isListed})
    group by 1`,
    [account],
  )
  const uses = rows.map(([texts, count, first]): DestinationUse => {
    const [destination_key = null, destination_address = null, network_id = null, asset_id = null] = texts
    const [whitelist_id = null, kind = null] = texts.slice(4)
    return {
      address: textOf(destination_address) ?? '',
      ...{ network_id: textOf(network_id), asset_id: textOf(asset_id), whitelist_id: textOf(whitelist_id) },
      kind: kind === 'withdrawal' || kind === 'unclear' ? kind : 'other',
      count: Number(count),
      group: {
        ...{ destination_key, destination_address, network_id, asset_id, whitelist_id, kind },
        first: Number(first),
      },
    }
  })
  for (const [index, use] of uses.entries())
    if (isCut(use.group)) uses[index] = await wholeUse(queries, account, use)
  return uses.sort((one, other) => one.group.first - other.group.first)
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
    all.push({ type: textOf(type), id: textOf(id), text: shownColumn(name ?? id ?? '') })
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
  `${column} in (${values.flatMap((one) => (one === value ? [] : `'${one}'`)).join(', ')})`

const isWithdrawal = "(transaction_type = 'withdraw' and status = 'completed')"
const kind = `case when ${isWithdrawal} then 'withdrawal'
  when ${known('transaction_type', transactionTypes, 'withdraw')} or ${known('status', transactionStatuses, 'completed')} then 'other'
  else 'unclear' end`

const whitelist = `case when destination_id in (select whitelist_id from custody_store.whitelist where account = $1)
  then destination_id end`

/** Of a group in JSON, as a record `use`. */
export const useFields = groupColumns.map((name) => `${name} text`).join(', ')

/** Whether a transaction `row` is one of the group `use`. */
export const isOfUse = `row.account = $1 and row.gone_in is null and row.destination_key = use.destination_key
  and row.destination_address = use.destination_address and row.network_id is not distinct from use.network_id
  and row.asset_id is not distinct from use.asset_id and ${kind} = use.kind
  and ${whitelist} is not distinct from use.whitelist_id`

/** What is told of some transactions beside their number. */
export interface UseDetails {
  readonly count: number
  /** Exact decimal text. What is no decimal is counted in `unreadable`, and not in it. */
  readonly amount: string
  readonly unreadable: number
  /** Ids of the first few that have one, by their places in the service's order. */
  readonly ids: readonly PlacedText[]
  /** The last day, as a number since 1970, on which one is known to have been recorded, and the first of that day. */
  readonly latest: { readonly day: number; readonly place: number; readonly id: string | null } | null
  /** When all were recorded whose day is not known: before this, in milliseconds. Null where there are none. */
  readonly undatedBefore: number | null
}

export interface PlacedText {
  readonly place: number
  readonly text: string
}

/** In the order of `uses`. */
export async function detailsOfUses(
  queries: Queries,
  account: string,
  uses: readonly DestinationUse[],
): Promise<readonly UseDetails[]> {
  if (uses.length === 0) return []
  const rows = await queries.query<'number' | (typeof detailColumns)[number]>(
    `select number, sums.*, ids.*, latest.*
    from json_to_recordset($2::json) as use (number integer, ${useFields})
    cross join lateral (select ${sumsOfRows} from custody_store.transaction as row where ${isOfUse}) as sums
    cross join lateral (
      select json_agg(array[position::text, id] order by position)::text as ids from (
        select position, coalesce(whole_id, id) as id from custody_store.transaction as row
        where ${isOfUse} and id > '' order by position, row.id, occurrence limit ${mostIds}
      ) as first
    ) as ids
    left join lateral (
      select position as latest_place, coalesce(whole_id, id) as latest_id from custody_store.transaction as row
      where ${isOfUse} and ${dayOfRow} = sums.day order by position, id, occurrence limit 1
    ) as latest on true`,
    [account, JSON.stringify(uses.map(({ group }, number) => ({ ...group, number })))],
  )
  const byNumber = new Map(rows.map((row) => [Number(row.number), detailsOfRow(row)]))
  return uses.map((_, number) => byNumber.get(number) ?? noDetails)
}

const mostIds = 5

const dayMilliseconds = 86_400_000
export const dayOfRow = `case when recorded_before <= (recorded_from / ${dayMilliseconds} + 1) * ${dayMilliseconds} and recorded_from >= 0
  then recorded_from / ${dayMilliseconds} end`

/** Of rows that are added up. */
export const sumsOfRows = `count(*) as count, sum(amount)::text as amount, count(*) - count(amount) as unreadable,
  max(${dayOfRow}) as day, bool_or(recorded_before is null) as is_timeless,
  max(case when ${dayOfRow} is null then recorded_before end) as undated_before`

export const detailColumns = [
  ...(['count', 'amount', 'unreadable', 'day', 'is_timeless', 'undated_before'] as const),
  ...(['ids', 'latest_place', 'latest_id'] as const),
] as const
type DetailRow = Readonly<Record<(typeof detailColumns)[number], string | null>>

const noDetails: UseDetails = {
  ...{ count: 0, amount: '0', unreadable: 0, ids: [], latest: null, undatedBefore: null },
}

export function detailsOfRow(row: DetailRow): UseDetails {
  return {
    count: Number(row.count),
    amount: row.amount ?? '0',
    unreadable: Number(row.unreadable),
    ids: placedTexts(row.ids),
    latest:
      row.day === null
        ? null
        : {
            ...{ day: Number(row.day), place: Number(row.latest_place) },
            id: row.latest_id ? fromDatabaseText(row.latest_id) : null,
          },
    undatedBefore:
      row.is_timeless === 't' ? Infinity : row.undated_before === null ? null : Number(row.undated_before),
  }
}

export function placedTexts(json: string | null): readonly PlacedText[] {
  const pairs: readonly (readonly [string, string])[] = JSON.parse(json ?? 'null') ?? []
  return pairs.map(([place, text]) => ({ place: Number(place), text: shownColumn(text) }))
}

/** All groups in one text: PGlite takes twice as long to hand over as many rows. */
async function groupRows<Texts>(
  queries: Queries,
  groups: string,
  parameters: readonly string[],
): Promise<readonly (readonly [texts: Texts, count: number, first: number])[]> {
  const [answer] = await queries.query<'rows'>(
    `select json_agg(json_build_array(texts, count, first))::text as rows from (${groups}) as found`,
    parameters,
  )
  return JSON.parse(answer?.rows ?? 'null') ?? []
}

const textOf = (column: string | null) => (column === null ? null : fromDatabaseText(column))
