import { useEffect, useEffectEvent, useMemo, useState } from 'react'
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

/** The options of every source that is in use; none of one whose names are not all read. */
export function useAllSuggestions(
  among: readonly SuggestionSource[],
): (source: SuggestionSource) => readonly FilterOption[] {
  const directory = useDirectory(among.flatMap((source) => sources[source].parts))
  return (source) => {
    const { parts, optionsIn } = sources[source]
    const isRead = parts.every(
      (part) => !directory.waiting.includes(part) && !directory.failed.includes(part),
    )
    return isRead ? distinct(optionsIn(directory), 'value') : []
  }
}

/**
 * Holds a form that is submitted before the names are read, since its text may be a name, and calls `send` once they are. A second submission
 * sends the text as typed, and so does one after the names failed to load.
 */
export function useHold(among: readonly SuggestionSource[], send: () => void) {
  const { waiting, failed } = useDirectory(among.flatMap((source) => sources[source].parts))
  const [isHolding, setHolding] = useState(false)
  const isWaiting = waiting.length > 0
  const isFailed = failed.length > 0
  const release = useEffectEvent(() => {
    if (!isHolding || isFailed) return
    setHolding(false)
    send()
  })
  useEffect(() => {
    if (!isWaiting) release()
  }, [isWaiting])
  return {
    isHeld(): boolean {
      setHolding(isWaiting && !isHolding)
      return isWaiting && !isHolding
    },
    end: () => setHolding(false),
    remark:
      isHolding &&
      (isWaiting
        ? 'Reading the names first. Press again to use the text as typed.'
        : 'The names could not be read. Press again to use the text as typed.'),
  }
}

/** In sight, because the button that was pressed may be far from it. */
export function HoldRemark({ text }: { text: string | false }) {
  if (!text) return null
  return (
    <p role="status" ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
      {text}
    </p>
  )
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
