/** Addresses of pages. No other file spells them. */
import type { TransactionFilter } from '../contract/console-api.ts'
import { type Filter, pathSegment } from '../contract/endpoints.ts'
import { type BalanceType, openStatuses } from '../contract/enumerations.ts'
import {
  balancesCodec,
  type ReviewTab,
  reviewCodec,
  transactionsCodec,
  vaultsCodec,
  whitelistsCodec,
} from './lists.ts'
import { ListCodec, withQuery } from './page-state.ts'

export function transactionsHref(filter: TransactionFilter = {}): string {
  return transactionsCodec.href('/transactions', filter)
}

export const inFlightHref = transactionsCodec.href(
  '/transactions',
  { status: openStatuses },
  { sort: 'recorded_on:asc' },
)

export function transactionHref(id: string): string {
  return ['.', '..'].includes(id)
    ? transactionsCodec.href('/transactions', {}, { tx: id })
    : `/transactions/${pathSegment(id)}`
}

export function vaultHref(id: string): string {
  return `/vaults/${pathSegment(id)}`
}

export function vaultsHref(filter: Filter<'vaults'>): string {
  return vaultsCodec.href('/vaults', filter)
}

/** Browsers resolve dots in a path: whitelists with such ids open beside the list. */
export function whitelistHref(id: string): string {
  return ['.', '..'].includes(id)
    ? whitelistsCodec.href('/whitelists', {}, { whitelist: id })
    : `/whitelists/${pathSegment(id)}`
}

export function reviewHref(params: { readonly tab?: ReviewTab; readonly finding?: string } = {}): string {
  return reviewCodec.href('/review', {}, params)
}

export function balancesHref(filter: Filter<'balances'> = {}, type: BalanceType = 'all'): string {
  return balancesCodec.href(type === 'all' ? '/balances' : `/balances/${type}`, filter)
}

/** `id`: of a whitelist, a vault or another party, or an address. Without a memo, the party has all of them. */
export interface PartyLink {
  readonly id: string
  readonly memo?: string | null
}

/** An id that cannot be a path segment is a parameter, as it is of the report. */
export const counterpartyCodec = new ListCodec({ filters: [], params: ['id', 'memo'], isPaged: false })

export function counterpartyHref({ id, memo }: PartyLink): string {
  const isSegment = !['.', '..'].includes(id)
  const path = `/counterparties/${isSegment ? pathSegment(id) : 'id'}`
  return counterpartyCodec.href(path, {}, { ...(!isSegment && { id }), ...(memo && { memo }) })
}

/** The same page, by parameters alone: its report reads no path. */
export function counterpartyReportHref(party: PartyLink): string {
  return counterpartyCodec.href('/counterparties/id', {}, counterpartyParameters(party))
}

export function counterpartyParameters({ id, memo }: PartyLink): Readonly<Record<string, string>> {
  return { id, ...(memo && { memo }) }
}

export interface CheckQuery {
  readonly address: string
  readonly network_id: string | null
  readonly asset_id: string | null
  readonly memo: string | null
}

export const checkCodec = new ListCodec({
  filters: ['address', 'network_id', 'asset_id', 'memo'],
  params: [],
  isPaged: false,
})

export function checkHref(query: Partial<CheckQuery> = {}): string {
  return withQuery('/check', checkCodec.serialise(checkCodec.apply(checkCodec.parse(''), { filter: query })))
}
