/** The codecs of the console's list pages. A parameter that the API has keeps the API's name. */
import { type EndpointName, endpoints, type ParameterName } from '../contract/endpoints.ts'
import { changePoolAlias, type TransactionType } from '../contract/enumerations.ts'
import { listCodec } from './list-view.ts'
import { readColumns, readSorting, readWidths } from './table-look.ts'

/** The columns of the transaction table, in the product's own order. */
export const transactionColumnIds = [
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
] as const

/**
 * `/transactions`: all eleven filters; `tx` is the transaction that is open beside the list; `columns`, `widths`, `density` and
 * `sort` are how the table is arranged, where that differs from the product's own.
 */
export const transactionsView = listCodec({
  filters: filterNames('transactions'),
  extras: ['tx', 'columns', 'widths', 'density', 'sort'],
  staying: ['columns', 'widths', 'density', 'sort'],
  defaultLimit: 50,
  isUsable: (name, value) => isUsableLook(name, value),
  canonical: (name, value) =>
    name === 'transaction_type' && value === changePoolAlias
      ? ('change pool' satisfies TransactionType)
      : value,
})

/** `/vaults`. */
export const vaultsView = listCodec({ filters: filterNames('vaults'), extras: [], defaultLimit: 50 })

/** `/balances`, `/balances/cold`, `/balances/warm`: read whole, so that limit and offset do not occur. */
export const balancesView = listCodec({ filters: filterNames('balances'), extras: [], defaultLimit: 50 })

/** `/whitelists`; `whitelist` is the one that is open beside the list. */
export const whitelistsView = listCodec({
  filters: filterNames('whitelists'),
  extras: ['whitelist'],
  defaultLimit: 50,
})

function isUsableLook(name: string, value: string): boolean {
  switch (name) {
    case 'columns':
      return readColumns(value, transactionColumnIds)?.join(',') === value
    case 'widths':
      return readWidths(value, transactionColumnIds) !== undefined
    case 'density':
      return value === 'compact' || value === 'regular'
    case 'sort':
      return readSorting(value, transactionColumnIds) !== null
    default:
      return true
  }
}

type FilterName<Name extends EndpointName> = Exclude<ParameterName<Name>, 'limit' | 'offset'>

function filterNames<Name extends EndpointName>(endpoint: Name): readonly FilterName<Name>[] {
  const names = Object.keys(endpoints[endpoint].parameters) as ParameterName<Name>[]
  return names.filter((name): name is FilterName<Name> => name !== 'limit' && name !== 'offset')
}
