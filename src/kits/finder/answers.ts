/** What the gateway found, as items of the finder. */
import { counted, countText, groupedDecimal } from '../../contract/count-text.ts'
import {
  lookedForInWords,
  type OfferedFilter,
  type PartyHit,
  type SearchAnswer,
  type SearchFigure,
  type SearchGroup,
  type SearchOffer,
  type TransactionHit,
} from '../../contract/search.ts'
import { instantText } from '../../display/instant.ts'
import { labelOf, statusInWords, vaultKind, whitelistTypeLabels } from '../../display/labels.ts'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { balancesHref, transactionHref, transactionsHref, vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { transactionsCodec, transactionsList, vaultsCodec, whitelistsCodec } from '../../url/lists.ts'
import { without } from '../../url/page-state.ts'
import type { FinderItem, FinderLink } from './items.ts'

/** In the order of the answer. What is offered is the figure over them. */
export function answerItems({ groups, offer, choices }: SearchAnswer): readonly FinderItem[] {
  const few = offer?.hits.flatMap((hit) => transactionItem(hit, 'Transactions')) ?? []
  const named = choices.map(({ title, filter }): FinderItem => {
    const act = listLink(filter)
    return { group: 'Transactions', key: `list ${act.href}`, label: title, note: 'List', act }
  })
  return [...named, ...few, ...groups.flatMap((group) => groupItems(group, offer))]
}

/** On the page of transactions, in place of all filters that are set. */
export function figureLink({ link: { href } }: SearchFigure): FinderLink {
  const [path = '', query = ''] = href.split('?')
  if (path !== transactionsList.path) return { href }
  const { filter, params } = transactionsCodec.parse(query)
  const sort = params.sort === undefined ? {} : { params: { sort: params.sort } }
  return { href, patch: { filter: { ...without(transactionsCodec.filters), ...filter }, ...sort } }
}

/** As a colleague can read it in a mail: what it is, what it rests on, and its link. */
export function figureSentence(
  { title, rows, remarks, doubts, records }: SearchFigure,
  asOf: string,
  link: string,
): string {
  const lines = (rows ?? []).map(({ about, amount, asset, text, apart }) => {
    const figure = amount === null ? `${asset}:` : `${groupedDecimal(amount)} ${asset}`
    const said = [about && `${about}:`, figure, text.replace(' · ', ', ')].filter(Boolean).join(' ')
    return [said, ...apart].join('; ')
  })
  const body = lines.length === 1 ? ` ${lines[0]}.` : lines.map((line) => `\n${line}`).join('')
  const read = records === null ? 'As' : `${counted(records, 'transaction')} read, as`
  const rest = [...remarks, ...doubts, `${read} of ${instantText(asOf)}.`]
  return [...`${title}:${body}\n${rest.join(' ')}`.split('\n').map(withHiddenNamed), link].join('\n')
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
  if (kind === 'vaults') return { href: vaultsCodec.href('/vaults', own) }
  return kind === 'whitelists' ? { href: whitelistsCodec.href('/whitelists', own) } : listLink(filter)
}

/** In place of all filters that are set: the number is that of this one. */
function listLink(filter: OfferedFilter): FinderLink {
  const own = single(filter)
  return {
    href: transactionsHref(own),
    patch: { filter: { ...without(transactionsCodec.filters), ...own } },
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
            act: listLink({ [filter]: [id] }),
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
    item('transactions', listLink({ asset_id: [id] })),
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

/** How a sentence was read, or what in it is not understood. */
export function readingNotes({ unknown, remarks }: SearchAnswer): readonly string[] {
  return [...unknown.map((words) => `“${words}” is not understood.`), ...remarks]
}

export function notSearchedNotes({ not_searched }: SearchAnswer): readonly string[] {
  return [
    ...(not_searched.length > 0
      ? [`Not searched, because it could not be read: ${not_searched.join(', ')}.`]
      : []),
  ]
}
