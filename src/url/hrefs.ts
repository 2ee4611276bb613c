/** Addresses of the console's pages, so that nobody else spells them. */
import type { Filter } from '../contract/endpoints.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import { pathSegment } from '../contract/path-segment.ts'
import { ListCodec, withQuery } from './list-view.ts'
import { balancesView, transactionsView, vaultsView, whitelistsView } from './lists.ts'

/** The transaction list with a filter. */
export function transactionsHref(filter: Filter<'transactions'> = {}): string {
  return transactionsView.href('/transactions', filter)
}

/** One transaction on a page of its own. */
export function transactionHref(id: string): string {
  return `/transactions/${pathSegment(id)}`
}

/** One vault. */
export function vaultHref(id: string): string {
  return `/vaults/${pathSegment(id)}`
}

/** The vaults with a filter. */
export function vaultsHref(filter: Filter<'vaults'> = {}): string {
  return vaultsView.href('/vaults', filter)
}

/** One whitelist. An id that is no segment of a path of its own leads to the same beside the list. */
export function whitelistHref(id: string): string {
  if (!isPathless(id)) return `/whitelists/${pathSegment(id)}`
  return whitelistsView.href('/whitelists', {}, { whitelist: id })
}

/** `/whitelists/hygiene` leads to the review, however it is written, and browsers take dots for a step between folders. */
function isPathless(id: string): boolean {
  return id.toLowerCase() === 'hygiene' || id === '.' || id === '..'
}

/** The review of the whitelists. */
export function reviewHref(): string {
  return '/review'
}

/** What changed since an earlier audit pack, with one of the changes open. */
export function changesHref(change?: string): string {
  return withQuery('/changes', new URLSearchParams(change === undefined ? {} : { change }))
}

/** The whitelists, with a filter. */
export function whitelistsHref(filter: Filter<'whitelists'> = {}): string {
  return whitelistsView.href('/whitelists', filter)
}

/** The balances of all vaults, or of those of a type, with a filter. */
export function balancesHref(filter: Filter<'balances'> = {}, type: BalanceType = 'all'): string {
  return balancesView.href(type === 'all' ? '/balances' : `/balances/${type}`, filter)
}

/** What `/check` is asked: one address, and where they are known the network, the asset and the memo that it is for. */
export interface CheckQuery {
  readonly address: string
  readonly network_id: string | null
  readonly asset_id: string | null
  readonly memo: string | null
}

/** How `/check` spells it. */
export const checkView = new ListCodec({
  filters: ['address', 'network_id', 'asset_id', 'memo'],
  params: [],
  isPaged: false,
})

/** The check of an address. */
export function checkHref(query: Partial<CheckQuery> = {}): string {
  return withQuery('/check', checkView.serialise(checkView.apply(checkView.parse(''), { filter: query })))
}
