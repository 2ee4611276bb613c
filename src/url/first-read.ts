import { listTarget, recordTarget } from '../contract/console-targets.ts'
import { pathSegment } from '../contract/endpoints.ts'
import { balanceTypes } from '../contract/enumerations.ts'
import { misleads } from '../contract/request-path.ts'
import { listRequest } from './list-view.ts'
import { balancesView, transactionsView, vaultsView, whitelistsView } from './lists.ts'
import { pageAt } from './pages.ts'

export interface FirstRead {
  readonly of: 'list' | 'record'
  /** What the API is asked for. */
  readonly target: string
}

/**
 * The one place that knows it: the console reads it while the code of a page loads, and the gateway has the browser ask for it before any
 * code runs. Null where a page asks for nothing, or in several requests.
 */
export function firstReadAt(pathname: string, search: string): FirstRead | null {
  const at = pageAt(pathname)
  switch (at?.page.path) {
    case '/transactions':
      return list(listTarget('transactions', listRequest(transactionsView, transactionsView.parse(search))))
    case '/whitelists':
      return list(listTarget('whitelists', listRequest(whitelistsView, whitelistsView.parse(search))))
    case '/vaults':
      return list(listTarget('vaults', listRequest(vaultsView, vaultsView.parse(search))))
    case '/balances':
      return list(listTarget('balances', listRequest(balancesView, balancesView.parse(search))))
    case '/balances/:type': {
      const type = balanceTypes.find((one) => one === at.parameter)
      const request = listRequest(balancesView, balancesView.parse(search))
      return type === undefined ? null : list(listTarget('balances', request, type))
    }
    case '/transactions/:id':
      return record('transactions', at.parameter)
    case '/vaults/:id':
      return record('vaults', at.parameter)
    default:
      return null
  }
}

function list(target: string): FirstRead {
  return { of: 'list', target }
}

/** Null for an id that no path can carry. */
function record(name: 'transactions' | 'vaults', id: string): FirstRead | null {
  return misleads(pathSegment(id)) ? null : { of: 'record', target: recordTarget(name, id) }
}
