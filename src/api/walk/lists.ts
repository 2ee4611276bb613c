/** The four lists of the read API as lists that can be read whole: how each is asked, what tells its records apart, and what cuts it into parts. */
import type { Filter } from '../../contract/endpoints.ts'
import {
  type BalanceType,
  transactionStatuses,
  transactionTypes,
  vaultTypes,
  whitelistTypes,
} from '../../contract/enumerations.ts'
import type { DatedList } from '../dates/dated-list.ts'
import { listBalances, listTransactions, listVaults, listWhitelists, type Records } from '../endpoints.ts'
import type { Holding, Transaction, Vault, Whitelist } from '../records.ts'
import type { CrossFilter } from './cross-check.ts'
import type { WholeList } from './walk.ts'

/** GET /transactions, narrowed by a filter. `session`: the mark of the only session in which it is read. */
export function transactionList(filter: Filter<'transactions'>, session?: string): WholeList<Transaction> {
  return wholeList(
    filter,
    (asked, signal) => listTransactions(asked, signal, session),
    ({ transaction_id }) => transaction_id,
    [
      { name: 'status', values: transactionStatuses },
      { name: 'transaction_type', values: transactionTypes },
      { name: 'network_id', values: null },
      { name: 'asset_id', values: null },
    ],
  )
}

/** The same, to be asked for by date. */
export function datedTransactionList(
  { start_date, end_date, ...filter }: Filter<'transactions'>,
  session?: string,
): DatedList<Transaction> {
  return {
    read: (dates, page, signal) => listTransactions({ ...filter, ...dates, ...page }, signal, session),
    identity: ({ transaction_id }) => transaction_id,
    filter: { ...(start_date !== undefined && { start_date }), ...(end_date !== undefined && { end_date }) },
  }
}

/** GET /vaults, narrowed by a filter. */
export function vaultList(filter: Filter<'vaults'>, session?: string): WholeList<Vault> {
  return wholeList(
    filter,
    (asked, signal) => listVaults(asked, signal, session),
    ({ vault_id }) => vault_id,
    [{ name: 'vault_type', values: vaultTypes }],
  )
}

/** GET /whitelist, narrowed by a filter. */
export function whitelistList(filter: Filter<'whitelists'>, session?: string): WholeList<Whitelist> {
  return wholeList(
    filter,
    (asked, signal) => listWhitelists(asked, signal, session),
    ({ whitelist_id }) => whitelist_id,
    [{ name: 'whitelist_type', values: whitelistTypes }],
  )
}

/** GET /balances or GET /balances/{vault_type}, narrowed by a filter. */
export function balanceList(
  type: BalanceType,
  filter: Filter<'balances'>,
  session?: string,
): WholeList<Holding> {
  return wholeList(
    filter,
    (asked, signal) => listBalances(type, asked, signal, session),
    ({ asset_id, network_id }) =>
      asset_id === null && network_id === null ? null : JSON.stringify([asset_id, network_id]),
    [{ name: 'network_id', values: null }],
  )
}

/** Cut into parts by what it is not narrowed by already. */
function wholeList<
  R extends { readonly [N in Name]: string | null },
  F extends object,
  Name extends string & keyof F,
>(
  filter: F,
  ask: (asked: F & { limit: number; offset: number }, signal: AbortSignal) => Promise<Records<R>>,
  identity: (record: R) => string | null,
  parts: readonly { readonly name: Name; readonly values: CrossFilter<R>['values'] }[],
): WholeList<R> {
  return {
    read: (page, signal) => ask({ ...filter, ...page }, signal),
    identity,
    crossFilters: parts
      .filter(({ name }) => filter[name] === undefined)
      .map(({ name, values }) => ({
        name,
        values,
        valueOf: (record) => record[name],
        read: (value, page, signal) => ask({ ...filter, [name]: value, ...page }, signal),
      })),
  }
}
