import { Refusal } from '../http.ts'
import type { Database } from './database/database.ts'
import { andHolds, Filter } from './database/filter.ts'
import type { ReadQuery } from './query.ts'

/**
 * GET /whitelist: the body as text. Filters choose whitelists that hold an address of that asset and network, and show each with
 * all its addresses. Throws WHT-00 where nothing matches.
 */
export async function listWhitelists(
  database: Database,
  query: ReadQuery,
  timestamp: string,
): Promise<string> {
  const filter = new Filter()
  filter.equal('w.whitelist_type', query.filter.get('whitelist_type'))
  andHolds(filter, query, 'whitelist_address e', 'e.whitelist_id = w.whitelist_id')
  const [answer] = await database.query<'items'>(
    `with page as materialized (
      select whitelist_id, whitelist_name, whitelist_type from whitelist w where ${filter.sql}
      order by whitelist_name, whitelist_id limit ${query.limit} offset ${query.offset}
    )
    select json_agg(json_build_object(
      'whitelist_id', page.whitelist_id,
      'whitelist_name', page.whitelist_name,
      'whitelist_type', page.whitelist_type,
      'assets', coalesce((
        select json_agg(json_build_object(
          'asset_id', e.asset_id,
          'asset_name', a.asset_name,
          'network_id', e.network_id,
          'network_name', a.network_name,
          'address', e.address,
          'memo', e.memo
        ) order by e.position)
        from whitelist_address e
        join asset a on a.asset_id = e.asset_id and a.network_id = e.network_id
        where e.whitelist_id = page.whitelist_id
      ), '[]')
    ) order by page.whitelist_name, page.whitelist_id)::text as items
    from page`,
    filter.parameters,
  )
  if (!answer?.items) throw new Refusal('WHT-00')
  return `{"timestamp":${JSON.stringify(timestamp)},"whitelists":${answer.items}}`
}
