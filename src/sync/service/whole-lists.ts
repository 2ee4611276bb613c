import type { ListedRecords, ReferenceListName } from '../../contract/console-api.ts'
import type { Filter } from '../../contract/endpoints.ts'
import {
  type BalanceType,
  transactionStatuses,
  transactionTypes,
  vaultTypes,
  whitelistTypes,
} from '../../contract/enumerations.ts'
import type { Holding, Transaction, Vault } from '../../contract/normal-records.ts'
import type { WholeList } from './cross-check.ts'
import { clockError } from './date-filter.ts'
import { listReference, listTransactions, type Records } from './endpoints.ts'
import type { PageRange } from './paging.ts'
import { anyChange } from './record-differences.ts'
import { type ServiceRead, serviceProfile } from './service-read.ts'
import { holdingIdentity, readAllBalances, readAllVaults, vaultIdentity } from './unpaged-lists.ts'

export function wholeTransactions(): WholeList<Transaction> {
  return {
    ...transactionsSince({}),
    since: (start_date) => transactionsSince({ start_date }),
    *recordedSince(instant) {
      const { dates } = yield* serviceProfile()
      if (dates?.off !== null || dates.form !== 'instant') return null
      const start_date = new Date(instant - clockError).toISOString()
      return (page) => listTransactions({ start_date, ...page })
    },
  }
}

function transactionsSince(start: Pick<Filter<'transactions'>, 'start_date'>): WholeList<Transaction> {
  return dividedList<Transaction, Filter<'transactions'>>(
    (asked) => listTransactions({ ...start, ...asked }),
    ({ transaction_id }) => transaction_id,
    {
      status: { values: transactionStatuses, of: ({ status }) => [status] },
      transaction_type: { values: transactionTypes, of: ({ transaction_type }) => [transaction_type] },
      network_id: { of: ({ network_id }) => [network_id] },
      asset_id: { of: ({ asset_id }) => [asset_id] },
      destination_id: { of: ({ destination }) => [destination.destination_id] },
      source_id: { of: ({ source }) => [source.source_id] },
      transaction_id: false,
      source_address: false,
      destination_address: false,
    },
  )
}

export function wholeVaults(): WholeList<Vault> {
  return {
    read: () => readAllVaults({}, true),
    identity: vaultIdentity,
    crossFilters: [
      {
        name: 'vault_type',
        values: vaultTypes,
        valuesOf: ({ vault_type }) => (vault_type ? [vault_type] : []),
        *read(vault_type, { limit, offset }) {
          const all = yield* readAllVaults({ vault_type }, true)
          return { ...all, records: all.records.slice(offset, offset + limit) }
        },
      },
    ],
  }
}

export const referenceLists: {
  readonly [Name in ReferenceListName]: WholeList<ListedRecords[Name]>
} = {
  whitelists: referenceList('whitelists', 'whitelist', ({ whitelist_id }) => whitelist_id, {
    whitelist_type: { values: whitelistTypes, of: ({ whitelist_type }) => [whitelist_type] },
    network_id: { of: ({ assets }) => assets.map(({ network_id }) => network_id), isOfContents: true },
    asset_id: { of: ({ assets }) => assets.map(({ asset_id }) => asset_id), isOfContents: true },
  }),
}

// Object.keys forgets the names.
export const referenceNames = Object.keys(referenceLists) as ReferenceListName[]

export function isReferenceName(name: string): name is ReferenceListName {
  return Object.hasOwn(referenceLists, name)
}

function referenceList<Name extends ReferenceListName>(
  name: Name,
  what: string,
  identity: (record: ListedRecords[Name]) => string | null,
  parts: Parts<ListedRecords[Name], Filter<Name>>,
): WholeList<ListedRecords[Name]> {
  return {
    ...dividedList<ListedRecords[Name], Filter<Name>>((asked) => listReference(name, asked), identity, parts),
    contradiction: (id, before, after) => anyChange(`the ${what} ${id}`, before, after),
  }
}

/** Another filter than its assets could not be asked for, so nothing but its length can be suspicious. */
export function wholeBalances(type: BalanceType): WholeList<Holding> {
  return { read: () => readAllBalances(type, true), identity: holdingIdentity, crossFilters: [] }
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

function dividedList<R, F extends object>(
  list: (asked: F & PageRange) => ServiceRead<Records<R>>,
  identity: (record: R) => string | null,
  parts: Parts<R, F>,
): WholeList<R> {
  // Every filter of every list is optional.
  const unfiltered = {} as F
  const names = Object.keys(parts) as (keyof Parts<R, F>)[]
  return {
    read: (page) => list({ ...unfiltered, ...page }),
    identity,
    crossFilters: names.flatMap((name) => {
      const part: Part<R> | false = parts[name]
      if (part === false) return []
      return {
        name,
        values: part.values ?? null,
        valuesOf: (record: R) => part.of(record).flatMap((value) => value || []),
        ...(part.isOfContents && { isOfContents: true }),
        read: (value, page) => list({ ...unfiltered, [name]: value, ...page }),
      }
    }),
  }
}
