/**
 * Who received what the account sent, and who sent what it received: completed withdrawals and deposits, added up, without those that are a
 * movement between own vaults.
 */
import type { DateSpan } from '../../contract/console-api.ts'
import type { Queries } from '../../database/database.ts'
import { Condition } from '../../database/sql.ts'
import { columnText, wholeText } from '../database-text.ts'
import { type OwnTransferSide, ownVaultsIn } from '../sums.ts'
import { keysOn, networksOf } from './address-keys.ts'
import { anyOf } from './conditions.ts'
import type { RecordedPeriod } from './transaction-query.ts'
import { decimalOf, periodOf } from './transactions.ts'

export interface CounterpartyQuery {
  readonly period: RecordedPeriod
  /** Of the account's own end; all vaults without. */
  readonly vaults?: readonly string[]
  /** How many accounts on no whitelist are listed separately, for each asset and direction: those with the largest sums. */
  readonly most: number
  /** Where earlier periods begin, in order, and the last of them ends: milliseconds since 1970. Without it nothing is said of them. */
  readonly earlier?: readonly number[]
}

/** One account, however its address is spelled, and one asset on one network. */
export interface CounterpartySum {
  /** From the side of the vaults. */
  readonly direction: 'sent' | 'received'
  readonly asset_id: string | null
  readonly network_id: string | null
  /** One of the spellings; null without an address, and of several accounts. */
  readonly address: string | null
  /** As transactions give them, if all give the same. */
  readonly id: string | null
  readonly name: string | null
  /** More than one: these accounts are not listed separately. */
  readonly accounts: number
  readonly whitelists: readonly ListingWhitelist[]
  readonly count: number
  /** Exact decimal text. */
  readonly amount: string
  /** Amounts that are no decimals, which are in no sum. */
  readonly amountless: number
  /** Within which span the first was recorded, and the last. */
  readonly first: DateSpan
  readonly last: DateSpan
  /** Of one account, if it was asked for. */
  readonly earlier?: EarlierSums
}

export interface EarlierSums {
  /** By the number of the period; those without any are left out. */
  readonly sums: ReadonlyMap<number, string>
  /** Transactions whose period is unknown. */
  readonly undated: number
  /** Those before the first period. */
  readonly older: number
}

export interface ListingWhitelist {
  readonly id: string | null
  readonly name: string | null
}

export async function counterpartySums(
  queries: Queries,
  account: string,
  { period, vaults, most, earlier }: CounterpartyQuery,
  sides: readonly OwnTransferSide[],
): Promise<readonly CounterpartySum[]> {
  const listed = await listedKeys(queries, account)
  const where = new Condition()
  where.parameter(account)
  const isIn = periodOf(period, where)?.isIn ?? 'true'
  const keys = where.parameter(JSON.stringify([...listed.keys()]))
  const ownVaults = ownVaultsIn(where.parameter(JSON.stringify(sides)))
  const ids = vaults?.map((id) => where.parameter(columnText(id)))
  const moved = movementsIn(isIn, ownVaults, ids)
  const rows = await queries.query<CounterpartyColumn>(
    `with listed as materialized (select value as key from json_array_elements_text(${keys}::json)),
    moved as (
      ${moved}
    ), party as (
      select direction, asset_id, network_id, key, max(address) as address, ${onlyOne('id')}, ${onlyOne('name')},
        1 as accounts, count(*) as count, sum(amount) as amount, count(*) - count(amount) as amountless,
        min(recorded_from) as first_from, min(recorded_before) as first_before,
        max(recorded_from) as last_from, max(recorded_before) as last_before
      from moved
      group by direction, asset_id, network_id, key, case when key = '' then id end, case when key = '' then name end
    ), ranked as (
      select *, row_number() over (
        partition by direction, asset_id, network_id, is_listed order by amount desc nulls last, count desc, key, id, name
      ) as place
      from (select *, key in (select key from listed) as is_listed from party) as told
    ), kept as (
      select direction, asset_id, network_id, key, address, id, name, ${summed.join(', ')}
      from ranked where is_listed or place <= ${most}
      union all
      select direction, asset_id, network_id, '' as key, null as address, null as id, null as name,
        sum(accounts), sum(count), sum(amount), sum(amountless),
        min(first_from), min(first_before), max(last_from), max(last_before)
      from ranked where not is_listed and place > ${most} group by direction, asset_id, network_id
    )
    select *, amount::text as sum from kept
    order by direction desc, asset_id, network_id, accounts, kept.amount desc nulls last, key, id, name`,
    where.parameters,
  )
  const before = earlier && (await earlierSums(queries, account, { vaults, edges: earlier }, sides))
  return rows.map((row) => {
    const sum = counterpartySum(row, listed)
    return before && row.key !== ''
      ? { ...sum, earlier: before.get(nameOfSum(row)) ?? { sums: new Map(), undated: 0, older: 0 } }
      : sum
  })
}

/** Selects what was sent and what was received. `isIn`: of which time. `vaults`: placeholders of their ids. */
function movementsIn(isIn: string, ownVaults: string, vaults: readonly string[] | undefined): string {
  const moved = (type: string, own: string, end: string, direction: CounterpartySum['direction']) =>
    `select '${direction}' as direction, asset_id, network_id, coalesce(${end}_key, '') as key, ${end}_address as address,
      ${end}_id as id, ${end}_label as name, amount, recorded_from, recorded_before
    from custody_store.transaction ${ownVaults}
    where account = $1 and gone_in is null and status = 'completed' and transaction_type = '${type}' and side_id is null
      and ${own}_type = 'vault' and ${vaults ? anyOf(`${own}_id`, vaults) : 'true'} and ${isIn}`
  return `${moved('withdraw', 'source', 'destination', 'sent')}
    union all ${moved('deposit', 'destination', 'source', 'received')}`
}

async function earlierSums(
  queries: Queries,
  account: string,
  { vaults, edges }: { readonly vaults: readonly string[] | undefined; readonly edges: readonly number[] },
  sides: readonly OwnTransferSide[],
): Promise<ReadonlyMap<string, EarlierSums>> {
  const where = new Condition()
  where.parameter(account)
  const bounds = `${where.parameter(`{${edges.join(',')}}`)}::bigint[]`
  const end = where.parameter(edges.at(-1) ?? 0)
  const ownVaults = ownVaultsIn(where.parameter(JSON.stringify(sides)))
  const ids = vaults?.map((id) => where.parameter(columnText(id)))
  const rows = await queries.query<
    'direction' | 'asset_id' | 'network_id' | 'key' | 'period' | 'sum' | 'count'
  >(
    `select direction, asset_id, network_id, key,
      case when width_bucket(recorded_from, ${bounds}) = width_bucket(recorded_before - 1, ${bounds})
        then width_bucket(recorded_from, ${bounds}) end as period,
      sum(amount)::text as sum, count(*) as count
    from (${movementsIn(`(recorded_from < ${end}::bigint) is not false`, ownVaults, ids)}) as moved
    where key > '' group by 1, 2, 3, 4, 5`,
    where.parameters,
  )
  const found = new Map<string, { sums: Map<number, string>; undated: number; older: number }>()
  for (const row of rows) {
    const own = found.get(nameOfSum(row)) ?? { sums: new Map(), undated: 0, older: 0 }
    found.set(nameOfSum(row), own)
    if (row.period === null) own.undated += Number(row.count)
    else if (row.period === '0') own.older += Number(row.count)
    else own.sums.set(Number(row.period), decimalOf(row.sum))
  }
  return found
}

function nameOfSum({
  direction,
  asset_id,
  network_id,
  key,
}: Readonly<Record<'direction' | 'asset_id' | 'network_id' | 'key', string | null>>): string {
  return JSON.stringify([direction, asset_id, network_id, key])
}

const summed = [
  ...['accounts', 'count', 'amount', 'amountless'],
  ...['first_from', 'first_before', 'last_from', 'last_before'],
] as const

type CounterpartyColumn =
  | ('direction' | 'asset_id' | 'network_id' | 'key' | 'address' | 'id' | 'name')
  | ('accounts' | 'count' | 'sum' | 'amountless')
  | ('first_from' | 'first_before' | 'last_from' | 'last_before')

function onlyOne(column: string): string {
  return `case when min(${column}) = max(${column}) and count(${column}) = count(*) then min(${column}) end as ${column}`
}

function counterpartySum(
  row: Readonly<Record<CounterpartyColumn, string | null>>,
  listed: ReadonlyMap<string, readonly ListingWhitelist[]>,
): CounterpartySum {
  return {
    direction: row.direction === 'sent' ? 'sent' : 'received',
    asset_id: wholeText(row.asset_id),
    network_id: wholeText(row.network_id),
    address: wholeText(row.address) || null,
    id: wholeText(row.id) || null,
    name: wholeText(row.name) || null,
    accounts: Number(row.accounts),
    whitelists: listed.get(row.key ?? '') ?? [],
    count: Number(row.count),
    amount: decimalOf(row.sum),
    amountless: Number(row.amountless),
    first: { from: Number(row.first_from), before: Number(row.first_before) },
    last: { from: Number(row.last_from), before: Number(row.last_before) },
  }
}

/**
 * The whitelists of each account. An entry without a network is tried as one of each network that the account has, and what was sent without
 * one may be to any entry.
 */
async function listedKeys(
  queries: Queries,
  account: string,
): Promise<ReadonlyMap<string, readonly ListingWhitelist[]>> {
  const networks = await networksOf(queries, account)
  const rows = await queries.query<'address' | 'network_id' | 'id' | 'name'>(
    `select address, network_id, whitelist_id as id, whitelist_label as name
    from custody_store.whitelist_entry as entry join custody_store.whitelist as listed
      on listed.account = entry.account and listed.place = entry.whitelist_place
    where entry.account = $1 and address > '' order by entry.whitelist_place, entry.place`,
    [account],
  )
  const listed = new Map<string, ListingWhitelist[]>()
  for (const row of rows) {
    const address = wholeText(row.address)
    if (address === null) continue
    const network = wholeText(row.network_id)
    const whitelist = { id: wholeText(row.id), name: wholeText(row.name) }
    for (const key of keysOn(network?.trim() ? [network, null] : networks, [address])) {
      const before = listed.get(key) ?? []
      if (!before.some(({ id, name }) => id === whitelist.id && name === whitelist.name))
        before.push(whitelist)
      listed.set(key, before)
    }
  }
  return listed
}
