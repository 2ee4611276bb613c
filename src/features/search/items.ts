/** What the palette offers, from what is known. Pure: names and ids in it came from outside and are shown as such. */
import type { Directory } from '../../api/directory.ts'
import type { Whitelist } from '../../api/records.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import { type Known, type KnownCode, vaultKind } from '../../list/find/known.ts'
import type { PastedAddress } from '../../list/find/pasted-address.ts'
import { rank, type Searchable } from '../../list/find/rank.ts'
import type { SearchResult } from '../../list/find/search.ts'
import { looksLikeAddress } from '../../list/find/shapes.ts'
import type { BuiltInViews } from '../../list/views/built-in-views.ts'
import type { SavedView } from '../../list/views/saved-views.ts'
import { labelOf, whitelistTypeLabels } from '../../records/labels.ts'
import {
  balancesHref,
  checkHref,
  transactionHref,
  transactionsHref,
  vaultHref,
  whitelistHref,
} from '../../url/hrefs.ts'
import { balancesList } from '../../url/lists.ts'
import { navigation } from '../../url/pages.ts'
import { listPageName } from '../../url/view-link.ts'
import { checkAddress, yourView } from './words.ts'

/** The kinds of what the palette offers, in the order in which equals stand. */
export const paletteGroups = [
  'Pages',
  'Views',
  'Vaults',
  'Whitelists',
  'Assets',
  'Transactions',
  'Actions',
] as const
export type PaletteGroup = (typeof paletteGroups)[number]

/** One thing that can be chosen: a place to go to, or something to do. */
export interface PaletteItem extends Searchable {
  readonly group: PaletteGroup
  /** Tells it from all others. */
  readonly key: string
  /** Beside the label: what it is. */
  readonly note: string
  /** The key that does the same. */
  readonly shortcut?: string
  readonly act: { readonly href: string } | { readonly run: () => void; readonly isKeptOpen?: boolean }
}

/** What of one group fits what was typed. */
export interface PaletteSection {
  readonly group: PaletteGroup
  readonly items: readonly PaletteItem[]
  /** How many fit, shown or not. */
  readonly found: number
}

/** The pages, and the balances of each type, which have addresses of their own. */
export const pageItems: readonly PaletteItem[] = [
  ...navigation.map(({ path, label, key }) => ({ ...pageItem(path, label), shortcut: key })),
  ...vaultTypes.map(balancesList).map(({ path, title }) => pageItem(path, title)),
]

/** The saved views and the built-in ones. */
export function viewItems({ inFlight, others }: BuiltInViews, own: readonly SavedView[]): PaletteItem[] {
  const item = ({ name, href }: SavedView, note: string, also: readonly string[]): PaletteItem => ({
    group: 'Views',
    key: `view ${note} ${name}`,
    label: name,
    note,
    also,
    act: { href },
  })
  return [
    ...own.map((view) => item(view, yourView(listPageName(view.href) ?? ''), [])),
    ...inFlight.map((view) => item(view, 'In flight', [`In flight ${view.name}`])),
    ...others.map((view) => item(view, 'Transactions', [])),
  ]
}

/** The vaults and whitelists by name, and each asset's transactions and balances. */
export function recordItems({ vaults, whitelists }: Directory, { assets }: Known): PaletteItem[] {
  return [
    ...vaults.flatMap(({ vault_id, vault_name, vault_type }) =>
      vault_id === null
        ? []
        : [
            {
              group: 'Vaults' as const,
              key: `vault ${vault_id}`,
              label: vault_name || vault_id,
              note: vaultKind(vault_type),
              id: vault_id,
              also: [`vault ${vault_name ?? ''}`],
              act: { href: vaultHref(vault_id) },
            },
          ],
    ),
    ...whitelists.flatMap((whitelist) => whitelistItem(whitelist) ?? []),
    ...assets.flatMap(assetItems),
  ]
}

/** What the text means on `/transactions`. Only what can be done: the rest is said in words beside the list. */
export function resultItems(results: readonly SearchResult[], readBooks: () => void): PaletteItem[] {
  return results.flatMap(({ key, about, value, note, action }): PaletteItem[] => {
    if (action.kind === 'nothing') return []
    const common = { group: 'Transactions' as const, key: `result ${key}`, label: `${about}: ${value}`, note }
    if (action.kind === 'read-books') return [{ ...common, act: { run: readBooks, isKeptOpen: true } }]
    const href =
      action.kind === 'open' ? transactionHref(action.transactionId) : transactionsHref(action.filter)
    return [{ ...common, act: { href } }]
  })
}

/** The way to check a text that looks like an address, or from which one was taken. */
export function checkItems(pasted: PastedAddress | null): PaletteItem[] {
  if (pasted?.kind !== 'address' || !looksLikeAddress(pasted.address)) return []
  const { address, memo } = pasted
  return [
    {
      group: 'Actions',
      key: 'check address',
      label: checkAddress,
      note: address,
      act: { href: checkHref({ address, ...(memo ? { memo } : {}) }) },
    },
  ]
}

/** How many of one group are shown while there is more to type. */
const mostShown = 6

/**
 * What fits what was typed, by group: the group with the best of all first, in it the best first. `meant` is not looked through,
 * since it was made from the text; of it, what leads where something else leads already is left out.
 */
export function sectionsOf(
  typed: string,
  items: readonly PaletteItem[],
  meant: readonly PaletteItem[],
): readonly PaletteSection[] {
  const fitting = rank(typed, items, (item) => item)
  const isBare = typed.trim() === ''
  const hrefs = new Set(fitting.map(({ act }) => 'href' in act && act.href))
  const further = meant.filter(({ act }) => !('href' in act && hrefs.has(act.href)))
  const groups = new Set([...fitting.map(({ group }) => group), ...paletteGroups])
  return [...groups].flatMap((group) => {
    const found = [...fitting, ...further].filter((item) => item.group === group)
    // Before anything is typed: only what is always there. The rest is too much to look through.
    if (found.length === 0 || (isBare && !alwaysShown.includes(group))) return []
    return [{ group, items: isBare ? found : found.slice(0, mostShown), found: found.length }]
  })
}

const alwaysShown: readonly PaletteGroup[] = ['Pages', 'Views', 'Actions']

function pageItem(href: string, label: string): PaletteItem {
  return { group: 'Pages', key: `page ${href}`, label, note: '', also: [`Go to ${label}`], act: { href } }
}

function whitelistItem(whitelist: Whitelist): PaletteItem | null {
  const { whitelist_id, whitelist_name, whitelist_type } = whitelist
  if (whitelist_id === null) return null
  return {
    group: 'Whitelists',
    key: `whitelist ${whitelist_id}`,
    label: whitelist_name || whitelist_id,
    note: labelOf(whitelistTypeLabels, whitelist_type) ?? whitelist_type ?? '',
    id: whitelist_id,
    also: [`whitelist ${whitelist_name ?? ''}`],
    act: { href: whitelistHref(whitelist_id) },
  }
}

function assetItems({ id, name }: KnownCode): PaletteItem[] {
  const also = (page: string) => [name, `${id} ${page}`, `${name} ${page}`]
  const called = name === id ? '' : `${name} · `
  return [
    {
      group: 'Assets',
      key: `asset ${id} transactions`,
      label: id,
      note: `${called}transactions`,
      also: also('transactions'),
      act: { href: transactionsHref({ asset_id: id }) },
    },
    {
      group: 'Assets',
      key: `asset ${id} balances`,
      label: id,
      note: `${called}balances`,
      also: also('balances'),
      act: { href: balancesHref({ asset_id: id }) },
    },
  ]
}
