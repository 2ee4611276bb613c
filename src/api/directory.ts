/** The organization's vaults, whitelists and holdings, read whole. Used for filters, names and lookups. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { Holding, Vault, Whitelist } from '../contract/normal-records.ts'
import { type ShortList, wholeListQuery } from './whole-list.ts'

export type DirectoryPart = 'vaults' | 'whitelists' | 'balances'

const directoryParts: readonly DirectoryPart[] = ['vaults', 'whitelists', 'balances']

export interface Directory {
  readonly vaults: readonly Vault[]
  readonly whitelists: readonly Whitelist[]
  readonly holdings: readonly Holding[]
  /** Complete: a whitelist missing here was removed. */
  readonly areAllWhitelists: boolean
  readonly waiting: readonly DirectoryPart[]
  readonly failed: readonly DirectoryPart[]
}

/** Requests only these parts. Others are included if another query has read them. */
export function useDirectory(parts: readonly DirectoryPart[]): Directory {
  return useQueries({
    queries: [
      { ...wholeListQuery('vaults', {}), staleTime, enabled: parts.includes('vaults') },
      { ...wholeListQuery('whitelists', {}), staleTime, enabled: parts.includes('whitelists') },
      { ...wholeListQuery('balances', {}), staleTime, enabled: parts.includes('balances') },
    ],
    combine: directoryOf,
  })
}

/** Another revision makes them stale before. */
const staleTime = 5 * 60_000

function directoryOf([vaults, whitelists, balances]: readonly [
  UseQueryResult<ShortList<Vault>>,
  UseQueryResult<ShortList<Whitelist>>,
  UseQueryResult<ShortList<Holding>>,
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
