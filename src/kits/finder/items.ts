/** What the finder offers, in one ranking. Names and ids come from outside. */
import { looksLikeHash } from '../../addresses/pasted/certainty.ts'
import { formedAddresses, readAddress } from '../../addresses/pasted/read-address.ts'
import type { TransactionFilter } from '../../contract/console-api.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import { folded, rank, type Searchable } from '../../list/rank.ts'
import type { BuiltInViews, SavedView } from '../../list/saved-views.ts'
import { checkHref } from '../../url/hrefs.ts'
import { balancesList, listPageName, transactionsCodec, transactionsList } from '../../url/lists.ts'
import { type ListPatch, withQuery } from '../../url/page-state.ts'
import { type NavigationPath, navigation } from '../../url/pages.ts'

/** Equally good groups are in this order. */
export const finderGroups = [
  'Addresses',
  'Pages',
  'Views',
  'Vaults',
  'Whitelists',
  'Assets',
  'Transactions',
  'Notes, memos and hashes',
  'Actions',
] as const
export type FinderGroup = (typeof finderGroups)[number]

/** A place to go to, or something to do. */
export interface FinderItem extends Searchable {
  readonly group: FinderGroup
  readonly key: string
  /** Before the label, such as the filter that it sets. */
  readonly about?: string
  readonly note: string
  readonly shortcut?: string
  readonly act: FinderLink | { readonly run: () => void }
}

/** On the page of transactions `patch` applies instead: rows a page and the order stay, and a record opens beside the list. */
export interface FinderLink {
  readonly href: string
  readonly patch?: ListPatch<keyof TransactionFilter, 'tx' | 'sort'>
}

export interface FinderSection {
  readonly group: FinderGroup
  readonly items: readonly FinderItem[]
  /** How many match, shown or not. */
  readonly fitting: number
}

/** What people come to do on a page, in their own words. */
const tasks: Readonly<Partial<Record<NavigationPath, readonly string[]>>> = {
  '/packs': ['make an audit pack', 'evidence', 'compare packs', 'open a pack'],
  '/statements': ['roll-forward', 'opening and closing balances', 'confirm balances', 'balance confirmation'],
  '/postings': ['journal entries', 'bookings', 'accounting', 'bookkeeping', 'general ledger'],
  '/counterparties': ['who received', 'who sent', 'recipients', 'senders', 'beneficiaries', 'counterparty'],
  '/changes': ['what changed', 'what happened', 'changes of whitelists', 'since I last looked'],
  '/sample': ['draw a sample', 'cut-off', 'cutoff'],
}

export const pageItems: readonly FinderItem[] = [
  ...navigation.map(({ path, label, key }) => ({ ...pageItem(path, label, tasks[path]), shortcut: key })),
  ...vaultTypes.map(balancesList).map(({ path, title }) => pageItem(path, title)),
]

function pageItem(href: string, label: string, also: readonly string[] = []): FinderItem {
  return linkItem('Pages', `page ${href}`, label, '', href, [`Go to ${label}`, ...also])
}

function linkItem(
  group: FinderGroup,
  key: string,
  label: string,
  note: string,
  href: string,
  also: readonly string[],
): FinderItem {
  return { group, key, label, note, also, act: { href } }
}

export function viewItems({ inFlight, others }: BuiltInViews, own: readonly SavedView[]): FinderItem[] {
  const item = ({ name, href }: SavedView, note: string, also: readonly string[] = []) =>
    linkItem('Views', `view ${note} ${name}`, name, note, href, also)
  return [
    ...own.map((view) => item(view, `Your view of ${listPageName(view.href)?.toLowerCase() ?? ''}`)),
    ...inFlight.map((view) => item(view, 'In flight', [`In flight ${view.name}`])),
    ...others.map((view) => item(view, 'Transactions')),
  ]
}

/** Where a link leads from this place. */
export function hrefAt(
  { href, patch }: FinderLink,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string {
  const codec = transactionsCodec
  if (pathname !== transactionsList.path || !patch) return href
  return withQuery(pathname, codec.serialise(codec.apply(codec.parse(search), patch)))
}

const checkKey = 'check address '

export function isCheck({ key }: FinderItem): boolean {
  return key.startsWith(checkKey)
}

export function checkItems(pasted: string): FinderItem[] {
  return formedAddresses(readAddress(pasted)).map(({ address, memo }) => ({
    // A hash is more often that of a transaction.
    group: looksLikeHash(address) ? 'Actions' : 'Addresses',
    key: checkKey + address,
    label: 'Check this address',
    note: address,
    act: { href: checkHref({ address, memo }) },
  }))
}

/** Per group, while there is more to type. */
const mostShown = 6

/**
 * Sections in order: an address to check, the group that `leads`, groups with a match that is the text's whole name, what the gateway found,
 * then groups by their best match. Best first within each. Each link is offered once.
 */
export function sectionsOf(
  typed: string,
  items: readonly FinderItem[],
  answers: readonly FinderItem[],
  leads: FinderGroup | null = null,
): readonly FinderSection[] {
  const fitting = rank(typed, items, (item) => item)
  const isBare = typed.trim() === ''
  const name = folded(typed)
  const isNamed = ({ label, id, also = [] }: FinderItem) =>
    [label, id ?? '', ...also].some((text) => folded(text) === name)
  const inOrder = [...fitting.filter(isNamed), ...answers, ...fitting]
  const first: readonly FinderGroup[] = ['Addresses', ...(leads ? [leads] : [])]
  const groups = new Set([...first, ...inOrder.map(({ group }) => group), ...finderGroups])
  const offered = new Set<string>()
  const isFirst = ({ act, key }: FinderItem) => {
    const link = 'href' in act ? act.href : key
    return !offered.has(link) && offered.add(link)
  }
  return [...groups].flatMap((group) => {
    const isShown = (item: FinderItem) => item.group === group && isFirst(item)
    const [own, found] = [fitting.filter(isShown), answers.filter(isShown)]
    if (own.length + found.length === 0 || (isBare && !alwaysShown.includes(group))) return []
    // Of what the gateway found it sends few, and tells how many there are.
    const items = [...(isBare ? own : own.slice(0, mostShown)), ...found]
    return [{ group, items, fitting: own.length + found.length }]
  })
}

/** Before anything is typed. */
const alwaysShown: readonly FinderGroup[] = ['Pages', 'Views', 'Actions']
