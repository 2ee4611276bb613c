/** Options of filters: the organization's vaults, whitelists, assets and networks. */
import { type ReactNode, useMemo } from 'react'
import { type DirectoryPart, useDirectory } from '../api/directory.ts'
import type { Vault, Whitelist } from '../api/records.ts'
import { vaultKind } from '../records/labels.ts'
import type { FilterGroup, FilterOption, Offer } from './filter-groups.ts'

interface SuggestionsProps {
  readonly children: (offer: Offer) => ReactNode
}

export const assetGroup: FilterGroup<'asset_id'> = {
  label: 'Asset',
  fields: [{ name: 'asset_id', kind: 'text', placeholder: 'USDC_ETH', Suggestions: AssetSuggestions }],
}

export const networkGroup: FilterGroup<'network_id'> = {
  label: 'Network',
  fields: [
    { name: 'network_id', kind: 'text', placeholder: 'ETH', Suggestions: NetworkSuggestions, named: true },
  ],
}

/** Vaults and whitelists, the possible ends of a transaction. */
export function PartySuggestions({ children }: SuggestionsProps) {
  const { vaults, whitelists, ...directory } = useDirectory(partyParts)
  const options = useMemo(
    () => distinct([...vaults.map(vaultOption), ...whitelists.map(whitelistOption)]),
    [vaults, whitelists],
  )
  return children({ options, state: stateOf(directory, partyParts) })
}

export function AssetSuggestions({ children }: SuggestionsProps) {
  const { rows, state } = useAssetRows()
  const options = useMemo(
    () => distinct(rows.map((row) => option(row.asset_id, row.asset_id, row.asset_name))),
    [rows],
  )
  return children({ options, state })
}

export function NetworkSuggestions({ children }: SuggestionsProps) {
  const { rows, state } = useAssetRows()
  const options = useMemo(
    () => distinct(rows.map((row) => option(row.network_id, row.network_name, row.network_id))),
    [rows],
  )
  return children({ options, state })
}

const partyParts: readonly DirectoryPart[] = ['vaults', 'whitelists']
const assetParts: readonly DirectoryPart[] = ['balances']

/** Reads balances, which are short. Vaults and whitelists add to them if they are read already. */
function useAssetRows() {
  const { holdings, vaults, whitelists, ...directory } = useDirectory(assetParts)
  const rows = useMemo(
    () => [
      ...holdings,
      ...vaults.flatMap(({ assets }) => assets),
      ...whitelists.flatMap(({ assets }) => assets),
    ],
    [holdings, vaults, whitelists],
  )
  return { rows, state: stateOf(directory, assetParts) }
}

function stateOf(
  { waiting, failed }: { waiting: readonly DirectoryPart[]; failed: readonly DirectoryPart[] },
  parts: readonly DirectoryPart[],
): Offer['state'] {
  if (parts.some((part) => waiting.includes(part))) return 'waiting'
  return parts.some((part) => failed.includes(part)) ? 'failed' : 'ready'
}

function vaultOption(vault: Vault): FilterOption | null {
  return option(vault.vault_id, vault.vault_name, vaultKind(vault.vault_type))
}

function whitelistOption(whitelist: Whitelist): FilterOption | null {
  return option(whitelist.whitelist_id, whitelist.whitelist_name, 'whitelist')
}

function option(value: string | null, label: string | null, detail: string | null): FilterOption | null {
  if (!value) return null
  return { value, label: label || value, ...(detail ? { detail } : {}) }
}

function distinct(options: readonly (FilterOption | null)[]): readonly FilterOption[] {
  const byValue = new Map<string, FilterOption>()
  for (const offered of options)
    if (offered && !byValue.has(offered.value)) byValue.set(offered.value, offered)
  return [...byValue.values()]
}
