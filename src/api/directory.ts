/**
 * What the organization has, by name: read whole once and kept for minutes, so that filters can offer it, show names for
 * ids, and tell what a pasted text means.
 */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { allVaultsQuery, allWhitelistsQuery, balancesQuery } from './hooks.ts'
import type { AllRows } from './paging.ts'
import type { Holding, Vault, Whitelist } from './records.ts'

/** One of the three lists that the directory is made of. */
export type DirectoryPart = 'vaults' | 'whitelists' | 'balances'

/** Every part of the directory. */
export const directoryParts: readonly DirectoryPart[] = ['vaults', 'whitelists', 'balances']

/** The three lists, each as far as it was read. */
export interface Directory {
  readonly vaults: readonly Vault[]
  readonly whitelists: readonly Whitelist[]
  readonly holdings: readonly Holding[]
  /** Whether the service showed that these are all whitelists: one that is not among them is gone. */
  readonly areAllWhitelists: boolean
  /** Parts that were asked for and are still on their way. */
  readonly waiting: readonly DirectoryPart[]
  /** Parts that could not be read: what they hold is not known, which is not the same as nothing. */
  readonly failed: readonly DirectoryPart[]
}

/** The directory; asks for these parts where they were not read yet, and has the others where somebody else read them. */
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

/** Names change rarely, and whoever needs the latest is on the page of that list. */
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
