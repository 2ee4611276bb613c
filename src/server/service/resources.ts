import type { EndpointName } from '../../contract/endpoints.ts'
import type { ReadQuery } from '../../contract/query.ts'
import type { Database } from './database/database.ts'
import { listHolders, readBalances, readVault } from './holdings.ts'
import { createTransactions } from './transactions.ts'

export type Resources = Readonly<
  Record<EndpointName, (query: ReadQuery, timestamp: string, value: string) => Promise<string>>
>

export function createResources(database: Database): Resources {
  const transactions = createTransactions(database)
  return {
    transactions: transactions.list,
    transaction: (_query, timestamp, id) => transactions.one(id, timestamp),
    whitelists: (query, timestamp) => listHolders(database, 'whitelists', query, timestamp),
    vaults: (query, timestamp) => listHolders(database, 'vaults', query, timestamp),
    vault: (_query, timestamp, id) => readVault(database, id, timestamp),
    balances: (query, timestamp) => readBalances(database, query, timestamp),
    balancesOfType: (query, timestamp, type) => readBalances(database, query, timestamp, type),
  }
}
