/** What the finder offers, from what is known, in one ranking. Pure: names and ids in it come from outside. */
import type { Directory } from '../../api/directory.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import { looksLikeAddress, readAddress } from '../../list/find/pasted.ts'
import { rank, type Searchable } from '../../list/find/rank.ts'
import type { BuiltInViews, SavedView } from '../../list/saved-views.ts'
import { labelOf, vaultKind, whitelistTypeLabels } from '../../records/labels.ts'
import {
  balancesHref,
  checkHref,
  transactionHref,
  transactionsHref,
  vaultHref,
  whitelistHref,
} from '../../url/hrefs.ts'
import { without, withQuery } from '../../url/list-view.ts'
import { balancesList, transactionsList, transactionsView } from '../../url/lists.ts'
import { navigation } from '../../url/pages.ts'
import { listPageName } from '../../url/view-link.ts'
import type { Known, KnownCode } from './known.ts'
import type { Meaning, MeaningAction } from './meanings.ts'

/** The kinds of what is offered, in the order in which equals stand. */
export const finderGroups = [
  'Pages',
  'Views',
  'Vaults',
  'Whitelists',
  'Assets',
  'Transactions',
  'Actions',
] as const
export type FinderGroup = (typeof finderGroups)[number]

/** One thing that can be chosen: a place to go to, or something to do. */
export interface FinderItem extends Searchable {
  readonly group: FinderGroup
  /** Tells it from all others. */
  readonly key: string
  /** Before the label: which filter it sets. */
  readonly about?: string
  /** Beside the label: what it is. */
  readonly note: string
  /** The key that does the same. */
  readonly shortcut?: string
  readonly act: { readonly href: string } | { readonly run: () => void; readonly isKeptOpen?: boolean }
}

/** What of one group fits what was typed. */
export interface FinderSection {
  readonly group: FinderGroup
  readonly items: readonly FinderItem[]
  /** How many fit, shown or not. */
  readonly fitting: number
}

/** The pages, and the balances of each type, which have addresses of their own. */
export const pageItems: readonly FinderItem[] = [
  ...navigation.map(({ path, label, key }) => ({ ...pageItem(path, label), shortcut: key })),
  ...vaultTypes.map(balancesList).map(({ path, title }) => pageItem(path, title)),
]

function pageItem(href: string, label: string): FinderItem {
  return { group: 'Pages', key: `page ${href}`, label, note: '', also: [`Go to ${label}`], act: { href } }
}

/** The saved views and the built-in ones. */
export function viewItems({ inFlight, others }: BuiltInViews, own: readonly SavedView[]): FinderItem[] {
  const item = ({ name, href }: SavedView, note: string, also: readonly string[] = []): FinderItem => ({
    group: 'Views',
    key: `view ${note} ${name}`,
    label: name,
    note,
    also,
    act: { href },
  })
  return [
    ...own.map((view) => item(view, `Your view of ${listPageName(view.href)?.toLowerCase() ?? ''}`)),
    ...inFlight.map((view) => item(view, 'In flight', [`In flight ${view.name}`])),
    ...others.map((view) => item(view, 'Transactions')),
  ]
}

/** The vaults and whitelists by name, and each asset's transactions and balances. */
export function recordItems({ vaults, whitelists }: Directory, { assets }: Known): FinderItem[] {
  return [
    ...vaults.flatMap(({ vault_id: id, vault_name: name, vault_type }) =>
      id === null ? [] : namedItem('Vaults', 'vault', id, name, vaultKind(vault_type), vaultHref(id)),
    ),
    ...whitelists.flatMap(({ whitelist_id: id, whitelist_name: name, whitelist_type: type }) => {
      const note = labelOf(whitelistTypeLabels, type) ?? type ?? ''
      return id === null ? [] : namedItem('Whitelists', 'whitelist', id, name, note, whitelistHref(id))
    }),
    ...assets.flatMap((asset) => [
      assetItem(asset, 'transactions', transactionsHref({ asset_id: asset.id })),
      assetItem(asset, 'balances', balancesHref({ asset_id: asset.id })),
    ]),
  ]
}

function namedItem(
  group: FinderGroup,
  kind: string,
  id: string,
  name: string | null,
  note: string,
  href: string,
): FinderItem {
  const also = [`${kind} ${name ?? ''}`]
  return { group, key: `${kind} ${id}`, label: name || id, note, id, also, act: { href } }
}

function assetItem({ id, name }: KnownCode, page: string, href: string): FinderItem {
  return {
    group: 'Assets',
    key: `asset ${id} ${page}`,
    label: id,
    note: name === id ? page : `${name} · ${page}`,
    also: [name, `${id} ${page}`, `${name} ${page}`],
    act: { href },
  }
}

/** What a text means among transactions. On their page a filter joins those that are set, and a record opens beside the list. */
export function meaningItems(
  meanings: readonly Meaning[],
  at: { readonly pathname: string; readonly search: string },
  readBooks: () => void,
): FinderItem[] {
  return meanings.map(({ key, about, value, note, action }) => ({
    group: 'Transactions',
    key: `meaning ${key}`,
    about,
    label: value,
    note,
    act: action.kind === 'read-books' ? { run: readBooks, isKeptOpen: true } : { href: hrefOf(action, at) },
  }))
}

function hrefOf(
  action: Exclude<MeaningAction, { kind: 'read-books' }>,
  { pathname, search }: { readonly pathname: string; readonly search: string },
): string {
  if (pathname !== transactionsList.path)
    return action.kind === 'open' ? transactionHref(action.transactionId) : transactionsHref(action.filter)
  const codec = transactionsView
  const patch =
    action.kind === 'open'
      ? { params: { tx: action.transactionId } }
      : { filter: { ...(action.alone && without(codec.filters)), ...action.filter } }
  return withQuery(pathname, codec.serialise(codec.apply(codec.parse(search), patch)))
}

/** The way to check a text that looks like an address, or from which one was taken. */
export function checkItems(pasted: string): FinderItem[] {
  const read = readAddress(pasted)
  if (read?.kind !== 'address' || !looksLikeAddress(read.address)) return []
  const { address, memo } = read
  return [
    {
      group: 'Actions',
      key: 'check address',
      label: 'Check this address',
      note: address,
      act: { href: checkHref({ address, ...(memo ? { memo } : {}) }) },
    },
  ]
}

/** So many of a group are shown while there is more to type; of the one that leads, more. */
const mostShown = 6
const mostOfLeading = 12

/**
 * What fits what was typed, by group: the one that `leads` first, then the group with the best of all, in each the best first. `meant` was
 * made from the text and is not looked through. Of it, what leads where something else leads already is left out.
 */
export function sectionsOf(
  typed: string,
  items: readonly FinderItem[],
  meant: readonly FinderItem[],
  leads: FinderGroup | null = null,
): readonly FinderSection[] {
  const fitting = rank(typed, items, (item) => item)
  const isBare = typed.trim() === ''
  const hrefs = new Set(fitting.map(({ act }) => 'href' in act && act.href))
  const further = leads ? meant : meant.filter(({ act }) => !('href' in act && hrefs.has(act.href)))
  const groups = new Set([...(leads ? [leads] : []), ...fitting.map(({ group }) => group), ...finderGroups])
  return [...groups].flatMap((group) => {
    const all = [...fitting, ...further].filter((item) => item.group === group)
    // Before anything is typed: only what is always there. The rest is too much to look through.
    if (all.length === 0 || (isBare && !alwaysShown.includes(group))) return []
    const most = isBare ? all.length : group === leads ? mostOfLeading : mostShown
    return [{ group, items: all.slice(0, most), fitting: all.length }]
  })
}

const alwaysShown: readonly FinderGroup[] = ['Pages', 'Views', 'Actions']
