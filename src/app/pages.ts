/** Every page of the console: what draws it, what it asks for first, and the one that the console begins with. */
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchPath, matchRoutes } from 'react-router-dom'
import {
  allWhitelistsQuery,
  balancesQuery,
  transactionQuery,
  transactionsQuery,
  vaultQuery,
  vaultsQuery,
  whitelistsQuery,
} from '../api/hooks.ts'
import { isFirstAnswerGood } from '../api/request.ts'
import { needsBooks } from '../contract/endpoints.ts'
import { transactionsView, vaultsView, whitelistsView } from '../url/lists.ts'
import type { PagePath } from '../url/pages.ts'

interface Definition {
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** Reads what it shows first, by its query and what stands in the place of the segment with the colon. Never fails: the page says why. */
  readonly prefetch?: (client: QueryClient, search: string, name: string) => Promise<void>
}

/** One page. */
export interface PageRoute extends Definition {
  /** The route. */
  readonly path: string
}

const definitions: Readonly<Record<PagePath, Definition>> = {
  '/': {
    load: () => import('../features/overview/OverviewPage.tsx'),
  },
  '/transactions': {
    load: () => import('../features/transactions/TransactionsPage.tsx'),
    prefetch: (client, search) => {
      const { filter, ...range } = transactionsView.parse(search)
      // Of our own: the page has more than one list to ask for, or none of the service's.
      const isOwn = filter.address !== undefined || needsBooks(filter)
      return isOwn ? Promise.resolve() : client.prefetchQuery(transactionsQuery(filter, range))
    },
  },
  '/transactions/:id': {
    load: () => import('../features/transactions/TransactionPage.tsx'),
    prefetch: (client, _search, id) => client.prefetchQuery(transactionQuery(id)),
  },
  '/balances': {
    load: () => import('../features/balances/BalancesPage.tsx'),
    prefetch: (client) => client.prefetchQuery(balancesQuery('all')),
  },
  '/balances/:type': {
    load: () => import('../features/balances/BalancesPage.tsx'),
    prefetch: (client, _search, type) => client.prefetchQuery(balancesQuery(type)),
  },
  '/vaults': {
    load: () => import('../features/vaults/VaultsPage.tsx'),
    prefetch: (client, search) => client.prefetchQuery(vaultsQuery(vaultsView.parse(search).filter)),
  },
  '/vaults/:id': {
    load: () => import('../features/vaults/VaultPage.tsx'),
    prefetch: (client, _search, id) => client.prefetchQuery(vaultQuery(id)),
  },
  '/whitelists': {
    load: () => import('../features/whitelists/WhitelistsPage.tsx'),
    prefetch: (client, search) => {
      const { filter, params, ...range } = whitelistsView.parse(search)
      return params.q !== undefined
        ? client.prefetchQuery(allWhitelistsQuery(filter))
        : client.prefetchQuery(whitelistsQuery(filter, range))
    },
  },
  '/whitelists/:id': {
    load: () => import('../features/whitelists/WhitelistPage.tsx'),
    prefetch: (client) => client.prefetchQuery(allWhitelistsQuery({})),
  },
  '/check': { load: () => import('../features/check/CheckPage.tsx') },
  '/reconciliation': {
    load: () => import('../features/reconciliation/ReconciliationPage.tsx'),
  },
  '/review': { load: () => import('../features/review/ReviewPage.tsx') },
  '/sample': { load: () => import('../features/sample/SamplePage.tsx') },
  '/changes': { load: () => import('../features/changes/ChangesPage.tsx') },
  '/statements': {
    load: () => import('../features/statements/StatementsPage.tsx'),
  },
  '/verify': { load: () => import('../features/verify/VerifyPage.tsx') },
}

/** The pages within the frame. */
export const pages: readonly PageRoute[] = Object.entries(definitions).map(([path, page]) => ({
  path,
  ...page,
}))

/** The page at a path, and what stands in the place of its route's segment with the colon; undefined where there is none. */
export function pageAt(pathname: string): { readonly page: PageRoute; readonly name: string } | undefined {
  // Found first: ranking every route would delay the first rows.
  const page = pages.find(({ path }) => matchPath(path, pathname))
  const [match] = (page && matchRoutes([page], pathname)) ?? []
  return match && { page: match.route, name: Object.values(match.params)[0] ?? '' }
}

/** The page that the console begins with, once it is there. */
export interface FirstPage {
  readonly page: PageRoute
  readonly View: ComponentType
}

/** Longer is not waited: then the page is drawn as far as it is there. Milliseconds. */
const longestWait = 400

/**
 * The page at this address with, in `client`, the rows that came with it; null where it takes long, cannot be fetched, or is another's to
 * show, such as the sign-in page.
 */
export async function firstPage(
  client: QueryClient,
  { pathname, search }: Location,
): Promise<FirstPage | null> {
  const at = pageAt(pathname)
  if (!at) return null
  const { page, name } = at
  const readRows = async () => {
    if (await isFirstAnswerGood()) await page.prefetch?.(client, search, name)
  }
  const all = Promise.all([page.load(), readRows()]).then(
    ([{ default: View }]) => ({ page, View }),
    () => null,
  )
  return await Promise.race([all, new Promise<null>((resolve) => setTimeout(resolve, longestWait, null))])
}
