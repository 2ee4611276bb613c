/** What filters offer while typing: what the organization holds, from the same reads that the pages make. */
import type { ReactNode } from 'react'
import { useBalances, useVaults } from '../../api/hooks.ts'
import type { Holding } from '../../api/records.ts'
import type { FilterOption } from './filter-groups.ts'

interface SuggestionsProps {
  readonly children: (options: readonly FilterOption[]) => ReactNode
}

/** Asset ids that the organization holds. */
export function AssetSuggestions({ children }: SuggestionsProps) {
  const holdings = useHoldings()
  return children(distinct(holdings.map((held) => option(held.asset_id, held.asset_name))))
}

/** Network ids on which the organization holds something. */
export function NetworkSuggestions({ children }: SuggestionsProps) {
  const holdings = useHoldings()
  return children(distinct(holdings.map((held) => option(held.network_id, held.network_name))))
}

/** The organization's vaults, by name. */
export function VaultSuggestions({ children }: SuggestionsProps) {
  const { data } = useVaults({}, { limit: vaultsOffered, offset: 0 }, { live: false })
  return children(distinct((data?.records ?? []).map((vault) => option(vault.vault_id, vault.vault_name))))
}

const vaultsOffered = 200

function useHoldings(): readonly Holding[] {
  return useBalances('all', {}, { live: false }).data?.records ?? []
}

function option(value: string | null, label: string | null): FilterOption | null {
  return value ? { value, label: label ?? value } : null
}

function distinct(options: readonly (FilterOption | null)[]): readonly FilterOption[] {
  const byValue = new Map<string, FilterOption>()
  for (const offered of options)
    if (offered && !byValue.has(offered.value)) byValue.set(offered.value, offered)
  return [...byValue.values()]
}
