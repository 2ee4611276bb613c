import { type VaultType, vaultTypes } from '../../contract/enumerations.ts'
import { Refusal } from '../http.ts'
import type { Database } from './database/database.ts'
import { Filter } from './database/filter.ts'
import { holdingObject } from './holdings.ts'
import type { ReadQuery } from './query.ts'

/** GET /balances: the sums over all vaults as body text. Throws BAL-00 where nothing matches. */
export async function listBalances(database: Database, query: ReadQuery, timestamp: string): Promise<string> {
  return await balanceList(database, query, timestamp, undefined)
}

/**
 * GET /balances/{vault_type}: the sums over the vaults of one type as body text. Throws BAL-02 where there is no such type,
 * BAL-01 where nothing matches.
 */
export async function listBalancesOfType(
  database: Database,
  type: string,
  query: ReadQuery,
  timestamp: string,
): Promise<string> {
  const known = vaultTypes.find((one) => one === type)
  if (known === undefined) throw new Refusal('BAL-02')
  return await balanceList(database, query, timestamp, known)
}

async function balanceList(
  database: Database,
  query: ReadQuery,
  timestamp: string,
  type: VaultType | undefined,
): Promise<string> {
  const filter = new Filter()
  filter.equal('v.vault_type', type)
  filter.equal('h.asset_id', query.filter.get('asset_id'))
  filter.equal('h.network_id', query.filter.get('network_id'))
  const [answer] = await database.query<'items'>(
    `with page as materialized (
      select h.asset_id, h.network_id,
        sum(h.available_balance) as available_balance,
        sum(h.processing_balance) as processing_balance,
        sum(h.staking_balance) as staking_balance,
        sum(h.claimable_balance) as claimable_balance
      from holding h join vault v on v.vault_id = h.vault_id
      where ${filter.sql}
      group by h.asset_id, h.network_id
      order by h.asset_id, h.network_id limit ${query.limit} offset ${query.offset}
    )
    select json_agg(${holdingObject('page', 'a')} order by page.asset_id, page.network_id)::text as items
    from page join asset a on a.asset_id = page.asset_id and a.network_id = page.network_id`,
    filter.parameters,
  )
  if (!answer?.items) throw new Refusal(type === undefined ? 'BAL-00' : 'BAL-01')
  const head = `"timestamp":${JSON.stringify(timestamp)},"balance_type":${JSON.stringify(type ?? 'all')}`
  return `{${head},"balance":${answer.items}}`
}
