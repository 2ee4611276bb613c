import { type Endpoint, type EndpointName, endpoints, type ListEndpoint } from '../../contract/endpoints.ts'
import { changePoolAlias, vaultTypes } from '../../contract/enumerations.ts'
import { accepts } from '../../contract/query.ts'
import { limitFor, pageLength, pathAndQuery, wholeList } from '../../contract/request-path.ts'
import { apiPrefix } from '../../contract/session.ts'
import type { PagePath } from '../../url/pages.ts'
import { pathOf, Refusal } from '../http.ts'
import { forwardedTarget } from './forwarding.ts'

/** The target of a page's first request, sent before the console runs. `name`: last path segment. Null for a link not understood. */
type FirstRequest = (query: URLSearchParams, name: string) => string | null

export interface ConsolePage {
  readonly route: string
  readonly module: string
  readonly first?: FirstRequest
}

const definitions: Readonly<Record<PagePath | '/sign-in', readonly [module: string, first?: FirstRequest]>> =
  {
    // Kept books spare its requests.
    '/': ['src/features/overview/OverviewPage.tsx'],
    '/sign-in': ['src/app/SignInPage.tsx'],
    '/transactions': ['src/features/transactions/TransactionsPage.tsx', pageOf('transactions', ['tx'])],
    '/transactions/:id': ['src/features/transactions/TransactionPage.tsx', recordOf('transaction')],
    '/balances': ['src/features/balances/BalancesPage.tsx', balancesOf],
    '/balances/:type': ['src/features/balances/BalancesPage.tsx', balancesOf],
    '/vaults': ['src/features/vaults/VaultsPage.tsx', vaultsOf],
    '/vaults/:id': ['src/features/vaults/VaultPage.tsx', recordOf('vault')],
    // With `q` the page reads all of them.
    '/whitelists': ['src/features/whitelists/WhitelistsPage.tsx', pageOf('whitelists', ['whitelist'])],
    '/whitelists/:id': [
      'src/features/whitelists/WhitelistPage.tsx',
      alone(() => pathAndQuery('whitelists', wholeList)),
    ],
    '/check': ['src/features/check/CheckPage.tsx'],
    '/reconciliation': ['src/features/reconciliation/ReconciliationPage.tsx'],
    '/review': ['src/features/review/ReviewPage.tsx'],
    '/sample': ['src/features/sample/SamplePage.tsx'],
    '/changes': ['src/features/changes/ChangesPage.tsx'],
    '/statements': ['src/features/statements/StatementsPage.tsx'],
    '/verify': ['src/features/verify/VerifyPage.tsx'],
  }

export const consolePages: readonly ConsolePage[] = Object.entries(definitions).map(
  ([route, [module, first]]) => ({ route, module, ...(first && { first }) }),
)

const patterns = consolePages.map((page) => ({
  page,
  pattern: new RegExp(`^${page.route.replace(/:\w+$/, '([^/]+)')}$`),
}))

export function consolePageAt(address: string): { page: ConsolePage; first: string | null } | undefined {
  const path = pathOf(address)
  for (const { page, pattern } of patterns) {
    const found = pattern.exec(path)
    if (found) return { page, first: firstOf(page, address.slice(path.length), found[1] ?? '') }
  }
  return undefined
}

function firstOf({ first }: ConsolePage, query: string, segment: string): string | null {
  try {
    const request = first?.(new URLSearchParams(query), decodeURIComponent(segment)) ?? null
    return request && apiPrefix + forwardedTarget(apiPrefix + request)
  } catch (error) {
    if (error instanceof URIError || error instanceof Refusal) return null
    throw error
  }
}

function pageOf(endpoint: 'transactions' | 'whitelists', beside: readonly string[]): FirstRequest {
  return (query) => {
    const asked = understood(endpoint, query, beside)
    if (asked === null) return null
    const { limit = pageLength.default, offset = 0, ...filter } = asked
    if (Number(limit) > pageLength.max) return null
    return pathAndQuery(endpoint, { ...filter, limit: limitFor(Number(limit)), offset: Number(offset) })
  }
}

function vaultsOf(query: URLSearchParams): string | null {
  const asked = understood('vaults', query)
  return (
    asked && pathAndQuery('vaults', asked.vault_type === undefined ? {} : { vault_type: asked.vault_type })
  )
}

/** Filters of balances are the console's own. */
function balancesOf(_query: URLSearchParams, type: string): string | null {
  if (type === '') return pathAndQuery('balances', {})
  return vaultTypes.some((each) => each === type) ? pathAndQuery('balancesOfType', {}, type) : null
}

function recordOf(endpoint: Exclude<EndpointName, ListEndpoint>): FirstRequest {
  return alone((_query, name) => pathAndQuery(endpoint, {}, name))
}

function alone(first: FirstRequest): FirstRequest {
  return (query, name) => (query.size === 0 ? first(query, name) : null)
}

/** Null where a parameter is unknown, repeated, or not spelled as the API spells it. */
function understood(
  endpoint: EndpointName,
  query: URLSearchParams,
  beside: readonly string[] = [],
): Readonly<Record<string, string>> | null {
  const { parameters }: Endpoint = endpoints[endpoint]
  const isTaken = (name: string, value: string) => {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    return parameter !== undefined && accepts(parameter, value)
  }
  const asked = new Map<string, string>()
  for (const [name, value] of query) {
    // These change how a table looks, not what it asks for.
    if (beside.includes(name) || ['columns', 'widths', 'density', 'sort'].includes(name)) continue
    const isPlain = value === value.trim() && value !== changePoolAlias
    if (!isPlain || asked.has(name) || !isTaken(name, value)) return null
    asked.set(name, value)
  }
  return Object.fromEntries(asked)
}
