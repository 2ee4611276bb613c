/**
 * What the organization has, by name: read whole once and kept for minutes, so that filters can offer it, show names for
 * ids, and tell what a pasted text means.
 */
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listVaults } from './endpoints.ts'
import { allWhitelistsQuery, balancesQuery } from './hooks.ts'
import { readAll } from './paging.ts'
import type { Holding, Vault, Whitelist } from './records.ts'

/** One of the three lists that the directory is made of. */
export type DirectoryPart = 'vaults' | 'whitelists' | 'balances'

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

/** Every part of the directory. */
export const directoryParts: readonly DirectoryPart[] = ['vaults', 'whitelists', 'balances']

/** The directory; asks for these parts where they were not read yet, and has the others where somebody else read them. */
export function useDirectory(parts: readonly DirectoryPart[]): Directory {
  const vaults = useQuery({ ...vaultDirectory, enabled: parts.includes('vaults') })
  const whitelists = useQuery({ ...whitelistDirectory, enabled: parts.includes('whitelists') })
  const balances = useQuery({ ...holdingDirectory, enabled: parts.includes('balances') })
  const queries = { vaults, whitelists, balances }
  const vaultRecords = vaults.data?.records ?? none
  const whitelistRecords = whitelists.data?.records ?? none
  const holdingRecords = balances.data?.records ?? none
  const areAllWhitelists = whitelists.data?.isWhole ?? false
  const waiting = directoryParts.filter((part) => queries[part].isFetching && !queries[part].data).join()
  const failed = directoryParts.filter((part) => hasFailed(queries[part])).join()
  return useMemo(
    () => ({
      vaults: vaultRecords,
      whitelists: whitelistRecords,
      holdings: holdingRecords,
      areAllWhitelists,
      waiting: directoryParts.filter((part) => waiting.split(',').includes(part)),
      failed: directoryParts.filter((part) => failed.split(',').includes(part)),
    }),
    [vaultRecords, whitelistRecords, holdingRecords, areAllWhitelists, waiting, failed],
  )
}

/** Names change rarely, and whoever needs the latest is on the page of that list. */
const staleTime = 5 * 60_000

const vaultDirectory = queryOptions({
  queryKey: ['vaults', 'all'] as const,
  queryFn: ({ signal }) =>
    readAll(
      (page) => listVaults(page, signal),
      ({ vault_id }) => vault_id,
    ),
  staleTime,
})

const whitelistDirectory = queryOptions({ ...allWhitelistsQuery({}), staleTime })

const holdingDirectory = queryOptions({ ...balancesQuery('all', {}), staleTime })

function hasFailed({ error, data }: UseQueryResult<unknown>): boolean {
  return error !== null && data === undefined
}

const none: readonly never[] = []
