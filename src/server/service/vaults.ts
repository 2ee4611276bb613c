import { Refusal } from '../http.ts'
import type { Database } from './database/database.ts'
import { andHolds, Filter } from './database/filter.ts'
import { holdingObject } from './holdings.ts'
import type { ReadQuery } from './query.ts'

/**
 * GET /vaults: the body as text. Filters choose vaults that hold that asset on that network, and show each with all its
 * holdings: part of a vault would look like all of it. Throws VAL-01 where nothing matches.
 */
export async function listVaults(database: Database, query: ReadQuery, timestamp: string): Promise<string> {
  const filter = new Filter()
  filter.equal('v.vault_type', query.filter.get('vault_type'))
  andHolds(filter, query, 'holding e', 'e.vault_id = v.vault_id')
  const items = await askVaults(database, filter, query)
  if (items === null) throw new Refusal('VAL-01')
  return envelope(items, timestamp)
}

/** GET /vaults/{vaults_id}: the body as text. Throws VAL-02 where there is no such vault. */
export async function readVault(database: Database, id: string, timestamp: string): Promise<string> {
  const filter = new Filter()
  filter.equal('v.vault_id', id)
  const items = await askVaults(database, filter, { limit: 1, offset: 0 })
  if (items === null) throw new Refusal('VAL-02')
  return envelope(items, timestamp)
}

function envelope(items: string, timestamp: string): string {
  return `{"timestamp":${JSON.stringify(timestamp)},"vaults":${items}}`
}

async function askVaults(
  database: Database,
  filter: Filter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<string | null> {
  const [answer] = await database.query<'items'>(
    `with page as materialized (
      select vault_id, vault_name, vault_type from vault v where ${filter.sql}
      order by vault_name, vault_id limit ${limit} offset ${offset}
    )
    select json_agg(json_build_object(
      'vault_id', page.vault_id,
      'vault_name', page.vault_name,
      'vault_type', page.vault_type,
      'assets', coalesce((
        select json_agg(${holdingObject('h', 'a')} order by h.asset_id, h.network_id)
        from holding h
        join asset a on a.asset_id = h.asset_id and a.network_id = h.network_id
        where h.vault_id = page.vault_id
      ), '[]')
    ) order by page.vault_name, page.vault_id)::text as items
    from page`,
    filter.parameters,
  )
  return answer?.items ?? null
}
