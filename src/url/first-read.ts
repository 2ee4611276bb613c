import { type Filter, needsBooks, type TransactionFilter } from '../contract/endpoints.ts'
import { type BalanceType, balanceTypes } from '../contract/enumerations.ts'
import { limitFor, pathAndQuery, wholeList } from '../contract/request-path.ts'
import { transactionsView, vaultsView, whitelistsView } from './lists.ts'
import { pageAt } from './pages.ts'

interface Range {
  readonly limit: number
  readonly offset: number
}

export type FirstRead =
  | { readonly of: 'transactions'; readonly filter: TransactionFilter; readonly range: Range }
  | { readonly of: 'whitelists'; readonly filter: Filter<'whitelists'>; readonly range: Range }
  | { readonly of: 'all whitelists'; readonly filter: Filter<'whitelists'> }
  | { readonly of: 'vaults'; readonly filter: Filter<'vaults'> }
  | { readonly of: 'balances'; readonly type: BalanceType }
  | { readonly of: 'transaction' | 'vault'; readonly id: string }

/**
 * The one place that knows it: the console reads it while the code of a page loads, and the gateway has the browser ask for it before any
 * code runs. Null where a page asks the service for nothing, or in several requests.
 */
export function firstReadAt(pathname: string, search: string): FirstRead | null {
  const at = pageAt(pathname)
  switch (at?.page.path) {
    case '/transactions': {
      const { filter, limit, offset } = transactionsView.parse(search)
      const isJoined = filter.address !== undefined
      return isJoined || needsBooks(filter) ? null : { of: 'transactions', filter, range: { limit, offset } }
    }
    case '/whitelists': {
      const { filter, params, limit, offset } = whitelistsView.parse(search)
      return params.q === undefined
        ? { of: 'whitelists', filter, range: { limit, offset } }
        : { of: 'all whitelists', filter }
    }
    case '/whitelists/:id':
      return { of: 'all whitelists', filter: {} }
    case '/vaults':
      return { of: 'vaults', filter: vaultsView.parse(search).filter }
    case '/balances':
      return { of: 'balances', type: 'all' }
    case '/balances/:type': {
      const type = balanceTypes.find((one) => one === at.parameter)
      return type === undefined ? null : { of: 'balances', type }
    }
    case '/transactions/:id':
      return { of: 'transaction', id: at.parameter }
    case '/vaults/:id':
      return { of: 'vault', id: at.parameter }
    default:
      return null
  }
}

export function firstRequestOf(read: FirstRead): string {
  switch (read.of) {
    case 'transactions':
    case 'whitelists': {
      const { limit, offset } = read.range
      return pathAndQuery(read.of, { ...read.filter, limit: limitFor(limit), offset })
    }
    case 'all whitelists':
      return pathAndQuery('whitelists', { ...read.filter, ...wholeList })
    case 'vaults': {
      // The only filter that the specification shows.
      const { vault_type } = read.filter
      return pathAndQuery('vaults', vault_type === undefined ? {} : { vault_type })
    }
    case 'balances':
      return read.type === 'all'
        ? pathAndQuery('balances', {})
        : pathAndQuery('balancesOfType', {}, read.type)
    default:
      return pathAndQuery(read.of, {}, read.id)
  }
}
