/** The lists beside the transactions: how each is kept, what is told of its changes, and how it is asked for. */
import type { ChangedKind } from '../contract/changes.ts'
import type { FilterName, ListedRecords, sortColumns } from '../contract/console-api.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import type { WholeListName } from '../contract/list-names.ts'
import { type Amounts, eachAmount, nameOrId } from '../contract/normal-records.ts'
import type { NewChange, UnconfirmedChange } from './change-writer.ts'
import { columnText, wordsText } from './database-text.ts'
import {
  balanceChanges,
  type ListPair,
  vaultChanges,
  whitelistChanges,
  withAbsentEntries,
  withAbsentVaults,
} from './list-changes.ts'
import { addressKey, numericText } from './transaction-row.ts'

export type ListRow = Readonly<Record<string, string | number | null | undefined>>

interface ToldChanges<R> {
  changes(pair: ListPair<R>): readonly NewChange[]
  /** Kinds of changes that wait for another reading to agree. */
  readonly waiting: readonly ChangedKind[]
  /** With what the reading before did not have, and the one before that had. */
  withAbsent(records: readonly R[], absent: readonly UnconfirmedChange[]): readonly R[]
}

interface KeptList<Name extends WholeListName, R> {
  readonly table: string
  /** SQL: which rows of the table are of this list. By default, all. */
  readonly rows?: string
  /** Its column `words` has what is found by words. */
  rowOf(record: R): ListRow
  /** What each record holds. `place`: the column with that of the record. */
  readonly entries?: {
    readonly table: string
    readonly place: string
    rowsOf(record: R): readonly ListRow[]
  }
  /** SQL of each column that it sorts by. By value it is ranked after it is read. */
  readonly sorted: Readonly<Record<Exclude<(typeof sortColumns)[Name][number], 'value'>, string>>
  /** What has the value of a filter: the record by its column, one entry of it, one entry by the account that an address is of, or any text. */
  readonly filters: Readonly<Record<FilterName<Name>, 'record' | 'entry' | 'account' | 'words'>>
  /** With what it was in the reading before the latest. */
  readonly isKeptEarlier?: true
  readonly told?: ToldChanges<R>
}

/** In the order in which their changes are told. */
export const keptLists: { readonly [Name in WholeListName]: KeptList<Name, ListedRecords[Name]> } = {
  vaults: {
    table: 'vault',
    rowOf: ({ vault_id, vault_name, vault_type }) => ({
      ...columnsOf({ vault_id, vault_name, vault_type, vault_label: nameOrId(vault_name, vault_id) }),
      words: wordsText([vault_name, vault_id]),
    }),
    entries: {
      table: 'holding',
      place: 'vault_place',
      rowsOf: ({ vault_id, assets }) =>
        assets.map(({ asset_id, network_id, balances }) => ({
          ...columnsOf({ vault_id, asset_id, network_id }),
          ...amountColumns(balances),
        })),
    },
    sorted: {
      vault_name: 'vault_label',
      vault_type: 'vault_type',
      count: countOf('holding', 'vault_place'),
      vault_id: 'vault_id',
    },
    filters: {
      vault_id: 'record',
      vault_type: 'record',
      asset_id: 'entry',
      network_id: 'entry',
      text: 'words',
    },
    isKeptEarlier: true,
    told: { changes: vaultChanges, waiting: ['vault'], withAbsent: withAbsentVaults },
  },
  whitelists: {
    table: 'whitelist',
    rowOf: ({ whitelist_id, whitelist_name, whitelist_type, assets }) => ({
      ...columnsOf({ whitelist_id, whitelist_name, whitelist_type }),
      ...columnsOf({ whitelist_label: nameOrId(whitelist_name, whitelist_id) }),
      words: wordsText([whitelist_name, whitelist_id, ...assets.map(({ address }) => address)]),
    }),
    entries: {
      table: 'whitelist_entry',
      place: 'whitelist_place',
      rowsOf: ({ assets }) =>
        assets.map(({ asset_id, network_id, address, memo }) => ({
          ...columnsOf({ asset_id, network_id, address, memo }),
          address_key: addressKey(address, network_id),
        })),
    },
    sorted: {
      whitelist_name: 'whitelist_label',
      whitelist_type: 'whitelist_type',
      count: countOf('whitelist_entry', 'whitelist_place'),
    },
    filters: {
      whitelist_id: 'record',
      whitelist_type: 'record',
      asset_id: 'entry',
      network_id: 'entry',
      address: 'account',
      text: 'words',
    },
    told: { changes: whitelistChanges, waiting: ['whitelist', 'entry'], withAbsent: withAbsentEntries },
  },
  balances: balanceList('all'),
  'balances-cold': balanceList('cold'),
  'balances-warm': balanceList('warm'),
}

// Object.keys forgets the names.
export const wholeListNames = Object.keys(keptLists) as WholeListName[]

function balanceList(list: BalanceType): KeptList<'balances', ListedRecords['balances']> {
  return {
    table: 'balance',
    rows: `list = '${list}'`,
    rowOf: ({ asset_id, asset_name, network_id, network_name, balances }) => ({
      ...columnsOf({ asset_id, asset_name, network_id, network_label: nameOrId(network_name, network_id) }),
      words: wordsText([asset_id, asset_name, network_id, network_name]),
      ...amountColumns(balances),
      list,
    }),
    sorted: {
      asset_id: 'asset_id',
      asset_name: 'asset_name',
      network_name: 'network_label',
      ...eachAmount((name) => name),
    },
    filters: { asset_id: 'record', network_id: 'record' },
    isKeptEarlier: true,
    told: { changes: (pair) => balanceChanges(list, pair), waiting: [], withAbsent: (holdings) => holdings },
  }
}

function countOf(entries: string, place: string): string {
  return `(select count(*) from custody_store.${entries} as entry where entry.account = $1 and ${place} = listed.place)`
}

function amountColumns(amounts: Amounts): Readonly<Record<keyof Amounts, string | null>> {
  return eachAmount((name) => numericText(amounts[name]))
}

function columnsOf(texts: Readonly<Record<string, string | null>>): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text === null ? null : columnText(text)]),
  )
}
