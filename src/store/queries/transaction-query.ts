import { type FilterValues, filterNames, type TransactionFilterName } from '../../contract/console-api.ts'
import { readDecimal } from '../../contract/decimal.ts'
import { type ChangeOutcome, changeOutcomes } from '../../contract/enumerations.ts'
import type { Price } from '../../contract/prices.ts'
import { readInstant } from '../../contract/time-range.ts'
import type { Queries } from '../../database/database.ts'
import { Condition, wordList } from '../../database/sql.ts'
import { columnText } from '../database-text.ts'
import { type End, type EndKey, keysAtEnds } from './address-keys.ts'
import { anyOf, searchWords, wordOccurs } from './conditions.ts'
import { findParty, isOfParty } from './party.ts'

/**
 * What is asked of the transactions of an account. A filter has several values of which any matches; filters are joined by AND. Ids, networks
 * and enumerated words compare exactly, addresses by account, however they are spelled. Whether a transaction is in a period may be unknown.
 */
export interface TransactionQuery extends Omit<FilterValues<'transactions'>, DateName> {
  readonly period?: RecordedPeriod
  readonly sort?: TransactionSort
}

type DateName = 'start_date' | 'end_date'

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
  /** Nothing is filtered. */
  readonly isEverything: boolean
}

export async function matchingRows(
  queries: Queries,
  account: string,
  query: TransactionQuery,
): Promise<Matching> {
  const where = new Condition()
  where.and(`account = ${where.parameter(account)}`)
  where.and('gone_in is null')
  const asked: Asked = { queries, account, where, query, ends: [] }
  const choices: Choice[] = []
  for (const name of filterNames('transactions')) {
    const choice = name === 'start_date' || name === 'end_date' ? null : await choiceOf(asked, name)
    if (choice !== null) choices.push(choice)
  }
  const split = choices
    .filter(({ alternatives: { length } }) => length > 1 && length <= mostAlternatives)
    .toSorted((one, other) => other.alternatives.length - one.alternatives.length)
    .at(0)
  const conditions = [where.sql, ...choices.filter((choice) => choice !== split).map(({ sql }) => sql)]
  return {
    where,
    sql: [...conditions, ...(split ? [split.sql] : [])].join(' and '),
    alternatives: (split?.alternatives ?? ['true']).map((one) => [...conditions, one].join(' and ')),
    ends: asked.ends,
    isEverything: choices.length === 0,
  }
}

interface Asked {
  readonly queries: Queries
  readonly account: string
  readonly where: Condition
  readonly query: TransactionQuery
  /** Of the addresses that the query names. */
  readonly ends: EndKey[]
}

type Asks<Value> = (asked: Asked, value: Value) => Choice | Promise<Choice>
type AskedName = Exclude<TransactionFilterName, DateName>

const filterConditions: { readonly [Name in AskedName]: Asks<NonNullable<TransactionQuery[Name]>> } = {
  transaction_id: isOneOf('id'),
  source_id: isOneOf('source_id'),
  source_address: isAt('source'),
  asset_id: isOneOf('asset_id'),
  network_id: isOneOf('network_id'),
  transaction_type: isOneOf('transaction_type'),
  destination_id: isOneOf('destination_id'),
  destination_address: isAt('destination'),
  status: isOneOf('status'),
  address: isAt('source', 'destination'),
  counterparty: isOfParties('source', 'destination'),
  sent_to: isOfParties('destination'),
  received_from: isOfParties('source'),
  // Its index leaves out the records without one.
  memo: isOneOf(`destination_memo > '' and destination_memo`),
  vault_id: isOfVaults,
  amount_from: isNumber('amount >='),
  amount_over: isNumber('amount >'),
  amount_to: isNumber('amount <='),
  amount_under: isNumber('amount <'),
  fee_over: isNumber('fee >'),
  changed_since: hasChanged,
  // Of the same change as `changed_since`.
  changed_to: (asked) => (asked.query.changed_since === undefined ? hasChanged(asked) : whole('true')),
  text: hasWords,
}

function choiceOf<Name extends AskedName>(asked: Asked, name: Name): Choice | Promise<Choice> | null {
  const value = asked.query[name]
  return value === undefined ? null : filterConditions[name](asked, value)
}

/** Each costs a part of a statement; more than these are looked for row by row. */
const mostAlternatives = 16

interface Choice {
  readonly sql: string
  readonly alternatives: readonly string[]
}

/** Without alternatives that an index has in order. */
function whole(sql: string): Choice {
  return { sql, alternatives: [sql] }
}

function isOneOf(column: string): Asks<readonly string[]> {
  return ({ where }, values) => {
    const parameters = [...new Set(values.map(columnText))].map((value) => where.parameter(value))
    return {
      sql: anyOf(column, parameters),
      alternatives: parameters.map((value) => `${column} = ${value}`),
    }
  }
}

function isAt(...ends: readonly End[]): Asks<readonly string[]> {
  return async ({ queries, account, where, ends: named }, addresses) => {
    const keys = await keysAtEnds(queries, account, addresses, ends)
    named.push(...keys)
    const keysOf = (at: End) => keys.flatMap(({ end, key }) => (end === at ? where.parameter(key) : []))
    const [atSource, atDestination] = [keysOf('source'), keysOf('destination')]
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
}

function isOfParties(...ends: readonly End[]): Asks<readonly string[]> {
  return async ({ queries, account, where }, ids) => {
    const conditions: string[] = []
    for (const id of new Set(ids)) {
      const party = await findParty(queries, account, id)
      conditions.push(...ends.map((end) => isOfParty(end, party, where)))
    }
    return whole(`(${conditions.join(' or ')})`)
  }
}

function isOfVaults({ where }: Asked, ids: readonly string[]): Choice {
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

/** One that is no decimal is in no range. */
function isNumber(compares: string): Asks<string> {
  return ({ where }, bound) => whole(`${compares} ${where.parameter(bound)}::numeric`)
}

function hasChanged({ where, query: { changed_since, changed_to } }: Asked): Choice {
  const after = readInstant(changed_since ?? '') ?? 0
  const to = changeOutcomes.filter((one) => changed_to?.includes(one) ?? true)
  return whole(isChangedSince(where, { after, to }))
}

/** `$1` is the account. A transaction that comes with a status has changed to it, too. One that is listed again has not. */
export function isChangedSince(where: Condition, { after, to }: ChangedSince): string {
  const statuses = to.filter((one) => one !== 'new')
  const isSo = [
    ...(to.includes('new') ? [`event = 'new'`] : []),
    ...(statuses.length === 0
      ? []
      : [
          `event in ('new', 'changed', 'final', 'backwards') and status_after in ${wordList(statuses)}
            and status_after is distinct from status_before`,
        ]),
  ]
  return `id in (select record_id from custody_store.change
    where account = $1 and kind = 'transaction' and reading > ${where.parameter(after)}::bigint and (${isSo.join(' or ')}))`
}

function hasWords({ where }: Asked, text: string): Choice {
  return whole(['true', ...searchWords(text).map((word) => hasWord(where, word))].join(' and '))
}

/** As a part of what is kept as words, or as the whole amount, with its thousands grouped or not: a part of a number is another number. */
function hasWord(where: Condition, word: string): string {
  const amount = word.replaceAll(',', '')
  const occurs = wordOccurs(where, word)
  return readDecimal(amount) === null ? occurs : `(${occurs} or amount = ${where.parameter(amount)}::numeric)`
}
