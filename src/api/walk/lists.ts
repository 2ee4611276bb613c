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
    {
      status: transactionStatuses,
      transaction_type: transactionTypes,
      network_id: null,
      asset_id: null,
      transaction_id: false,
    },
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
    { vault_type: vaultTypes },
  )
}

/** GET /whitelist, narrowed by a filter. */
export function whitelistList(filter: Filter<'whitelists'>, session?: string): WholeList<Whitelist> {
  return wholeList(
    filter,
    (asked, signal) => listWhitelists(asked, signal, session),
    ({ whitelist_id }) => whitelist_id,
    { whitelist_type: whitelistTypes },
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
    { network_id: null, asset_id: false },
  )
}

/**
 * Which filters cut a list into parts, the best first: by which values, null where only those that were met can be asked for; false where
 * nearly every record has a value of its own. Each filter by a field of the records is to be named: only by these an export finds out
 * that a service held records back.
 */
type Parts<R, F> = Readonly<Record<Extract<keyof F & string, keyof R>, CrossFilter<R>['values'] | false>>

/** Cut into parts by what it is not narrowed by already. */
function wholeList<R extends { readonly [N in Extract<keyof F, keyof R>]: string | null }, F extends object>(
  filter: F,
  ask: (asked: F & { limit: number; offset: number }, signal: AbortSignal) => Promise<Records<R>>,
  identity: (record: R) => string | null,
  parts: Parts<R, F>,
): WholeList<R> {
  const names = Object.keys(parts) as (keyof Parts<R, F>)[]
  return {
    read: (page, signal) => ask({ ...filter, ...page }, signal),
    identity,
    crossFilters: names.flatMap((name) => {
      const values: CrossFilter<R>['values'] | false = parts[name]
      if (values === false || filter[name] !== undefined) return []
      return {
        name,
        values,
        valueOf: (record: R) => record[name],
        read: (value, page, signal) => ask({ ...filter, [name]: value, ...page }, signal),
      }
    }),
  }
}
