/**
 * Query definitions (key, function, parameters), one for each thing that is read, shared by every reader of it. A key
 * begins with the endpoint's name, so that one endpoint can be invalidated whole.
 */
import { queryOptions } from '@tanstack/react-query'
import type { Filter } from '../contract/endpoints.ts'
import {
  getTransaction,
  getVault,
  listBalances,
  listTransactions,
  listVaults,
  listWhitelists,
} from './endpoints.ts'
import { readAll, readPage } from './paging.ts'

/** Which rows of a list. */
export interface PageRange {
  readonly limit: number
  readonly offset: number
}

/** One page of GET /transactions. */
export function transactionsQuery(filter: Filter<'transactions'>, { limit, offset }: PageRange) {
  return queryOptions({
    queryKey: ['transactions', filter, { limit, offset }] as const,
    queryFn: ({ signal }) =>
      readPage((page) => listTransactions({ ...filter, ...page }, signal), limit, offset),
    gcTime: transactionsKeptFor,
  })
}

/** GET /transactions/{tx_id}. */
export function transactionQuery(id: string) {
  return queryOptions({
    queryKey: ['transaction', id] as const,
    queryFn: ({ signal }) => getTransaction(id, signal),
    gcTime: transactionsKeptFor,
  })
}

/** Long, since what was read is where hashes are looked for; not for ever, since a tab stays open all day. Milliseconds. */
const transactionsKeptFor = 60 * 60_000

/** One page of GET /whitelist. */
export function whitelistsQuery(filter: Filter<'whitelists'>, { limit, offset }: PageRange) {
  return queryOptions({
    queryKey: ['whitelists', filter, { limit, offset }] as const,
    queryFn: ({ signal }) =>
      readPage((page) => listWhitelists({ ...filter, ...page }, signal), limit, offset),
  })
}

/** Every row of GET /whitelist: what finds a whitelist by its id, since the read API has no request for one. */
export function allWhitelistsQuery(filter: Filter<'whitelists'>) {
  return queryOptions({
    queryKey: ['whitelists', 'all', filter] as const,
    queryFn: ({ signal }) =>
      readAll(
        (page) => listWhitelists({ ...filter, ...page }, signal),
        ({ whitelist_id }) => whitelist_id,
      ),
  })
}

/** One page of GET /vaults. */
export function vaultsQuery(filter: Filter<'vaults'>, { limit, offset }: PageRange) {
  return queryOptions({
    queryKey: ['vaults', filter, { limit, offset }] as const,
    queryFn: ({ signal }) => readPage((page) => listVaults({ ...filter, ...page }, signal), limit, offset),
  })
}

/** GET /vaults/{vaults_id}. */
export function vaultQuery(id: string) {
  return queryOptions({
    queryKey: ['vault', id] as const,
    queryFn: ({ signal }) => getVault(id, signal),
  })
}

/** Every row of GET /balances (type `all`), or of GET /balances/{vault_type}. */
export function balancesQuery(type: string, filter: Filter<'balances'>) {
  return queryOptions({
    queryKey: ['balances', type, filter] as const,
    queryFn: ({ signal }) =>
      readAll(
        (page) => listBalances(type, { ...filter, ...page }, signal),
        ({ asset_id, network_id }) => JSON.stringify([asset_id, network_id]),
      ),
  })
}
