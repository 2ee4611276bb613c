import { useMemo } from 'react'
import { type Directory, type DirectoryPart, useDirectory } from '../api/directory.ts'
import { vaultKind } from '../display/labels.ts'
import type { FilterOption, SuggestionSource } from './filter-groups.ts'

export interface Offer {
  readonly options: readonly FilterOption[]
  readonly state: 'waiting' | 'ready' | 'failed'
}

/** Reads the options of a filter once it is on screen; none without a source. */
export function useSuggestions(source: SuggestionSource | undefined): Offer {
  const { parts, optionsIn } = source ? sources[source] : noSource
  const directory = useDirectory(parts)
  const options = useMemo(() => distinct(optionsIn(directory), 'value'), [directory, optionsIn])
  const isAnyIn = (among: readonly DirectoryPart[]) => parts.some((part) => among.includes(part))
  return {
    options,
    state: isAnyIn(directory.waiting) ? 'waiting' : isAnyIn(directory.failed) ? 'failed' : 'ready',
  }
}

/** The options of every source that is in use: null while its names are read, none where they could not be. */
export function useAllSuggestions(
  among: readonly SuggestionSource[],
): (source: SuggestionSource) => readonly FilterOption[] | null {
  const directory = useDirectory(among.flatMap((source) => sources[source].parts))
  return (source) => {
    const { parts, optionsIn } = sources[source]
    if (parts.some((part) => directory.waiting.includes(part))) return null
    return parts.some((part) => directory.failed.includes(part))
      ? []
      : distinct(optionsIn(directory), 'value')
  }
}

interface Source {
  readonly parts: readonly DirectoryPart[]
  readonly optionsIn: (directory: Directory) => readonly (FilterOption | null)[]
}

const noSource: Source = { parts: [], optionsIn: () => [] }

const sources: Readonly<Record<SuggestionSource, Source>> = {
  parties: {
    parts: ['vaults', 'whitelists'],
    optionsIn: ({ vaults, whitelists }) => [
      ...vaults.map((vault) => option(vault.vault_id, vault.vault_name, vaultKind(vault.vault_type))),
      ...whitelists.map(({ whitelist_id, whitelist_name }) =>
        option(whitelist_id, whitelist_name, 'whitelist'),
      ),
    ],
  },
  // Of balances, which are short.
  assets: {
    parts: ['balances'],
    optionsIn: (directory) =>
      assetsIn(directory).map(({ asset_id, asset_name }) => {
        const asset = option(asset_id, asset_id, asset_name)
        return asset && asset_name ? { ...asset, alias: asset_name } : asset
      }),
  },
  networks: {
    parts: ['balances'],
    optionsIn: (directory) =>
      assetsIn(directory).map(({ network_id, network_name }) => option(network_id, network_name, network_id)),
  },
}

/** Every asset that the directory names, each as often as it does. */
function assetsIn({ holdings, vaults, whitelists }: Directory) {
  return [
    ...holdings,
    ...vaults.flatMap(({ assets }) => assets),
    ...whitelists.flatMap(({ assets }) => assets),
  ]
}

function option(value: string | null, label: string | null, detail: string | null): FilterOption | null {
  if (!value) return null
  return { value, label: label || value, ...(detail ? { detail } : {}) }
}

/** The first of those with the same value of a field. */
function distinct<K extends string, T extends Readonly<Record<K, string>>>(
  items: readonly (T | null)[],
  field: K,
): readonly T[] {
  const byValue = new Map<string, T>()
  for (const item of items) if (item !== null && !byValue.has(item[field])) byValue.set(item[field], item)
  return [...byValue.values()]
}
