/** Queries and hooks for pages. Each key begins with the endpoint's name, so that one endpoint can be invalidated whole. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Filter, TransactionFilter } from '../contract/endpoints.ts'
import { readerOf, serviceName } from '../contract/session.ts'
import { ApiError, isSignedOut } from './api-error.ts'
import { getTransaction, getVault, listTransactions, listWhitelists, type Records } from './endpoints.ts'
import { type JoinedPage, type JoinedPart, readJoined } from './joined-list.ts'
import { listSource, onListSource, openSource, type PackLabel } from './pack-source.ts'
import { type AllRows, type Page, type PageRange, readAll, readTurnedPage } from './paging.ts'
import type { Reading } from './reading.ts'
import type { Holding, Transaction, Vault, Whitelist } from './records.ts'
import { runOnce, shownBooks } from './request.ts'
import { sessionQuery } from './session.ts'
import { readAllBalances, readAllVaults } from './unpaged-lists.ts'

/** One filter, or several whose lists are joined. What no service takes is for books alone. */
export type TransactionsAsked = TransactionFilter | readonly Filter<'transactions'>[]

/** `sort` is for books alone. */
export interface TransactionRange extends PageRange {
  readonly sort?: string
}

export function transactionsQuery(asked: TransactionsAsked, range: TransactionRange) {
  const { limit, offset, sort } = range
  const filters: readonly TransactionFilter[] = [asked].flat()
  return queryOptions({
    queryKey: [
      'transactions',
      filters.length === 1 ? filters[0] : filters,
      { limit, offset, ...(sort && { sort }) },
    ] as const,
    queryFn: ({ signal }) => {
      const parts = filters.map(
        (filter): JoinedPart<Transaction> => ({
          kind: Object.keys(filter).sort().join(),
          read: (page) => runOnce(listTransactions({ ...filter, ...page, ...(sort && { sort }) }), signal),
        }),
      )
      return readJoined(parts, idOfTransaction, { limit, offset })
    },
    gcTime: transactionsKeptFor,
  })
}

const idOfTransaction = ({ transaction_id }: Transaction) => transaction_id

export function transactionQuery(id: string) {
  return queryOptions({
    queryKey: ['transaction', id] as const,
    queryFn: ({ signal }) => runOnce(getTransaction(id), signal),
    gcTime: transactionsKeptFor,
  })
}

/** Milliseconds. Hashes are searched for among rows already read, but a tab may stay open all day. */
const transactionsKeptFor = 60 * 60_000

export function whitelistsQuery(filter: Filter<'whitelists'>, range: PageRange) {
  return pageQuery('whitelists', listWhitelists, filter, range)
}

/** The read API has no request for a single whitelist. */
export function allWhitelistsQuery(filter: Filter<'whitelists'>) {
  return queryOptions({
    queryKey: ['whitelists', 'all', filter] as const,
    queryFn: ({ signal }) =>
      readAll(
        (page) => runOnce(listWhitelists({ ...filter, ...page }), signal),
        ({ whitelist_id }) => whitelist_id,
      ),
  })
}

/** All of them, or those of a type: the only filter that the specification shows. */
export function vaultsQuery(filter: Filter<'vaults'>) {
  return queryOptions({
    queryKey: ['vaults', filter.vault_type] as const,
    queryFn: ({ signal }) => runOnce(readAllVaults(filter), signal),
  })
}

export function vaultQuery(id: string) {
  return queryOptions({
    queryKey: ['vault', id] as const,
    queryFn: ({ signal }) => runOnce(getVault(id), signal),
  })
}

/** The specification shows no filter. */
export function balancesQuery(type: string) {
  return queryOptions({
    queryKey: ['balances', type] as const,
    queryFn: ({ signal }) => runOnce(readAllBalances(type), signal),
  })
}

type List<F, R> = (parameters: F & PageRange) => Reading<Records<R>>

function pageQuery<const Name extends 'transactions' | 'whitelists', F, R>(
  name: Name,
  list: List<F, R>,
  filter: F,
  { limit, offset }: PageRange,
) {
  return queryOptions({
    queryKey: [name, filter, { limit, offset }] as const,
    queryFn: ({ signal }) =>
      readTurnedPage(name, (page) => runOnce(list({ ...filter, ...page }), signal), { limit, offset }),
  })
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

export function usePrefetchTransactions(asked: TransactionsAsked, range: TransactionRange | null): void {
  const client = useQueryClient()
  const key = range && JSON.stringify([asked, range])
  const prefetch = useEffectEvent(() => {
    // A failure shows when the page opens.
    if (range) void client.prefetchQuery({ ...transactionsQuery(asked, range), retry: false })
  })
  useEffect(() => {
    if (key === null) return
    const timer = setTimeout(prefetch, readAheadAfter)
    return () => clearTimeout(timer)
  }, [key])
}

/** Milliseconds on a page before the next page is prefetched. */
const readAheadAfter = 300

/** Idle without an id. */
export function useTransaction(id: string | null, { live }: Live) {
  return useQuery({ ...transactionQuery(id ?? ''), enabled: id !== null, ...refreshed(live) })
}

export function useWhitelists(filter: Filter<'whitelists'>, range: PageRange, options: ReadOptions) {
  return useQuery({ ...whitelistsQuery(filter, range), ...listed(options) })
}

export function useAllWhitelists(
  filter: Filter<'whitelists'>,
  { live, enabled = true }: Live & { enabled?: boolean },
) {
  return useQuery({ ...allWhitelistsQuery(filter), enabled, ...refreshed(live) })
}

export function useAmongAllWhitelists<T>(
  filter: Filter<'whitelists'>,
  { live, enabled, select }: Live & { enabled: boolean; select: (all: AllRows<Whitelist>) => T },
) {
  return useQuery({ ...allWhitelistsQuery(filter), enabled, select, ...refreshed(live) })
}

/** `select` takes a page of all vaults. */
export function useVaults(
  filter: Filter<'vaults'>,
  { select, ...options }: Live & { readonly select: (all: AllRows<Vault>) => Page<Vault> },
) {
  return useQuery({ ...vaultsQuery(filter), ...listed(options), select })
}

export function useVault(id: string, { live }: Live) {
  return useQuery({ ...vaultQuery(id), ...refreshed(live) })
}

/** `select` leaves some of them out. */
export function useBalances(
  type: string,
  {
    select = allOf,
    ...options
  }: ReadOptions & { readonly select?: (all: AllRows<Holding>) => Page<Holding> },
) {
  return useQuery({ ...balancesQuery(type), ...listed(options), select })
}

const allOf = (all: AllRows<Holding>): Page<Holding> => all

export function useSession() {
  return useQuery(sessionQuery)
}

/** Null while records come from the gateway. */
export function useOpenPack(): PackLabel | null {
  // Opening a pack changes the session.
  useSession()
  return openSource()?.pack ?? null
}

/** Whether records come from books: those of the session, once everything was read, or of an open pack. They are read anew whenever the books change. */
export function useListsFromBooks(): boolean {
  const mark = useSessionMark()
  const isRead = useSyncExternalStore(onListSource, () => listSource(mark) !== null)
  return isRead || openSource() !== null
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

/** Reads again what failed on this page. */
export function useRetry(): () => void {
  const client = useQueryClient()
  return () =>
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** For what is read once: reads it again while it fails. */
export function retryInterval(query: Parameters<typeof refreshInterval>[0]): number | false {
  return query.state.error !== null && refreshInterval(query)
}

/** Waits out a rate limit. Stops where only the reader can help, and where books answer: they tell when they change. */
function refreshInterval(query: { readonly state: { readonly error: unknown } }): number | false {
  const { error } = query.state
  if (openSource() || shownBooks()) return false
  if (!(error instanceof ApiError)) return refreshEvery
  if (isSignedOut(error) || error.remedy === 'sign-in') return false
  return Math.max(refreshEvery, (error.retryAt ?? 0) - Date.now())
}
