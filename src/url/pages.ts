/** The codecs of the console's list pages. A parameter that the API has keeps the API's name. */
import { type EndpointName, endpoints, type ParameterName } from '../contract/endpoints.ts'
import { changePoolAlias, type TransactionType } from '../contract/enumerations.ts'
import { readHoldingId } from './holding-id.ts'
import { listCodec } from './list-view.ts'
import { tableCodec } from './table-view.ts'

/**
 * `/transactions`: all eleven filters; `tx` is the transaction that is open beside the list; `columns`, `widths`, `density` and
 * `sort` are how the table is arranged, where that differs from the product's own. So they are on every page with a table.
 */
export const transactionsView = tableCodec({
  table: 'transactions',
  columns: [
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
  extras: ['tx'],
  defaultLimit: 50,
  canonical: (name, value) =>
    name === 'transaction_type' && value === changePoolAlias
      ? ('change pool' satisfies TransactionType)
      : value,
})

/** `/vaults`. */
export const vaultsView = tableCodec({
  table: 'vaults',
  columns: ['vault_name', 'vault_type', 'count', 'assets', 'states', 'vault_id'],
  filters: filterNames('vaults'),
  extras: [],
  defaultLimit: 50,
})

/**
 * `/balances`, `/balances/cold`, `/balances/warm`: read whole, so that limit and offset do not occur. `q` is what the reader finds
 * as they type, `zero=hide` leaves out what holds nothing, `open` is the holding that is open beside the list.
 */
export const balancesView = listCodec({
  filters: filterNames('balances'),
  extras: ['q', 'zero', 'open'],
  staying: ['q', 'zero'],
  defaultLimit: 50,
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
  extras: ['whitelist', 'q', 'in'],
  staying: ['q', 'in'],
  isUsable: (name, value) => name !== 'in' || value === 'all',
  defaultLimit: 50,
})

type FilterName<Name extends EndpointName> = Exclude<ParameterName<Name>, 'limit' | 'offset'>

function filterNames<Name extends EndpointName>(endpoint: Name): readonly FilterName<Name>[] {
  const names = Object.keys(endpoints[endpoint].parameters) as ParameterName<Name>[]
  return names.filter((name): name is FilterName<Name> => name !== 'limit' && name !== 'offset')
}
