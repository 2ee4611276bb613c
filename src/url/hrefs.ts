/** Addresses of the console's pages, so that nobody else spells them. */
import type { Filter } from '../contract/endpoints.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import { balancesView, transactionsView, vaultsView, whitelistsView } from './pages.ts'

/** The transaction list with a filter. */
export function transactionsHref(filter: Filter<'transactions'> = {}): string {
  const { defaultLimit, serialise } = transactionsView
  const query = serialise({ filter, limit: defaultLimit, offset: 0, extra: {}, refused: [] }).toString()
  return query === '' ? '/transactions' : `/transactions?${query}`
}

/** One transaction on a page of its own. */
export function transactionHref(id: string): string {
  return `/transactions/${encodeURIComponent(id)}`
}

/** One vault. */
export function vaultHref(id: string): string {
  return `/vaults/${encodeURIComponent(id)}`
}

/** The vaults with a filter. */
export function vaultsHref(filter: Filter<'vaults'> = {}): string {
  const { defaultLimit, serialise } = vaultsView
  const query = serialise({ filter, limit: defaultLimit, offset: 0, extra: {}, refused: [] }).toString()
  return query === '' ? '/vaults' : `/vaults?${query}`
}

/** One whitelist. */
export function whitelistHref(id: string): string {
  return `/whitelists/${encodeURIComponent(id)}`
}

/** The whitelists, with a filter. */
export function whitelistsHref(filter: Filter<'whitelists'> = {}): string {
  const { defaultLimit, serialise } = whitelistsView
  const query = serialise({ filter, limit: defaultLimit, offset: 0, extra: {}, refused: [] }).toString()
  return query === '' ? '/whitelists' : `/whitelists?${query}`
}

/** The balances of all vaults, or of those of a type, with a filter. */
export function balancesHref(filter: Filter<'balances'> = {}, type: BalanceType = 'all'): string {
  const { defaultLimit, serialise } = balancesView
  const path = type === 'all' ? '/balances' : `/balances/${type}`
  const query = serialise({ filter, limit: defaultLimit, offset: 0, extra: {}, refused: [] }).toString()
  return query === '' ? path : `${path}?${query}`
}
