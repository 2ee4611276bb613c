import type { EndpointName } from '../../contract/endpoints.ts'
import { Refusal } from '../http.ts'
import { listBalances, listBalancesOfType } from './balances.ts'
import type { Database } from './database/database.ts'
import type { ReadQuery } from './query.ts'
import { createTransactions } from './transactions.ts'
import { listVaults, readVault } from './vaults.ts'
import { listWhitelists } from './whitelists.ts'

/** What answers each endpoint, with the body as text; `value` is the decoded path parameter, empty where there is none. */
export type Resources = Readonly<
  Record<EndpointName, (query: ReadQuery, timestamp: string, value: string) => Promise<string>>
>

/** All resources of the read API over one database. */
export function createResources(database: Database): Resources {
  const transactions = createTransactions(database)
  return {
    transactions: (query, timestamp) => transactions.list(query, timestamp),
    transaction: async (_query, timestamp, id) =>
      transactions.one(storable(id) ?? refuse('TXN-04'), timestamp),
    whitelists: (query, timestamp) => listWhitelists(database, query, timestamp),
    vaults: (query, timestamp) => listVaults(database, query, timestamp),
    vault: async (_query, timestamp, id) => readVault(database, storable(id) ?? refuse('VAL-02'), timestamp),
    balances: (query, timestamp) => listBalances(database, query, timestamp),
    balancesOfType: (query, timestamp, type) => listBalancesOfType(database, type, query, timestamp),
  }
}

/** PostgreSQL's text cannot hold U+0000, not even in a question: such an id is nobody's. */
function storable(id: string): string | undefined {
  return id.includes('\u0000') ? undefined : id
}

function refuse(code: 'TXN-04' | 'VAL-02'): never {
  throw new Refusal(code)
}
