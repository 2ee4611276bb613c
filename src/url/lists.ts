/**
 * The lists of the read API as pages of the console: where each is, and how its page spells its state; and the pages with filters that are no
 * lists. A parameter that the API has keeps the API's name.
 */
import { type EndpointName, endpointPath, endpoints, type ParameterName } from '../contract/endpoints.ts'
import { type BalanceType, changePoolAlias, type TransactionType } from '../contract/enumerations.ts'
import type { ListName } from '../contract/file-names.ts'
import { readHoldingId } from './holding-id.ts'
import { ListCodec } from './list-view.ts'
import { type TableCodec, tableCodec } from './table-view.ts'

/** One list: its page, and where the read API has it. */
export interface List<Codec = TableCodec<string, string>> {
  /** What its files are called. */
  readonly name: ListName
  readonly title: string
  /** The page's path. */
  readonly path: string
  /** The endpoint's path. */
  readonly endpoint: string
  readonly codec: Codec
}

/**
 * `/transactions`: all eleven filters; `tx` is the transaction that is open beside the list; `sort` is the order of the rows, as on every
 * page with a table.
 */
export const transactionsView = tableCodec({
  table: 'transactions',
  columns: [
    'recorded_on',
    'transaction_type',
    'status',
    'amount',
    'asset_id',
    'network_name',
    'source',
    'destination',
    'fee',
    'txn_hash',
    'transaction_id',
  ],
  filters: filterNames('transactions'),
  params: ['tx'],
  canonical: (name, value) =>
    name === 'transaction_type' && value === changePoolAlias
      ? ('change pool' satisfies TransactionType)
      : value,
})

/** Transactions, newest first. */
export const transactionsList = {
  name: 'transactions',
  title: 'Transactions',
  path: '/transactions',
  endpoint: endpointPath('transactions'),
  codec: transactionsView,
} as const

/** `/vaults`. */
export const vaultsView = tableCodec({
  table: 'vaults',
  columns: ['vault_name', 'vault_type', 'count', 'assets', 'states', 'vault_id'],
  filters: filterNames('vaults'),
  params: [],
})

/** Vaults, by name. */
export const vaultsList = {
  name: 'vaults',
  title: 'Vaults',
  path: '/vaults',
  endpoint: endpointPath('vaults'),
  codec: vaultsView,
} as const

/**
 * `/balances`, `/balances/cold`, `/balances/warm`: read whole, so that limit and offset do not occur. `q` is what the reader finds
 * as they type, `zero=hide` leaves out what holds nothing, `open` is the holding that is open beside the list.
 */
export const balancesView = tableCodec({
  table: 'balances',
  columns: [
    'asset_id',
    'asset_name',
    'network_name',
    'total_balance',
    'parts',
    'share',
    'cold',
    'warm',
    'available_balance',
    'processing_balance',
    'staking_balance',
    'claimable_balance',
  ],
  filters: filterNames('balances'),
  params: ['q', 'zero', 'open'],
  sticky: ['q', 'zero'],
  isPaged: false,
  isUsable: (name, value) =>
    name === 'zero' ? value === 'hide' : name === 'open' ? readHoldingId(value) !== null : true,
})

/**
 * `/whitelists`; `whitelist` is the one that is open beside the list, `q` what the reader finds as they type, on this page of the
 * list or, with `in=all`, in all of them.
 */
export const whitelistsView = tableCodec({
  table: 'whitelists',
  columns: ['whitelist_name', 'whitelist_type', 'count', 'assets', 'networks'],
  filters: filterNames('whitelists'),
  params: ['whitelist', 'q', 'in'],
  sticky: ['q', 'in'],
  isUsable: (name, value) => name !== 'in' || value === 'all',
})

/** Whitelists, by name. */
export const whitelistsList = {
  name: 'whitelists',
  title: 'Whitelists',
  path: '/whitelists',
  endpoint: endpointPath('whitelists'),
  codec: whitelistsView,
} as const

/** `/reconciliation`: the filters of the balances. */
export const reconciliationView = new ListCodec({
  filters: ['asset_id', 'network_id'],
  params: [],
  isPaged: false,
})

/** The spans of time of which activity is shown: the last 30 and 90 days by day, the last twelve months by month. */
export const activitySpans = ['30d', '90d', '12m'] as const
export type ActivitySpan = (typeof activitySpans)[number]

/**
 * Activity over time, on the overview and on a vault's page: its asset, its span, whether amounts are drawn instead of counts, and whether
 * the figures stand in a table.
 */
export const activityView = new ListCodec({
  filters: ['asset_id', 'network_id'],
  params: ['span', 'measure', 'show'],
  sticky: ['span', 'measure', 'show'],
  isPaged: false,
  isUsable: (name, value) =>
    name === 'span' ? isSpan(value) : value === (name === 'measure' ? 'amount' : 'table'),
})

/** Whether a text names a span. */
export function isSpan(text: string | undefined): text is ActivitySpan {
  return activitySpans.some((span) => span === text)
}

/** The balances of all vaults, or of those of a type. */
export function balancesList(type: BalanceType): List<typeof balancesView> {
  const isAll = type === 'all'
  return {
    name: isAll ? 'balances' : `balances-${type}`,
    title: isAll ? 'Balances' : type === 'cold' ? 'Cold balances' : 'Warm balances',
    path: isAll ? '/balances' : `/balances/${type}`,
    endpoint: isAll ? endpointPath('balances') : endpointPath('balancesOfType', type),
    codec: balancesView,
  }
}

const lists: Readonly<Record<ListName, List>> = {
  transactions: transactionsList,
  vaults: vaultsList,
  whitelists: whitelistsList,
  balances: balancesList('all'),
  'balances-cold': balancesList('cold'),
  'balances-warm': balancesList('warm'),
}

/** The list on the page at this path. */
export function listAt(path: string): List | undefined {
  return Object.values(lists).find((list) => list.path === path)
}

/** The list that the read API has at this path. */
export function listOfEndpoint(endpoint: string): List | undefined {
  return Object.values(lists).find((list) => list.endpoint === endpoint)
}

type FilterName<Name extends EndpointName> = Exclude<ParameterName<Name>, 'limit' | 'offset'>

function filterNames<Name extends EndpointName>(endpoint: Name): readonly FilterName<Name>[] {
  const names = Object.keys(endpoints[endpoint].parameters) as ParameterName<Name>[]
  return names.filter((name): name is FilterName<Name> => name !== 'limit' && name !== 'offset')
}
