/** What the gateway found, as items of the finder. */
import { counted, countText } from '../../contract/count-text.ts'
import {
  lookedForInWords,
  type OfferedFilter,
  type PartyHit,
  type SearchAnswer,
  type SearchGroup,
  type SearchOffer,
  type TransactionHit,
} from '../../contract/search.ts'
import { amountsInWords } from '../../records/amount-words.ts'
import {
  labelOf,
  parameterLabel,
  statusInWords,
  statusLabels,
  typeLabels,
  vaultKind,
  whitelistTypeLabels,
} from '../../records/labels.ts'
import { balancesHref, transactionHref, transactionsHref, vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { without } from '../../url/list-view.ts'
import { transactionsView, vaultsView, whitelistsView } from '../../url/lists.ts'
import type { FinderItem, FinderLink } from './items.ts'

/** In the order of the answer. */
export function answerItems({ groups, offer }: SearchAnswer): readonly FinderItem[] {
  return [...(offer ? offerItems(offer) : []), ...groups.flatMap((group) => groupItems(group, offer))]
}

export interface FilterInChips {
  readonly label: string
  readonly value: string
}

function offerItems(offer: SearchOffer): readonly FinderItem[] {
  const { filter, total, undecided, hits } = offer
  const chips = chipsOf(offer)
  const count = total === null ? 'still counted' : counted(total, 'transaction')
  const more = undecided ? `, ${countText(undecided)} more may be in the period` : ''
  return [
    {
      group: 'Transactions',
      key: 'offer',
      label: chips.map(({ label, value }) => `${label}: ${value}`).join(', '),
      chips,
      note: count + more,
      act: linkOf(filter),
    },
    ...hits.flatMap((hit) => transactionItem(hit, 'Transactions')),
  ]
}

/** As the list shows them over its rows. */
export function chipsOf({ filter, names }: Pick<SearchOffer, 'filter' | 'names'>): readonly FilterInChips[] {
  const { start_date: [first] = [], end_date: [last] = [] } = filter
  const days =
    first === last ? first : first && last ? `${first} – ${last}` : first ? `from ${first}` : `until ${last}`
  const amounts = amountsInWords(filter)
  const own = Object.entries(filter).filter(([name]) => !/^amount_|_date$/.test(name))
  return [
    ...(days === undefined || (!first && !last) ? [] : [{ label: 'Date', value: days }]),
    ...own.map(([name, values]) => ({
      label: parameterLabel(name),
      value: values.map((value) => names[value] ?? valueName(name, value)).join(', '),
    })),
    ...(amounts === null ? [] : [{ label: 'Amount', value: amounts }]),
  ]
}

function valueName(name: string, value: string): string {
  if (name === 'status') return labelOf(statusLabels, value)?.label ?? value
  return name === 'transaction_type' ? (labelOf(typeLabels, value) ?? value) : value
}

function groupItems(group: SearchGroup, offer: SearchOffer | null): readonly FinderItem[] {
  const { kind, hits, filter, total } = group
  const words = filter?.text?.length === 1
  const isOffered = offer !== null && JSON.stringify(offer.filter) === JSON.stringify(filter)
  const isMore = total !== 1 && total !== 0 && filter !== null && !isOffered
  const list =
    isMore && (kind === 'transactions' || (total !== null && total > hits.length))
      ? [listItem(group, linkOfList(kind, filter))]
      : []
  return [
    ...list,
    ...hits.flatMap((hit) => {
      if (hit.kind === 'transaction') return transactionItem(hit, words ? foundInText : 'Transactions')
      if (hit.kind === 'asset') return assetItems(hit)
      return partyItems(hit)
    }),
  ]
}

const foundInText = 'Notes, memos and hashes'

function listItem(group: SearchGroup, act: FinderLink): FinderItem {
  const places = { transactions: 'Transactions', vaults: 'Vaults', whitelists: 'Whitelists' } as const
  const { kind, filter } = group
  const place = kind === 'vaults' || kind === 'whitelists' ? places[kind] : places.transactions
  return {
    group: kind === 'transactions' && filter?.text ? foundInText : place,
    key: `list ${act.href}`,
    label: lookedForInWords(group, countText),
    note: 'List',
    act,
  }
}

function linkOfList(kind: SearchGroup['kind'], filter: NonNullable<SearchGroup['filter']>): FinderLink {
  const own = single(filter)
  if (kind === 'vaults') return { href: vaultsView.href('/vaults', own) }
  return kind === 'whitelists' ? { href: whitelistsView.href('/whitelists', own) } : linkOf(filter)
}

/** In place of all filters that are set: the number is that of this one. */
function linkOf(filter: OfferedFilter): FinderLink {
  const own = single(filter)
  return {
    href: transactionsHref(own),
    patch: { filter: { ...without(transactionsView.filters), ...own } },
  }
}

/** Links have one value as a text. */
function single(filter: Readonly<Partial<Record<string, readonly string[]>>>) {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, values = []]) =>
      values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values]],
    ),
  )
}

function transactionItem(
  { transaction_id: id, amount, asset_id, status, match }: TransactionHit,
  group: FinderItem['group'],
): readonly FinderItem[] {
  if (id === null) return []
  const about = match && { note: 'Note', memo: 'Memo', hash: 'Hash' }[match.field]
  return [
    {
      group,
      key: `open ${id}`,
      about: about ?? 'Open transaction',
      label: match?.text ?? id,
      note: [`${amount ?? ''} ${asset_id ?? ''}`.trim(), statusInWords({ status })]
        .filter(Boolean)
        .join(' · '),
      act: { href: transactionHref(id), patch: { params: { tx: id } } },
    },
  ]
}

function partyItems({ kind, id, name, type, sent, received }: PartyHit): readonly FinderItem[] {
  const end = (
    about: string,
    filter: 'source_id' | 'destination_id',
    count: number,
  ): readonly FinderItem[] =>
    count === 0
      ? []
      : [
          {
            ...{ group: 'Transactions', key: `${filter} ${id}`, about, label: name },
            note: counted(count, 'transaction'),
            act: linkOf({ [filter]: [id] }),
          },
        ]
  const page = (group: 'Vaults' | 'Whitelists', note: string, act: FinderLink): FinderItem => ({
    ...{ group, key: `${kind} ${id}`, label: name, note, act },
  })
  return [
    ...(kind === 'vault' ? [page('Vaults', vaultKind(type), { href: vaultHref(id) })] : []),
    ...(kind === 'whitelist'
      ? [page('Whitelists', labelOf(whitelistTypeLabels, type) ?? type ?? '', { href: whitelistHref(id) })]
      : []),
    ...end('From', 'source_id', sent),
    ...end('To', 'destination_id', received),
  ]
}

function assetItems({ id, name }: { readonly id: string; readonly name: string }): readonly FinderItem[] {
  const item = (page: string, act: FinderLink): FinderItem => ({
    ...{ group: 'Assets', key: `asset ${id} ${page}`, label: id },
    note: name === id ? page : `${name} · ${page}`,
    act,
  })
  return [
    item('transactions', linkOf({ asset_id: [id] })),
    item('balances', { href: balancesHref({ asset_id: id }) }),
  ]
}

/** "No vaults, parties or assets with “foo” in a name or id.": what was looked for, by its name. */
export function nothingInWords(groups: readonly SearchGroup[]): readonly string[] {
  const kinds = new Map<string, SearchGroup['kind'][]>()
  for (const { kind, looked_for, total } of groups)
    if (total === 0) {
      const which = looked_for.slice(kind.length)
      kinds.set(which, [...(kinds.get(which) ?? []), kind])
    }
  return [...kinds].map(([which, all]) => {
    const last = all.at(-1) ?? ''
    return `No ${all.length === 1 ? last : `${all.slice(0, -1).join(', ')} or ${last}`}${which}.`
  })
}

/** Below the results: what was not understood, was read in one of several ways, or could not be searched. */
export function answerNotes({ unknown, remarks, not_searched }: SearchAnswer): readonly string[] {
  return [
    ...unknown.map((words) => `“${words}” is not understood.`),
    ...remarks,
    ...(not_searched.length > 0
      ? [`Not searched, because it could not be read: ${not_searched.join(', ')}.`]
      : []),
  ]
}
