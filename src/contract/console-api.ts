/**
 * The API of the console, under `/api`: the paths and parameters of the specification, with what it lacks. Answers have one form, whatever form
 * the service has. Any filter may be given several times: any of its values matches. Errors have the specification's body and codes, and the
 * gateway's own. What no service takes waits for the records with GTW-26, and is refused with GTW-27 where none are kept. Until dates have
 * been looked for, a period is the service's own page, if it takes the rest of the filter.
 */
import { type Endpoint, endpoints, type Parameter } from './endpoints.ts'
import { changeOutcomes, type VaultType } from './enumerations.ts'
import { amountNames, type Holding, type Transaction, type Vault, type Whitelist } from './normal-records.ts'

const balanceColumns = ['asset_id', 'asset_name', 'network_name', ...amountNames] as const

/** Columns that a list sorts by, ascending and descending: `sort=amount:desc`. Rows without a value come last in both directions. */
export const sortColumns = {
  transactions: [
    'recorded_on',
    'transaction_type',
    'status',
    'amount',
    'asset_id',
    'network_name',
    'value',
    'source',
    'destination',
    'fee',
    'txn_hash',
    'transaction_id',
  ],
  vaults: ['vault_name', 'vault_type', 'value', 'count', 'vault_id'],
  balances: balanceColumns,
  'balances-cold': balanceColumns,
  'balances-warm': balanceColumns,
  whitelists: ['whitelist_name', 'whitelist_type', 'count'],
} as const

/** Names of lists: in files, the store and the audit log. */
export type ListName = keyof typeof sortColumns
/** Names of lists of the API. `balances` is also the list of one type of vaults. */
export type ConsoleListName = Exclude<ListName, `balances-${VaultType}`>

export const fileFormats = ['csv', 'json', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

const text: Parameter = { form: 'text', refusedWith: 'ERR-00' }
const decimal: Parameter = { form: 'decimal', refusedWith: 'ERR-00' }

/**
 * A download in place of JSON: `as` its format, `column` each of its columns (all by default), `fingerprint` the session for which the link was
 * made: another one gets GTW-12. `signed`: in a ZIP, with what the gateway signs of it.
 */
export const download = {
  as: { form: fileFormats, refusedWith: 'ERR-00' },
  column: text,
  fingerprint: text,
  signed: { form: ['true'], refusedWith: 'ERR-00' },
} as const

function sortBy(columns: readonly string[]): Parameter {
  return { form: columns.flatMap((name) => [`${name}:asc`, `${name}:desc`]), refusedWith: 'ERR-00' }
}

/** Of a list: what it takes, and what people read of it. */
interface FilterForm<Several extends boolean> extends Parameter {
  /** Any of several values matches. */
  readonly several: Several
  readonly label: string
  /** Of one that the specification has no words for. */
  readonly meaning?: string
}

function single(label: string, meaning: string, { form, refusedWith } = text): FilterForm<false> {
  return { form, refusedWith, several: false, label, meaning }
}

function multiple(label: string, meaning: string, { form, refusedWith } = text): FilterForm<true> {
  return { form, refusedWith, several: true, label, meaning }
}

/** Of the specification, which has one value of each. */
function specified(label: string, { form, refusedWith }: Parameter): FilterForm<true> {
  return { form, refusedWith, several: true, label }
}

const specifiedFor = endpoints.transactions.parameters
const assetAndNetwork = {
  asset_id: specified('Asset', specifiedFor.asset_id),
  network_id: specified('Network', specifiedFor.network_id),
} as const
const address = multiple('Address', 'At either end, or of an entry of a whitelist, in every spelling')
const vault_id = multiple('Vault', 'Of this vault; of a transaction, at either end')
const words = single(
  'Words',
  'All of these words occur in names, notes, memos, hashes or ids. In `/search`, what somebody typed or pasted',
)

/**
 * A party is a whitelist, a vault or another by its id, or an address. An amount or a fee that is no decimal is in no range. Changes are those
 * that the gateway saw.
 */
export const filters = {
  transactions: {
    transaction_id: specified('Transaction id', specifiedFor.transaction_id),
    source_id: specified('From', specifiedFor.source_id),
    source_address: specified('From address', specifiedFor.source_address),
    ...assetAndNetwork,
    transaction_type: specified('Type', specifiedFor.transaction_type),
    destination_id: specified('To', specifiedFor.destination_id),
    destination_address: specified('To address', specifiedFor.destination_address),
    status: specified('Status', specifiedFor.status),
    address,
    counterparty: multiple(
      'Counterparty',
      'With this party: the id of a whitelist, a vault or another, or an address',
    ),
    sent_to: multiple('Sent to', 'Sent to this party'),
    received_from: multiple('Received from', 'Received from this party'),
    memo: multiple('Memo', 'With this memo at the destination'),
    vault_id,
    start_date: { ...specified('Start date', specifiedFor.start_date), several: false },
    end_date: { ...specified('End date', specifiedFor.end_date), several: false },
    amount_from: single('Amount from', 'Of this amount or more', decimal),
    amount_over: single('Amount over', 'Of more than this amount', decimal),
    amount_to: single('Amount to', 'Of this amount or less', decimal),
    amount_under: single('Amount under', 'Of less than this amount', decimal),
    fee_over: single('Fee over', 'With a fee of more than this', decimal),
    changed_since: single('Changed since', 'Seen to change after this moment', {
      form: 'instant',
      refusedWith: 'ERR-00',
    }),
    changed_to: multiple('Changed to', 'Seen to change to this status, or first seen', {
      form: changeOutcomes,
      refusedWith: 'ERR-00',
    }),
    text: words,
  },
  vaults: {
    vault_id,
    vault_type: specified('Vault type', endpoints.vaults.parameters.vault_type),
    ...assetAndNetwork,
    text: words,
  },
  balances: assetAndNetwork,
  'balances-cold': assetAndNetwork,
  'balances-warm': assetAndNetwork,
  whitelists: {
    whitelist_id: multiple('Whitelist', 'Of this whitelist'),
    whitelist_type: specified('Whitelist type', endpoints.whitelists.parameters.whitelist_type),
    ...assetAndNetwork,
    address,
    text: words,
  },
} as const satisfies Readonly<Record<ListName, Readonly<Record<string, FilterForm<boolean>>>>>

export type FilterName<List extends ListName> = keyof (typeof filters)[List] & string
export type TransactionFilterName = FilterName<'transactions'>

type SeveralName<List extends ListName> = {
  [Name in FilterName<List>]: (typeof filters)[List][Name] extends FilterForm<true> ? Name : never
}[FilterName<List>]

/** Several values of one filter are at least two. */
export type TransactionFilter = {
  readonly [Name in TransactionFilterName]?:
    | string
    | (Name extends SeveralName<'transactions'> ? readonly string[] : never)
}

/** As a question has them. */
export type FilterValues<List extends ListName> = {
  readonly [Name in FilterName<List>]?: Name extends SeveralName<List> ? readonly string[] : string
}

export function filterNames<List extends ListName>(list: List): readonly FilterName<List>[] {
  // Object.keys forgets the names.
  return Object.keys(filters[list]) as FilterName<List>[]
}

export function severalNames<List extends ListName>(list: List): readonly SeveralName<List>[] {
  const forms: Readonly<Record<string, FilterForm<boolean>>> = filters[list]
  return filterNames(list).filter((name): name is SeveralName<List> => forms[name]?.several === true)
}

/** Of the prices by which `value` sorts, and by which a file of transactions or totals has values. */
const priced = { currency: text } as const

const { limit, offset } = endpoints.transactions.parameters
const page = { limit, offset } as const

export const totalColumns = [
  'asset_id',
  'network_id',
  'transaction_type',
  'status',
  'source_address',
  'destination_address',
] as const
/** Only addresses that the filter names. */
export type TotalsColumn = (typeof totalColumns)[number]

/** A value of `several` is given any number of times, all others once. */
export const consoleEndpoints = {
  transactions: {
    ...endpoints.transactions,
    parameters: {
      ...page,
      ...filters.transactions,
      sort: sortBy(sortColumns.transactions),
      ...priced,
      ...download,
    },
    several: [...severalNames('transactions'), 'column'],
  },
  totals: {
    path: '/totals',
    parameters: {
      ...filters.transactions,
      /** Columns to divide by. Without one: one row, whose `count` is the length of the list. */
      by: { form: totalColumns, refusedWith: 'ERR-00' },
      ...priced,
      ...download,
    },
    several: [...severalNames('transactions'), 'by', 'column'],
  },
  vaults: {
    ...endpoints.vaults,
    parameters: {
      ...page,
      ...filters.vaults,
      sort: sortBy(sortColumns.vaults),
      ...priced,
      ...download,
    },
    several: [...severalNames('vaults'), 'column'],
  },
  balances: {
    ...endpoints.balances,
    parameters: { ...page, ...filters.balances, sort: sortBy(sortColumns.balances), ...download },
    several: [...severalNames('balances'), 'column'],
  },
  balancesOfType: {
    ...endpoints.balancesOfType,
    parameters: { ...page, ...filters.balances, sort: sortBy(sortColumns.balances), ...download },
    several: [...severalNames('balances'), 'column'],
  },
  whitelists: {
    ...endpoints.whitelists,
    parameters: {
      ...page,
      ...filters.whitelists,
      sort: sortBy(sortColumns.whitelists),
      ...download,
    },
    several: [...severalNames('whitelists'), 'column'],
  },
  transaction: endpoints.transaction,
  vault: endpoints.vault,
} as const satisfies Record<string, Endpoint>

/** What an answer rests on. All times are ISO 8601 UTC. */
export interface AnswerBasis {
  /** The records that the gateway keeps, or the service, asked now. */
  readonly from: 'store' | 'service'
  /** Null where nothing is kept. */
  readonly revision: string | null
  /** When the latest update in the records began, or when the service answered. */
  readonly as_of: string
  /** When the last whole reading of the list ended. Null before the first, and of the service. */
  readonly read_whole: string | null
  /** Of the list as it was read; null where it was not read whole. */
  readonly completeness: 'complete' | 'read-once' | 'partial' | null
}

/** A page of a list. Its records leave out `received`, and have the fields of the specification in one form. */
export interface ListBody<Row> extends AnswerBasis {
  readonly records: readonly Row[]
  /** Rows of the filter. Null where the service was asked, and where counting takes longer than a page should: `/api/totals` tells then. */
  readonly total: number | null
  /** Rows that may be in the period: whether they are is not known. Always 0 without one. Null with `total`. */
  readonly undecided: number | null
  readonly has_next: boolean
  /** The service's own code and message for an empty list. */
  readonly no_records: { readonly code: string; readonly message: string } | null
}

export interface DateSpan {
  /** Milliseconds since 1970: the narrowest span in which the service was seen to list the transaction. `before` is not in it. */
  readonly from: number
  readonly before: number
}

export type ConsoleTransaction = Transaction & {
  /** Null where it is not known. */
  readonly recorded: DateSpan | null
  /** The service no longer lists it, but has not denied it either. */
  readonly isUnlisted?: true
}

/** One record, asked of the service now. */
export interface RecordAnswer<Row> extends AnswerBasis {
  readonly record: Row
  /** Fields whose texts differ from those that are kept. Null where no record is kept. */
  readonly differences: readonly FieldDifference[] | null
  /** Why the record is the kept one: the service did not answer. */
  readonly silence: { readonly code: string; readonly message: string } | null
}

export interface FieldDifference {
  readonly field: string
  readonly kept: string | null
  readonly now: string | null
}

/** Amounts are in the asset, fees in the network's own. */
export interface TotalsRow {
  /** By the columns that were asked for; null for what has none. An address in the spelling of the filter. */
  readonly group: Readonly<Partial<Record<TotalsColumn, string | null>>>
  readonly count: number
  /** Exact decimal text. What is no decimal is counted in `amountless`, and in no sum. */
  readonly amount: string
  readonly amountless: number
  readonly fee: string
  readonly feeless: number
  /** Milliseconds since 1970, when the first began and the last ended at the latest; null where one has no date. */
  readonly recorded: DateSpan | null
}

export interface TotalsAnswer extends AnswerBasis {
  readonly totals: readonly TotalsRow[]
  readonly undecided: number
}

/** Lists that change seldom, and of which every service has pages. */
export type ReferenceListName = Exclude<ConsoleListName, 'transactions' | 'vaults' | 'balances'>

/** The record of each list. */
export interface ListedRecords {
  readonly transactions: ConsoleTransaction
  readonly vaults: Vault
  readonly balances: Holding
  readonly 'balances-cold': Holding
  readonly 'balances-warm': Holding
  readonly whitelists: Whitelist
}
