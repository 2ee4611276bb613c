/** The organization's vaults, whitelists and holdings, read whole. Used for filters, names and lookups. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Holding, Vault, Whitelist } from '../contract/normal-records.ts'
import { wholeListQuery } from './whole-list.ts'

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
  const wanted = (name: DirectoryPart) => ({ staleTime, enabled: parts.includes(name) })
  const vaults = useStanding(useQuery({ ...wholeListQuery('vaults', {}), ...wanted('vaults') }))
  const whitelists = useStanding(useQuery({ ...wholeListQuery('whitelists', {}), ...wanted('whitelists') }))
  const balances = useStanding(useQuery({ ...wholeListQuery('balances', {}), ...wanted('balances') }))
  return useMemo(() => {
    const named = { vaults, whitelists, balances }
    return {
      vaults: vaults.data?.records ?? none,
      whitelists: whitelists.data?.records ?? none,
      holdings: balances.data?.records ?? none,
      areAllWhitelists: whitelists.data?.isWhole ?? false,
      waiting: directoryParts.filter((part) => named[part].isFetching && !named[part].data),
      failed: directoryParts.filter((part) => named[part].isError && !named[part].data),
    }
  }, [vaults, whitelists, balances])
}

/** What the directory tells of a query: the same object until that changes. */
function useStanding<Data>({ data, isFetching, isError }: UseQueryResult<Data>) {
  return useMemo(() => ({ data, isFetching, isError }), [data, isFetching, isError])
}

/** Another revision makes them stale before. */
const staleTime = 5 * 60_000

const none: readonly never[] = []
