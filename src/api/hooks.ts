/** Queries and hooks for pages. Each key begins with the endpoint's name, so that one endpoint can be invalidated whole. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../contract/api-error.ts'
import type { Filter, TransactionFilter } from '../contract/endpoints.ts'
import type { Holding, Transaction, Vault, Whitelist } from '../contract/normal-records.ts'
import { readerOf, serviceName } from '../contract/session.ts'
import { getTransaction, getVault, listTransactions, listWhitelists } from '../sync/service/endpoints.ts'
import {
  type AllRows,
  type JoinedPage,
  type Page,
  type PageRange,
  readAll,
  readJoined,
} from '../sync/service/paging.ts'
import type { Reading } from '../sync/service/reading.ts'
import { readAllBalances, readAllVaults } from '../sync/service/unpaged-lists.ts'
import { isSignedOut } from './failure.ts'
import { openSource, type PackLabel } from './pack-source.ts'
import { runOnce } from './service-read.ts'
import { sessionQuery } from './session.ts'

/** One filter, or several whose lists are joined. What no service takes is for books alone. */
export type TransactionsAsked = TransactionFilter | readonly Filter<'transactions'>[]

/** `sort` is for books alone. */
export interface TransactionRange extends PageRange {
  readonly sort?: string
}

export function transactionsQuery(asked: TransactionsAsked, range: TransactionRange) {
  const { limit, offset, sort } = range
  const filters: readonly TransactionFilter[] = [asked].flat()
  const key = filters.length === 1 ? filters[0] : filters
  const parts = filters.map((filter) => ({
    kind: Object.keys(filter).sort().join(),
    read: (page: PageRange) => listTransactions({ ...filter, ...page, ...(sort && { sort }) }),
  }))
  return {
    ...read(['transactions', key, { limit, offset, ...(sort && { sort }) }], () =>
      readJoined(parts, ({ transaction_id }) => transaction_id, { limit, offset }),
    ),
    gcTime: transactionsKeptFor,
  }
}

export function transactionQuery(id: string) {
  return { ...read(['transaction', id], () => getTransaction(id)), gcTime: transactionsKeptFor }
}

/** Milliseconds. Hashes are searched for among rows already read, but a tab may stay open all day. */
const transactionsKeptFor = 60 * 60_000

/** The read API has no request for a single whitelist. */
export function allWhitelistsQuery(filter: Filter<'whitelists'>) {
  return read(['whitelists', 'all', filter], () =>
    readAll(
      (page) => listWhitelists({ ...filter, ...page }),
      ({ whitelist_id }) => whitelist_id,
    ),
  )
}

export function vaultsQuery(filter: Filter<'vaults'>) {
  return read(['vaults', filter.vault_type], () => readAllVaults(filter))
}

export function vaultQuery(id: string) {
  return read(['vault', id], () => getVault(id))
}

export function balancesQuery(type: string) {
  return read(['balances', type], () => readAllBalances(type))
}

function read<const Key extends readonly unknown[], Value>(queryKey: Key, reading: () => Reading<Value>) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => runOnce(reading(), signal) })
}

/** Reads again every half minute while the tab is visible. */
export interface Live {
  readonly live: boolean
}

interface ReadOptions extends Live {
  readonly enabled?: boolean
}

function listed({ live, enabled = true }: ReadOptions) {
  return { ...refreshed(live), enabled, placeholderData: keepRows }
}

function refreshed(live: boolean) {
  return { refetchInterval: live && refreshInterval }
}

export function useTransactions(
  asked: TransactionsAsked,
  range: TransactionRange,
  {
    select,
    ...options
  }: ReadOptions & { select?: (page: JoinedPage<Transaction>) => JoinedPage<Transaction> },
) {
  return useQuery({
    ...transactionsQuery(asked, range),
    ...listed(options),
    ...(select && { select }),
  })
}

export function useAllWhitelists(
  filter: Filter<'whitelists'>,
  { live, enabled = true, select = allOf }: ReadOptions & Select<Whitelist>,
) {
  return useQuery({ ...allWhitelistsQuery(filter), enabled, select, ...refreshed(live) })
}

interface Select<R> {
  readonly select?: (all: AllRows<R>) => Page<R>
}

function allOf<R>(all: AllRows<R>): Page<R> {
  return all
}

export function useVaults(
  filter: Filter<'vaults'>,
  { select = allOf, ...options }: ReadOptions & Select<Vault>,
) {
  return useQuery({ ...vaultsQuery(filter), ...listed(options), select })
}

export function useVault(id: string, { live }: Live) {
  return useQuery({ ...vaultQuery(id), ...refreshed(live) })
}

export function useBalances(type: string, { select = allOf, ...options }: ReadOptions & Select<Holding>) {
  return useQuery({ ...balancesQuery(type), ...listed(options), select })
}

/** As it is known. Dozens of parts of a page ask: that one of them looks again in time is up to `useSessionKept`. */
export function useSession() {
  return useQuery({
    ...sessionQuery,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
}

/** The page has it once. */
export function useSessionKept(): void {
  useQuery({ ...sessionQuery, notifyOnChangeProps: [] })
}

/** Null while records come from the gateway. */
export function useOpenPack(): PackLabel | null {
  // Opening a pack changes the session.
  useSession()
  return openSource()?.pack ?? null
}

export function useSessionMark(): string | null {
  return useSession().data?.mark ?? null
}

/** Whose data this browser keeps: see `readerOf`. Null while signed out, and while a pack is open. */
export function useReader(): string | null {
  const session = useSession().data
  if (openSource() || !session?.signedIn || session.mark === null) return null
  return readerOf({
    service: serviceName(session.service),
    account: session.accountId,
    mark: session.mark,
  })
}

/** Keeps rows until the next ones arrive. An empty page is not kept: it says nothing about a different filter. */
function keepRows<P extends { readonly records: readonly unknown[] }>(before: P | undefined): P | undefined {
  return before && before.records.length > 0 ? before : undefined
}

const refreshEvery = 30_000

export function useRetry(): () => void {
  const client = useQueryClient()
  return () =>
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** For what is read once: reads it again while it fails. */
export function retryInterval(query: Parameters<typeof refreshInterval>[0]): number | false {
  return query.state.error !== null && refreshInterval(query)
}

/** Waits out a rate limit. Stops where only the reader can help, and where a pack answers: it never changes. */
function refreshInterval(query: { readonly state: { readonly error: unknown } }): number | false {
  const { error } = query.state
  if (openSource()) return false
  if (!(error instanceof ApiError)) return refreshEvery
  if (isSignedOut(error) || error.remedy === 'sign-in') return false
  return Math.max(refreshEvery, (error.retryAt ?? 0) - Date.now())
}
