/** Addresses of the console's pages, so that nobody else spells them. */
import type { Filter } from '../contract/endpoints.ts'
import { balancesView, transactionsView, whitelistsView } from './pages.ts'

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

/** The whitelists, with one of them open. */
export function whitelistHref(id: string): string {
  const { defaultLimit, serialise } = whitelistsView
  return `/whitelists?${serialise({ filter: {}, limit: defaultLimit, offset: 0, extra: { whitelist: id }, refused: [] })}`
}

/** The balances of all vaults with a filter. */
export function balancesHref(filter: Filter<'balances'> = {}): string {
  const { defaultLimit, serialise } = balancesView
  const query = serialise({ filter, limit: defaultLimit, offset: 0, extra: {}, refused: [] }).toString()
  return query === '' ? '/balances' : `/balances?${query}`
}
