/**
 * The API of the console, under `/api`: the paths and parameters of the specification, with what it lacks. Answers have one form, whatever form
 * the service has. Any filter may be given several times: any of its values matches. Errors have the specification's body and codes, and the
 * gateway's own. What no service takes waits for the records with GTW-26, and is refused with GTW-27 where none are kept. Until dates have
 * been looked for, a period is the service's own page, if it takes the rest of the filter.
 */
import { type Endpoint, endpoints, type Parameter } from './endpoints.ts'
import { changeOutcomes } from './enumerations.ts'
import type { Holding, Transaction, Vault, Whitelist } from './normal-records.ts'

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
  balances: [
    'asset_id',
    'asset_name',
    'network_name',
    'total_balance',
    'available_balance',
    'processing_balance',
    'staking_balance',
    'claimable_balance',
  ],
  whitelists: ['whitelist_name', 'whitelist_type', 'count'],
} as const

/** Names of lists of the API. `balances` is also the list of one type of vaults. */
export type ConsoleListName = keyof typeof sortColumns

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

const filters = {
  transactions: {
    transaction_id: text,
    source_id: text,
    source_address: text,
    asset_id: text,
    network_id: text,
    transaction_type: endpoints.transactions.parameters.transaction_type,
    destination_id: text,
    destination_address: text,
    status: endpoints.transactions.parameters.status,
    /** At either end, in every spelling. */
    address: text,
    /** Id of a whitelist, a vault or another party, or an address: at either end, where it was sent to, and where it came from. */
    counterparty: text,
    sent_to: text,
    received_from: text,
    /** Of the destination. */
    memo: text,
    /** Of a vault at either end. */
    vault_id: text,
  },
  vaults: {
    vault_id: text,
    vault_type: endpoints.vaults.parameters.vault_type,
    asset_id: text,
    network_id: text,
  },
  balances: { asset_id: text, network_id: text },
  whitelists: {
    whitelist_id: text,
    whitelist_type: endpoints.whitelists.parameters.whitelist_type,
    asset_id: text,
    network_id: text,
    /** Of an entry, in every spelling. */
    address: text,
  },
} as const

const period = {
  start_date: endpoints.transactions.parameters.start_date,
  end_date: endpoints.transactions.parameters.end_date,
} as const

/** Decimal text. An amount that is no decimal is in no range. */
const amounts = {
  /** At least. */
  amount_from: decimal,
  /** More than. */
  amount_over: decimal,
  /** At most. */
  amount_to: decimal,
  /** Less than. */
  amount_under: decimal,
  /** A fee of more than this: 0 for those that have one. */
  fee_over: decimal,
} as const

/** What the gateway saw to change: the transactions that changed, or that changed so, after a moment. */
const changes = {
  changed_since: { form: 'instant', refusedWith: 'ERR-00' },
  changed_to: { form: changeOutcomes, refusedWith: 'ERR-00' },
} as const

/** Words, all of which occur in names, notes, memos, hashes or ids. */
const words = { text } as const

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
      ...period,
      ...amounts,
      ...changes,
      ...words,
      sort: sortBy(sortColumns.transactions),
      ...priced,
      ...download,
    },
    several: [...namesOf(filters.transactions), 'changed_to', 'column'],
  },
  totals: {
    path: '/totals',
    aliases: [],
    parameters: {
      ...filters.transactions,
      ...period,
      ...amounts,
      ...changes,
      ...words,
      /** Columns to divide by. Without one: one row, whose `count` is the length of the list. */
      by: { form: totalColumns, refusedWith: 'ERR-00' },
      ...priced,
      ...download,
    },
    several: [...namesOf(filters.transactions), 'changed_to', 'by', 'column'],
    answer: { lists: ['totals'], marks: [] },
    errors: endpoints.transactions.errors,
    role: 'viewer',
  },
  vaults: {
    ...endpoints.vaults,
    parameters: {
      ...page,
      ...filters.vaults,
      ...words,
      sort: sortBy(sortColumns.vaults),
      ...priced,
      ...download,
    },
    several: [...namesOf(filters.vaults), 'column'],
  },
  balances: {
    ...endpoints.balances,
    parameters: { ...page, ...filters.balances, sort: sortBy(sortColumns.balances), ...download },
    several: [...namesOf(filters.balances), 'column'],
  },
  balancesOfType: {
    ...endpoints.balancesOfType,
    parameters: { ...page, ...filters.balances, sort: sortBy(sortColumns.balances), ...download },
    several: [...namesOf(filters.balances), 'column'],
  },
  whitelists: {
    ...endpoints.whitelists,
    parameters: {
      ...page,
      ...filters.whitelists,
      ...words,
      sort: sortBy(sortColumns.whitelists),
      ...download,
    },
    several: [...namesOf(filters.whitelists), 'column'],
  },
  transaction: endpoints.transaction,
  vault: endpoints.vault,
} as const satisfies Record<string, Endpoint>

function namesOf<Names extends Readonly<Record<string, Parameter>>>(of: Names): (keyof Names & string)[] {
  return Object.keys(of)
}

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

/** The record of each list. */
export interface ListedRecords {
  readonly transactions: ConsoleTransaction
  readonly vaults: Vault
  readonly balances: Holding
  readonly whitelists: Whitelist
}
