import { type ListParameters, listTarget, recordTarget } from '../contract/console-targets.ts'
import { limitRange, pathSegment } from '../contract/endpoints.ts'
import { type BalanceType, balanceTypes } from '../contract/enumerations.ts'
import { misleads } from '../contract/request-path.ts'
import { transactionsCodec, vaultsCodec, whitelistsCodec } from './lists.ts'
import { listRequest } from './page-state.ts'
import { pageAt } from './pages.ts'

export type FirstRead =
  | { readonly of: 'list' | 'record' /** What the API is asked for. */; readonly target: string }
  | { readonly of: 'balances'; readonly type: BalanceType; readonly target: string }

/**
 * The one place that knows it: the console reads it while the code of a page loads, and the gateway has the browser ask for it before any
 * code runs. Null where a page asks for nothing, or in several requests.
 */
export function firstReadAt(pathname: string, search: string): FirstRead | null {
  const at = pageAt(pathname)
  switch (at?.page.path) {
    case '/transactions':
      return listUnlessByValue(
        'transactions',
        listRequest(transactionsCodec, transactionsCodec.parse(search)),
      )
    case '/whitelists': {
      const view = whitelistsCodec.parse(search)
      // Whether the text is an address is not known yet.
      return view.params.q === undefined
        ? list(listTarget('whitelists', listRequest(whitelistsCodec, view)))
        : null
    }
    case '/vaults':
      return listUnlessByValue('vaults', listRequest(vaultsCodec, vaultsCodec.parse(search)))
    case '/balances':
      return balances('all')
    case '/balances/:type': {
      const type = balanceTypes.find((one) => one === at.parameter)
      return type === undefined ? null : balances(type)
    }
    case '/transactions/:id':
      return record('transactions', at.parameter)
    case '/vaults/:id':
      return record('vaults', at.parameter)
    default:
      return null
  }
}

/** In which currency is not known yet where the link does not say it. */
function listUnlessByValue<Name extends 'transactions' | 'vaults'>(
  name: Name,
  request: ListParameters<Name> & { readonly sort?: unknown; readonly currency?: unknown },
): FirstRead | null {
  const isByValue = String(request.sort).startsWith('value:')
  return isByValue && request.currency === undefined ? null : list(listTarget(name, request))
}

function list(target: string): FirstRead {
  return { of: 'list', target }
}

/** The list is read whole, and filtered and sorted by its page. */
function balances(type: BalanceType): FirstRead {
  return { of: 'balances', type, target: listTarget('balances', { limit: limitRange.max }, type) }
}

/** Null for an id that no path can carry. */
function record(name: 'transactions' | 'vaults', id: string): FirstRead | null {
  return misleads(pathSegment(id)) ? null : { of: 'record', target: recordTarget(name, id) }
}
