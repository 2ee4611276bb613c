/** The pages of the console, as the gateway knows them: by which file of the build each is drawn, and what it asks for first. */
import { apiPrefix } from '../../contract/session.ts'
import type { PagePath } from '../../url/pages.ts'
import { GatewayFailure } from './failure.ts'
import {
  balancesOfType,
  type FirstRequest,
  pageOf,
  recordOf,
  wholeOf,
  withoutParameters,
} from './first-request.ts'
import { forwardedTarget } from './target.ts'

interface Definition {
  /** The page's module, as the build's manifest names it. */
  readonly module: string
  readonly first?: FirstRequest
}

/** One page. */
export interface ConsolePage extends Definition {
  /** The console's route. */
  readonly route: string
}

const balances = ['q', 'zero', 'open']

/** Of two routes that fit an address the first one counts. */
const definitions: Readonly<Record<PagePath | '/sign-in', Definition>> = {
  '/': {
    module: 'src/features/overview/OverviewPage.tsx',
    first: withoutParameters(wholeOf('balances')),
  },
  '/sign-in': { module: 'src/app/sign-in/SignInPage.tsx' },
  '/transactions': {
    module: 'src/features/transactions/TransactionsPage.tsx',
    first: pageOf('transactions', ['tx']),
  },
  '/transactions/:id': {
    module: 'src/features/transactions/TransactionPage.tsx',
    first: recordOf('transaction'),
  },
  '/balances': {
    module: 'src/features/balances/BalancesPage.tsx',
    first: wholeOf('balances', balances),
  },
  '/balances/:type': {
    module: 'src/features/balances/BalancesPage.tsx',
    first: balancesOfType(balances),
  },
  '/vaults': { module: 'src/features/vaults/VaultsPage.tsx', first: pageOf('vaults') },
  '/vaults/:id': { module: 'src/features/vaults/VaultPage.tsx', first: recordOf('vault') },
  '/whitelists': {
    module: 'src/features/whitelists/WhitelistsPage.tsx',
    // With `in` it may be all of them that are read.
    first: pageOf('whitelists', ['whitelist', 'q']),
  },
  '/whitelists/hygiene': { module: 'src/features/hygiene/HygienePage.tsx' },
  '/whitelists/:id': {
    module: 'src/features/whitelists/WhitelistPage.tsx',
    first: withoutParameters(wholeOf('whitelists')),
  },
  '/check': { module: 'src/features/check/CheckPage.tsx' },
  '/reconciliation': { module: 'src/features/reconciliation/ReconciliationPage.tsx' },
  '/statements': { module: 'src/features/statements/StatementsPage.tsx' },
  '/verify': { module: 'src/features/export/verify/VerifyPage.tsx' },
}

/** Every page. */
export const consolePages: readonly ConsolePage[] = Object.entries(definitions).map(([route, page]) => ({
  route,
  ...page,
}))

const patterns = consolePages.map((page) => ({
  page,
  pattern: new RegExp(`^${page.route.replace(/:\w+$/, '([^/]+)')}$`),
}))

/** The page at an address, a path with its query; and the first request of it, as a browser asks the gateway. */
export function pageAt(address: string): { page: ConsolePage; first: string | null } | undefined {
  const { path, query } = parts(address)
  for (const { page, pattern } of patterns) {
    const found = pattern.exec(path)
    if (found) return { page, first: firstOf(page, query, found[1] ?? '') }
  }
  return undefined
}

function parts(address: string): { path: string; query: string } {
  const [path = '', ...rest] = address.split('?')
  return { path, query: rest.join('?') }
}

function firstOf({ first }: ConsolePage, query: string, segment: string): string | null {
  try {
    const request = first?.(new URLSearchParams(query), decodeURIComponent(segment)) ?? null
    return request && apiPrefix + forwardedTarget(apiPrefix + request)
  } catch (error) {
    // A name that cannot be decoded, or that is not forwarded.
    if (error instanceof URIError || error instanceof GatewayFailure) return null
    throw error
  }
}
