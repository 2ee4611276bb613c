import type { Queries } from '../../database/database.ts'
import { fromDatabaseText } from '../database-text.ts'
import { addressKey } from '../transaction-row.ts'

export type End = 'source' | 'destination'

/**
 * The keys that addresses have in an account, at each end where a transaction has one. What an address is a spelling of depends on its network,
 * so that it is tried as an address of each network that the account has.
 */
export async function keysAtEnds(
  queries: Queries,
  account: string,
  addresses: readonly string[],
  ends: readonly End[],
): Promise<readonly EndKey[]> {
  const networks = await networksOf(queries, account)
  const spellings = new Map<string, string>()
  for (const address of addresses)
    for (const key of keysOn(networks, [address])) if (!spellings.has(key)) spellings.set(key, address)
  const tried = [...spellings.keys()]
  if (tried.length === 0) return []
  const isAt = (end: End) =>
    `exists (select 1 from custody_store.transaction where account = $1 and gone_in is null and ${end}_key = key)`
  const rows = await queries.query<'key' | End>(
    `select key, ${ends.map((end) => `${isAt(end)} as ${end}`).join(', ')}
    from (values ${tried.map((_, index) => `($${index + 2})`).join(', ')}) as tried (key)`,
    [account, ...tried],
  )
  return rows.flatMap((row) =>
    ends.flatMap((end) =>
      row[end] === 't' && row.key !== null
        ? { end, key: row.key, address: spellings.get(row.key) ?? '' }
        : [],
    ),
  )
}

/** The keys of addresses, as addresses of each of some networks. */
export function keysOn(
  networks: readonly (string | null)[],
  addresses: readonly string[],
): readonly string[] {
  const keys = addresses.flatMap((address) => networks.map((network) => addressKey(address, network)))
  return [...new Set(keys)].filter((key) => key !== null)
}

export interface EndKey {
  readonly end: End
  readonly key: string
  /** The first that was asked for with this key, as it was spelled. */
  readonly address: string
}

/** From one to the next along an index: they are few, and the rows are many. */
export async function networksOf(queries: Queries, account: string): Promise<readonly (string | null)[]> {
  const rows = await queries.query<'network_id'>(
    `with recursive network as (
      (select network_id from custody_store.transaction where account = $1 and gone_in is null and network_id > ''
        order by network_id limit 1)
      union all
      select later.network_id from network cross join lateral (
        select network_id from custody_store.transaction
        where account = $1 and gone_in is null and network_id > network.network_id
        order by network_id limit 1
      ) as later
    ) select network_id from network`,
    [account],
  )
  return [null, ...rows.map(({ network_id }) => fromDatabaseText(network_id ?? ''))]
}
