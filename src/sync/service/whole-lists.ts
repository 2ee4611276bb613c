import type { Filter } from '../../contract/endpoints.ts'
import {
  type BalanceType,
  transactionStatuses,
  transactionTypes,
  vaultTypes,
  whitelistTypes,
} from '../../contract/enumerations.ts'
import type { Holding, Transaction, Vault, Whitelist } from '../../contract/normal-records.ts'
import type { WholeList } from './cross-check.ts'
import { clockError } from './date-filter.ts'
import { listTransactions, listWhitelists, type Records } from './endpoints.ts'
import type { PageRange } from './paging.ts'
import { anyChange } from './record-differences.ts'
import { type ServiceRead, serviceProfile } from './service-read.ts'
import {
  holdingIdentity,
  holdsAsset,
  isOfAsset,
  readAllBalances,
  readAllVaults,
  vaultIdentity,
} from './unpaged-lists.ts'

export function wholeTransactions(filter: Filter<'transactions'>): WholeList<Transaction> {
  const list = wholeList(filter, listTransactions, ({ transaction_id }) => transaction_id, {
    status: { values: transactionStatuses, of: ({ status }) => [status] },
    transaction_type: { values: transactionTypes, of: ({ transaction_type }) => [transaction_type] },
    network_id: { of: ({ network_id }) => [network_id] },
    asset_id: { of: ({ asset_id }) => [asset_id] },
    destination_id: { of: ({ destination }) => [destination.destination_id] },
    source_id: { of: ({ source }) => [source.source_id] },
    transaction_id: false,
    source_address: false,
    destination_address: false,
  })
  if (filter.start_date !== undefined) return list
  return {
    ...list,
    since: (start_date) => wholeTransactions({ ...filter, start_date }),
    *recordedSince(instant) {
      const { dates } = yield* serviceProfile()
      if (dates?.off !== null || dates.form !== 'instant' || filter.end_date !== undefined) return null
      const start_date = new Date(instant - clockError).toISOString()
      return (page) => listTransactions({ ...filter, start_date, ...page })
    },
  }
}

export function wholeVaults(filter: Filter<'vaults'>): WholeList<Vault> {
  return {
    read: () => readAllVaults(filter, true),
    identity: vaultIdentity,
    isWanted: (vault) => holdsAsset(vault, filter),
    crossFilters:
      filter.vault_type === undefined
        ? [
            {
              name: 'vault_type',
              values: vaultTypes,
              valuesOf: ({ vault_type }) => (vault_type ? [vault_type] : []),
              *read(vault_type, { limit, offset }) {
                const all = yield* readAllVaults({ vault_type }, true)
                return { ...all, records: all.records.slice(offset, offset + limit) }
              },
            },
          ]
        : [],
  }
}

export function wholeWhitelists(filter: Filter<'whitelists'>): WholeList<Whitelist> {
  const list = wholeList(filter, listWhitelists, ({ whitelist_id }) => whitelist_id, {
    whitelist_type: { values: whitelistTypes, of: ({ whitelist_type }) => [whitelist_type] },
    ...byContents,
  })
  return { ...list, contradiction: (id, before, after) => anyChange(`the whitelist ${id}`, before, after) }
}

/** Another filter than its assets could not be asked for, so nothing but its length can be suspicious. */
export function wholeBalances(type: BalanceType, filter: Filter<'balances'>): WholeList<Holding> {
  return {
    read: () => readAllBalances(type, true),
    identity: holdingIdentity,
    isWanted: (holding) => isOfAsset(holding, filter),
    crossFilters: [],
  }
}

interface Part<R> {
  /** Without them, only values already seen can be asked for. */
  readonly values?: readonly string[]
  of(record: R): readonly (string | null)[]
  readonly isOfContents?: boolean
}

/**
 * Filters that divide a list, best first; false where almost every record has its own value. The type requires every filter, since only
 * these can show that a service holds records back. No record has a date.
 */
type Parts<R, F> = Readonly<Record<Exclude<keyof F & string, 'start_date' | 'end_date'>, Part<R> | false>>

const byContents = {
  network_id: { of: contained('network_id'), isOfContents: true },
  asset_id: { of: contained('asset_id'), isOfContents: true },
} as const

function contained(name: 'network_id' | 'asset_id') {
  return ({ assets }: { readonly assets: readonly { readonly [N in typeof name]: string | null }[] }) =>
    assets.map((entry) => entry[name])
}

/** Divided by the filters that are not in use. */
function wholeList<R, F extends object>(
  filter: F,
  list: (asked: F & PageRange) => ServiceRead<Records<R>>,
  identity: (record: R) => string | null,
  parts: Parts<R, F>,
): WholeList<R> {
  const names = Object.keys(parts) as (keyof Parts<R, F>)[]
  const isFiltered = Object.keys(filter).length > 0
  return {
    read: (page) => list({ ...filter, ...page }),
    identity,
    // Every filter of every list is optional.
    ...(isFiltered && { unfiltered: (page) => list({ ...({} as F), ...page }) }),
    crossFilters: names.flatMap((name) => {
      const part: Part<R> | false = parts[name]
      if (part === false || filter[name] !== undefined) return []
      return {
        name,
        values: part.values ?? null,
        valuesOf: (record: R) => part.of(record).flatMap((value) => value || []),
        ...(part.isOfContents && { isOfContents: true }),
        read: (value, page) => list({ ...filter, [name]: value, ...page }),
      }
    }),
  }
}
