import { readDecimal } from '../../contract/decimal.ts'
import type { ChangeOutcome } from '../../contract/enumerations.ts'
import type { Price } from '../../contract/prices.ts'
import type { Queries } from '../../database/database.ts'
import { Condition } from '../../database/sql.ts'
import { columnText } from '../database-text.ts'
import { type End, type EndKey, keysAtEnds } from './address-keys.ts'
import { anyOf, searchWords, wordOccurs } from './conditions.ts'
import { findParty, isOfParty } from './party.ts'

/**
 * What is asked of the transactions of an account. A filter has several values of which any matches; filters are joined by AND. Ids, networks
 * and enumerated words compare exactly, addresses by account, however they are spelled.
 */
export interface TransactionQuery extends Partial<Readonly<Record<FilterColumn, readonly string[]>>> {
  readonly source_address?: readonly string[]
  readonly destination_address?: readonly string[]
  /** At either end. */
  readonly address?: readonly string[]
  /** As `findParty` understands them: at either end, at the destination, at the source. */
  readonly counterparty?: readonly string[]
  readonly sent_to?: readonly string[]
  readonly received_from?: readonly string[]
  /** Of the destination. */
  readonly memo?: readonly string[]
  /** Of a vault at either end. */
  readonly vault_id?: readonly string[]
  /** Decimal text: at least, more than, at most, less than. An amount or a fee that is no decimal is in no range. */
  readonly amount_from?: string
  readonly amount_over?: string
  readonly amount_to?: string
  readonly amount_under?: string
  readonly fee_over?: string
  /** Words of which each must occur. */
  readonly text?: string
  /** Seen to change so. */
  readonly changed?: ChangedSince
  readonly period?: RecordedPeriod
  readonly sort?: TransactionSort
}

export interface ChangedSince {
  /** Told by a later reading than this: milliseconds since 1970. */
  readonly after: number
  readonly to: readonly ChangeOutcome[]
}

/** Milliseconds since 1970. A transaction is in it if the span in which it was recorded is. */
export interface RecordedPeriod {
  readonly from?: number
  /** Not in it. */
  readonly before?: number
}

const filterColumns = [
  'transaction_id',
  'source_id',
  'destination_id',
  'asset_id',
  'network_id',
  'transaction_type',
  'status',
] as const
type FilterColumn = (typeof filterColumns)[number]

/** Without a value come last in either direction. Equal ones keep the order of the service, which is also the order without a sort. */
export type TransactionSort =
  | ValueSort
  | { readonly column: keyof typeof sortedColumns; readonly isDescending: boolean }

/** By amount times price. An asset without a price has no value. */
export interface ValueSort {
  readonly column: 'value'
  readonly isDescending: boolean
  /** None below zero, and one for each asset. */
  readonly prices: readonly Pick<Price, 'asset_id' | 'price'>[]
}

/** By the columns of the console. */
export const sortedColumns = {
  recorded_on: 'recorded_from',
  transaction_type: 'transaction_type',
  status: 'status',
  amount: 'amount',
  asset_id: 'asset_id',
  network_name: 'network_label',
  source: 'source_label',
  destination: 'destination_label',
  fee: 'fee',
  txn_hash: 'txn_hash',
  transaction_id: 'id',
} as const

/** Which rows a query asks for, dates aside. */
export interface Matching {
  readonly where: Condition
  /** All of it, as SQL. */
  readonly sql: string
  /**
   * The same as alternatives that exclude each other. An index has the rows of one value in the order of the list, and those of two values in
   * none: a page of each, merged, is read off the index.
   */
  readonly alternatives: readonly string[]
  /** The addresses that the query names, where a transaction has one. */
  readonly ends: readonly EndKey[]
}

export async function matchingRows(
  queries: Queries,
  account: string,
  query: TransactionQuery,
): Promise<Matching> {
  const where = new Condition()
  where.and(`account = ${where.parameter(account)}`)
  where.and('gone_in is null')
  addAmounts(where, query)
  for (const word of searchWords(query.text)) addWord(where, word)
  if (query.changed) where.and(isChangedSince(where, query.changed))
  const choices = filterColumns.flatMap((column) => ofValues(where, column, query[column]) ?? [])
  const endKeys: EndKey[] = []
  for (const [name, ends] of addressFilters) {
    const addresses = query[name]
    if (addresses === undefined) continue
    const keys = await keysAtEnds(queries, account, addresses, ends)
    endKeys.push(...keys)
    choices.push(atEnds(where, keys))
  }
  for (const [name, ends] of partyFilters) {
    const ids = query[name]
    if (ids !== undefined) choices.push(await ofParties(queries, account, where, ids, ends))
  }
  if (query.memo) choices.push(ofMemos(where, query.memo))
  if (query.vault_id) choices.push(ofVaults(where, query.vault_id))
  const split = choices
    .filter(({ alternatives: { length } }) => length > 1 && length <= mostAlternatives)
    .toSorted((one, other) => other.alternatives.length - one.alternatives.length)
    .at(0)
  const conditions = [where.sql, ...choices.filter((choice) => choice !== split).map(({ sql }) => sql)]
  return {
    where,
    sql: [...conditions, ...(split ? [split.sql] : [])].join(' and '),
    alternatives: (split?.alternatives ?? ['true']).map((one) => [...conditions, one].join(' and ')),
    ends: endKeys,
  }
}

const addressFilters = [
  ['source_address', ['source']],
  ['destination_address', ['destination']],
  ['address', ['source', 'destination']],
] as const

const partyFilters = [
  ['counterparty', ['source', 'destination']],
  ['sent_to', ['destination']],
  ['received_from', ['source']],
] as const

/** Each costs a part of a statement; more than these are looked for row by row. */
const mostAlternatives = 16

interface Choice {
  readonly sql: string
  readonly alternatives: readonly string[]
}

function ofValues(
  where: Condition,
  name: FilterColumn,
  values: readonly string[] | undefined,
): Choice | null {
  if (values === undefined) return null
  const column = name === 'transaction_id' ? 'id' : name
  const parameters = [...new Set(values.map(columnText))].map((value) => where.parameter(value))
  return {
    sql: anyOf(column, parameters),
    alternatives: parameters.map((value) => `${column} = ${value}`),
  }
}

function atEnds(where: Condition, keys: readonly EndKey[]): Choice {
  const atSource = keys.flatMap(({ end, key }) => (end === 'source' ? where.parameter(key) : []))
  const atDestination = keys.flatMap(({ end, key }) => (end === 'destination' ? where.parameter(key) : []))
  const isSource = anyOf('source_key', atSource)
  return {
    sql: `(${isSource} or ${anyOf('destination_key', atDestination)})`,
    alternatives: [
      ...atSource.map((key) => `source_key = ${key}`),
      // What is at both ends is found once.
      ...atDestination.map((key) => `destination_key = ${key} and (${isSource}) is not true`),
    ],
  }
}

async function ofParties(
  queries: Queries,
  account: string,
  where: Condition,
  ids: readonly string[],
  ends: readonly End[],
): Promise<Choice> {
  const conditions: string[] = []
  for (const id of new Set(ids)) {
    const party = await findParty(queries, account, id)
    conditions.push(...ends.map((end) => isOfParty(end, party, where)))
  }
  const sql = `(${conditions.join(' or ')})`
  return { sql, alternatives: [sql] }
}

function ofMemos(where: Condition, memos: readonly string[]): Choice {
  const sql = anyOf(
    'destination_memo',
    memos.map((memo) => where.parameter(columnText(memo))),
  )
  return { sql, alternatives: [sql] }
}

function ofVaults(where: Condition, ids: readonly string[]): Choice {
  const parameters = [...new Set(ids.map(columnText))].map((id) => where.parameter(id))
  const isSource = `source_type = 'vault' and ${anyOf('source_id', parameters)}`
  return {
    sql: `(${isSource} or (destination_type = 'vault' and ${anyOf('destination_id', parameters)}))`,
    alternatives: [
      ...parameters.map((id) => `source_type = 'vault' and source_id = ${id}`),
      // What is at both ends is found once.
      ...parameters.map(
        (id) => `destination_type = 'vault' and destination_id = ${id} and (${isSource}) is not true`,
      ),
    ],
  }
}

function addAmounts(where: Condition, query: TransactionQuery): void {
  const bounds = [
    ['amount >=', query.amount_from],
    ['amount >', query.amount_over],
    ['amount <=', query.amount_to],
    ['amount <', query.amount_under],
    ['fee >', query.fee_over],
  ] as const
  for (const [compares, bound] of bounds)
    if (bound !== undefined) where.and(`${compares} ${where.parameter(bound)}::numeric`)
}

/** `$1` is the account. A transaction that comes with a status has changed to it, too. One that is listed again has not. */
export function isChangedSince(where: Condition, { after, to }: ChangedSince): string {
  const statuses = to.filter((one) => one !== 'new').map((one) => `'${one}'`)
  const isSo = [
    ...(to.includes('new') ? [`event = 'new'`] : []),
    ...(statuses.length === 0
      ? []
      : [
          `event in ('new', 'changed', 'final', 'backwards') and status_after in (${statuses.join(', ')})
            and status_after is distinct from status_before`,
        ]),
  ]
  return `id in (select record_id from custody_store.change
    where account = $1 and kind = 'transaction' and reading > ${where.parameter(after)}::bigint and (${isSo.join(' or ')}))`
}

/** As a part of what is kept as words, or as the whole amount, with its thousands grouped or not: a part of a number is another number. */
function addWord(where: Condition, word: string): void {
  const amount = word.replaceAll(',', '')
  const occurs = wordOccurs(where, word)
  where.and(
    readDecimal(amount) === null ? occurs : `(${occurs} or amount = ${where.parameter(amount)}::numeric)`,
  )
}
