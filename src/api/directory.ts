/**
 * The organization's vaults, whitelists and holdings, read whole and kept for minutes: filters offer them, ids are shown by their names, and
 * a pasted text is looked up among them.
 */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { allVaultsQuery, allWhitelistsQuery, balancesQuery } from './hooks.ts'
import type { AllRows } from './paging.ts'
import type { Holding, Vault, Whitelist } from './records.ts'

export type DirectoryPart = 'vaults' | 'whitelists' | 'balances'

export const directoryParts: readonly DirectoryPart[] = ['vaults', 'whitelists', 'balances']

export interface Directory {
  readonly vaults: readonly Vault[]
  readonly whitelists: readonly Whitelist[]
  readonly holdings: readonly Holding[]
  /** Whether the service showed that these are all whitelists, so that one that is not among them is gone. */
  readonly areAllWhitelists: boolean
  readonly waiting: readonly DirectoryPart[]
  /** Parts that could not be read: what is in them is unknown, which is not the same as nothing. */
  readonly failed: readonly DirectoryPart[]
}

/** Asks for these parts; has the other parts only if something else read them. */
export function useDirectory(parts: readonly DirectoryPart[]): Directory {
  return useQueries({
    queries: [
      { ...allVaultsQuery(), staleTime, enabled: parts.includes('vaults') },
      { ...allWhitelistsQuery({}), staleTime, enabled: parts.includes('whitelists') },
      { ...balancesQuery('all', {}), staleTime, enabled: parts.includes('balances') },
    ],
    combine: directoryOf,
  })
}

/** Names change rarely, and the list's own page has the latest. */
const staleTime = 5 * 60_000

function directoryOf([vaults, whitelists, balances]: readonly [
  UseQueryResult<AllRows<Vault>>,
  UseQueryResult<AllRows<Whitelist>>,
  UseQueryResult<AllRows<Holding>>,
]): Directory {
  const queries = { vaults, whitelists, balances }
  return {
    vaults: vaults.data?.records ?? none,
    whitelists: whitelists.data?.records ?? none,
    holdings: balances.data?.records ?? none,
    areAllWhitelists: whitelists.data?.isWhole ?? false,
    waiting: directoryParts.filter((part) => queries[part].isFetching && !queries[part].data),
    failed: directoryParts.filter((part) => queries[part].isError && !queries[part].data),
  }
}

const none: readonly never[] = []
