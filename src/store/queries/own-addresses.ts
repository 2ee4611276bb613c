/** Addresses that the transactions of an account show: those of its vaults, and those that it sent to. */

import type { FormerDestination, OwnAddress } from '../../contract/addresses.ts'
import { parseBody } from '../../contract/answer-body.ts'
import type { Queries } from '../../database/database.ts'
import { allRows, Condition } from '../../database/sql.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import { wholeText } from '../database-text.ts'
import { type End, type EndKey, keysAtEnds } from './address-keys.ts'
import { anyOf } from './conditions.ts'

export interface AddressRows<Row> {
  /** Those of most transactions first. */
  readonly rows: readonly Row[]
  readonly total: number
}

/** Records without an id show an address too, but cannot be named for it. */
export async function ownAddresses(
  queries: Queries,
  account: string,
  limit: number,
  /** Those of these accounts alone, in every spelling. */
  addresses?: readonly string[],
): Promise<AddressRows<OwnAddress>> {
  const where = new Condition()
  where.parameter(account)
  const keys = addresses && (await keysAtEnds(queries, account, addresses, ['source', 'destination']))
  const columns = ['address', 'network_id', 'asset_id', 'vault_id', 'label'] as const
  const [answer] = await queries.query<'rows' | 'total'>(
    inOneText(
      [...columns, 'first', 'last'],
      `select ${columns.join(', ')}, min(shown_by) as first, max(shown_by) as last, count(*) as uses
      from (${endsOf('source', where, keys)} union all ${endsOf('destination', where, keys)}) as shown
      group by ${columns.join(', ')}`,
      limit,
    ),
    where.parameters,
  )
  return addressRows(answer, (address, cells) => {
    const [network_id = null, asset_id = null, vault_id = null, label = null, first, last] = cells
    return {
      ...{ address, network_id, asset_id, vault_id },
      vault_name: nameIn(label, address),
      transaction_ids: [...new Set([first, last])].flatMap((id) => (id ? [id] : [])),
    }
  })
}

/** Every vault address that transactions show, with the vault name, by first appearance. */
export async function vaultAddresses(queries: Queries, account: string): Promise<readonly OwnAddress[]> {
  const textsAt = (end: End) =>
    `case when ${end}_type = 'vault' and ${end}_key > '' then array[${end}_address, network_id, ${end}_id, ${end}_label] end as ${end}_texts`
  const shownAt = (end: End) =>
    `select '${end}' as shown_at, ${end}_texts as texts, min(first) as first from pair where ${end}_texts is not null group by ${end}_texts`
  // Both ends at once: the table is read a single time.
  const [answer] = await queries.query<'rows'>(
    `with pair as materialized (
      select source_texts, destination_texts, min(position) as first
      from (
        select position, ${textsAt('source')}, ${textsAt('destination')}
        from custody_store.transaction
        where account = $1 and gone_in is null and (source_type = 'vault' or destination_type = 'vault')
      ) as shown group by source_texts, destination_texts
    )
    select json_agg(json_build_array(shown_at, first, texts) order by first)::text as rows
    from (${shownAt('source')} union all ${shownAt('destination')}) as shown`,
    [account],
  )
  const rows: readonly (readonly [End, number, readonly (string | null)[]])[] =
    JSON.parse(answer?.rows ?? 'null') ?? []
  const addresses: OwnAddress[] = []
  for (const [end, first, texts] of rows) {
    const [column = ''] = texts
    const [short = null, network_id = null, vault_id = null, label = null] = texts.map(wholeText)
    const address = short ?? (await wholeAddress(queries, account, end, first, column ?? ''))
    const vault_name = nameIn(label, address)
    addresses.push({ address, network_id, asset_id: null, vault_id, vault_name, transaction_ids: [] })
  }
  return addresses
}

/** Of an address that was too long for its column. */
async function wholeAddress(
  queries: Queries,
  account: string,
  end: End,
  position: number,
  column: string,
): Promise<string> {
  const [row] = await queries.query<'record'>(
    `select record from custody_store.transaction
    where account = $1 and gone_in is null and position = $2 and ${end}_address = $3 limit 1`,
    [account, String(position), column],
  )
  const { source, destination } = normaliseTransaction(parseBody(row?.record ?? 'null'))
  return (end === 'source' ? source.source_address : destination.destination_address) ?? ''
}

/** Distinct by account, however the address is spelled. Only what was completed: nothing else reached it. */
export async function formerDestinations(
  queries: Queries,
  account: string,
  limit: number,
): Promise<AddressRows<FormerDestination>> {
  const [answer] = await queries.query<'rows' | 'total'>(
    inOneText(
      ['address', 'network_id', 'uses::text'],
      `select max(destination_address) as address, min(network_id) as network_id, count(*) as uses
      from custody_store.transaction
      where account = $1 and gone_in is null and status = 'completed'
        and destination_key > '' and destination_type is distinct from 'vault'
      group by destination_key`,
      limit,
    ),
    [account],
  )
  return addressRows(answer, (address, [network_id = null, uses]) => ({
    ...{ address, network_id },
    sent: Number(uses),
  }))
}

function endsOf(end: End, where: Condition, keys: readonly EndKey[] | undefined): string {
  const own = keys?.flatMap((one) => (one.end === end ? where.parameter(one.key) : []))
  return `select ${end}_address as address, network_id, asset_id, ${end}_id as vault_id, ${end}_label as label,
      nullif(coalesce(whole_id, id), '') as shown_by
    from custody_store.transaction
    where account = $1 and gone_in is null and ${end}_type = 'vault'
      and ${own === undefined ? `${end}_key > ''` : anyOf(`${end}_key`, own)}`
}

function inOneText(columns: readonly string[], groups: string, limit: number): string {
  const order = `uses desc, ${columns.join(', ')}`
  return `with found as (${groups}),
    page as (select * from found order by ${order} limit ${limit})
    select (select count(*) from found) as total, ${allRows(columns, order)} from page`
}

/** What was too long for its column is not known: no address is. */
function addressRows<Row>(
  answer: { readonly rows: string | null; readonly total: string | null } | undefined,
  rowOf: (address: string, cells: readonly (string | null)[]) => Row,
): AddressRows<Row> {
  const rows: readonly (readonly (string | null)[])[] = JSON.parse(answer?.rows ?? '[]')
  return {
    rows: rows.flatMap((row) => {
      const [address = null, ...cells] = row.map(wholeText)
      return address === null ? [] : [rowOf(address, cells)]
    }),
    total: Number(answer?.total ?? 0),
  }
}

/** Of a vault without a name, the column has its address. */
function nameIn(label: string | null, address: string): string | null {
  return label === address ? null : label
}
