/** The lists of the read API as pages, and other pages with filters. Parameters have the API's names. */
import { type ActivitySpan, activitySpans } from '../contract/activity.ts'
import {
  type ConsoleListName,
  filterNames,
  type ListName,
  severalNames,
  sortColumns,
} from '../contract/console-api.ts'
import { dayNumber } from '../contract/day.ts'
import {
  type BalanceType,
  changePoolAlias,
  type TransactionType,
  vaultTypes,
} from '../contract/enumerations.ts'
import { balanceLists } from '../contract/list-names.ts'
import { readInstant } from '../contract/time-range.ts'
import { readZone } from '../contract/time-zone.ts'
import { readHoldingId } from './holdings.ts'
import { ListCodec, withQuery } from './page-state.ts'

export interface List<Codec = ListCodec<string, string, string>> {
  /** That of its files. */
  readonly name: ListName
  readonly title: string
  readonly path: string
  readonly codec: Codec
}

/** As in the operator's file of prices. */
const isCurrency = (text: string) => /^[A-Z]{3}$/.test(text)

/**
 * `tx` is the open transaction, `zone` the one in whose days dates are shown: an IANA name. `currency` is that of an order by value, so that a
 * link has the same order for everybody.
 */
export const transactionsCodec = new ListCodec({
  table: { name: 'transactions', sorted: sortColumns.transactions },
  filters: filterNames('transactions'),
  several: severalNames('transactions'),
  params: ['tx', 'sort', 'currency', 'zone'],
  record: 'tx',
  isUsable: (name, value) =>
    name === 'currency' ? isCurrency(value) : name !== 'zone' || readZone(value) !== null,
  canonical: (name, value) =>
    name === 'transaction_type' && value === changePoolAlias
      ? ('change pool' satisfies TransactionType)
      : value,
})

export const transactionsList = listOf('transactions', 'Transactions', 'g t', transactionsCodec)

export const vaultsCodec = new ListCodec({
  table: { name: 'vaults', sorted: sortColumns.vaults },
  filters: filterNames('vaults'),
  several: severalNames('vaults'),
  params: ['sort', 'currency'],
  isUsable: (_, value) => isCurrency(value),
})

export const vaultsList = listOf('vaults', 'Vaults', 'g v', vaultsCodec)

/**
 * `q` narrows as the reader types, `zero=hide` leaves out empty holdings, `open` is the open holding.
 */
export const balancesCodec = new ListCodec({
  // The list is read whole, and sorted by what no list of the API has too.
  table: { name: 'balances', sorted: [...sortColumns.balances, 'value'] },
  filters: filterNames('balances'),
  several: severalNames('balances'),
  params: ['q', 'zero', 'open', 'sort', 'currency'],
  record: 'open',
  narrowing: ['q', 'zero'],
  isPaged: false,
  isUsable(name, value) {
    if (name === 'q') return true
    if (name === 'currency') return isCurrency(value)
    return name === 'zero' ? value === 'hide' : readHoldingId(value) !== null
  },
})

/** `whitelist` is the open one, `q` finds among all whitelists as the reader types. */
export const whitelistsCodec = new ListCodec({
  table: { name: 'whitelists', sorted: sortColumns.whitelists },
  filters: filterNames('whitelists'),
  several: severalNames('whitelists'),
  params: ['whitelist', 'q', 'sort'],
  record: 'whitelist',
  narrowing: ['q'],
})

export const whitelistsList = listOf('whitelists', 'Whitelists', 'g w', whitelistsCodec)

export const plainCodec = new ListCodec({ filters: [], params: [], isPaged: false })

/** In the order of the page: what is worst first, what nobody used, and what somebody has looked into. */
export const reviewTabs = ['critical', 'high', 'medium', 'low', 'never-used', 'accepted'] as const
export type ReviewTab = (typeof reviewTabs)[number]

export function isReviewTab(text: string | undefined): text is ReviewTab {
  return reviewTabs.some((tab) => tab === text)
}

export const reviewCodec = new ListCodec({
  filters: [],
  params: ['tab', 'finding'],
  isPaged: false,
  isUsable: (name, value) => name === 'finding' || isReviewTab(value),
})

export const reconciliationCodec = new ListCodec({
  filters: [],
  params: [],
  isPaged: false,
})

/** `since` is the instant from which on the overview tells what happened. */
export const overviewCodec = new ListCodec({
  filters: [],
  params: ['span', 'since'],
  isPaged: false,
  isUsable: (name, value) => (name === 'since' ? readInstant(value) !== null : isSpan(value)),
})

/** A vault's page: `day` is that of the statement to which it leads. */
export const vaultCodec = new ListCodec({
  filters: [],
  params: ['span', 'day'],
  isPaged: false,
  isUsable: (name, value) => (name === 'day' ? dayNumber(value) !== null : isSpan(value)),
})

export function isSpan(text: string | undefined): text is ActivitySpan {
  return activitySpans.some((span) => span === text)
}

export function balancesList(type: BalanceType): List<typeof balancesCodec> {
  const list = consoleLists.balances
  const title = type === 'cold' ? 'Cold balances' : 'Warm balances'
  return type === 'all' ? list : { ...list, name: balanceLists[type], title, path: `${list.path}/${type}` }
}

/** In the order of the navigation. */
export const consoleLists = {
  transactions: transactionsList,
  balances: listOf('balances', 'Balances', 'g b', balancesCodec),
  vaults: vaultsList,
  whitelists: whitelistsList,
} satisfies Readonly<Record<ConsoleListName, List>>

function listAt(path: string): List | undefined {
  const lists: readonly List[] = [...Object.values(consoleLists), ...vaultTypes.map(balancesList)]
  return lists.find((list) => list.path === path)
}

/**
 * The link of a view: filters, page size and sorting in their one spelling, without page and open record. Null if the address is no list
 * page.
 */
export function viewLink(address: string): string | null {
  const { pathname, search } = parts(address)
  const codec = listAt(pathname)?.codec
  if (!codec) return null
  const view = codec.parse(search)
  // Invalid values stay, so that the page reports them; what had no effect goes.
  const invalid = view.invalid.filter(({ reason }) => reason !== 'repeated' && reason !== 'empty')
  // Another page tomorrow, since lists grow.
  return withQuery(pathname, codec.serialise(codec.apply(view, { offset: 0, invalid })))
}

export function listPageName(address: string): string | null {
  return listAt(parts(address).pathname)?.title ?? null
}

function parts(address: string): { pathname: string; search: string } {
  const [path = ''] = address.split('#')
  const query = path.indexOf('?')
  return query < 0
    ? { pathname: path, search: '' }
    : { pathname: path.slice(0, query), search: path.slice(query) }
}

/** `key` goes to its page, which `view` draws: a file in `pages`. */
function listOf<Name extends ConsoleListName, Title extends string, Codec>(
  name: Name,
  title: Title,
  key: string,
  codec: Codec,
) {
  return { name, title, key, codec, path: `/${name}`, view: `${name}/${title}Page` } as const
}
