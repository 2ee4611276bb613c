/** Answers the read API from books instead of a service: the specification's paths, filters, limits, order and error codes. */
import type { Holding, Vault, Whitelist } from '../api/records.ts'
import {
  bookedTransactions,
  type Endpoint,
  type EndpointName,
  endpoints,
  type Filter,
  matchEndpoint,
} from '../contract/endpoints.ts'
import { type BalanceType, type VaultType, vaultTypes } from '../contract/enumerations.ts'
import { type ServiceErrorCode, serviceErrors, writeErrorBody } from '../contract/errors.ts'
import { type ReadQuery, RequestFault, readPathValue, readQuery } from '../contract/query.ts'
import { type Books, listsRead } from './books.ts'
import { filterEdges } from './edges.ts'
import { type ListedTransactions, type ListQuestion, transactionsListed, UnknownDates } from './listed.ts'
import type { Walked } from './reading/walk.ts'
import type { BookRow, Edge } from './transaction-table.ts'
import { wireTransaction } from './wire-form.ts'

export interface BooksAnswer {
  readonly status: number
  readonly body: object
  /** Of a list: how many match, and whether they are in the order asked for. */
  readonly list?: Pick<ListedTransactions, 'total' | 'isSorted'>
  /** The books do not know on which side of a date of the filter some transactions were recorded. */
  readonly isUndecided?: true
}

/**
 * Answers a GET as the service did when it was read. Only the wording of a refusal differs, and an address is found in every spelling. Lists of
 * transactions take more than the specification shows: see `bookedTransactions`.
 */
export function answerFromBooks(books: Books, pathAndQuery: string): BooksAnswer {
  try {
    const { name, query, value } = readTarget(pathAndQuery)
    const body = answers[name](books, query, value)
    if (name === 'transaction' || name === 'vault') return { status: 200, body }
    if (name !== 'transactions')
      return {
        status: 200,
        body,
        list: { total: recordsInBooks(books, pathAndQuery).length, isSorted: false },
      }
    const { total, isSorted } = transactionsListed(books, query)
    return { status: 200, body, list: { total, isSorted } }
  } catch (error) {
    if (error instanceof UnknownPath) return refusal('ERR-00', error.message, 404)
    if (!(error instanceof RequestFault)) throw error
    const refused = refusal(error.code, error.details)
    return error instanceof UnknownDates ? { ...refused, isUndecided: true } : refused
  }
}

/** All records of a list, by the path and the query of its first page. Throws a `RequestFault` where the books cannot tell them. */
export function recordsInBooks(
  books: Books,
  pathAndQuery: string,
): readonly (BookRow | Whitelist | Vault | Holding)[] {
  const { name, query, value } = readTarget(pathAndQuery)
  if (name === 'transactions') {
    const { total, rows } = transactionsListed(books, query)
    return rows(total, 0)
  }
  if (name === 'whitelists') return holders(books.whitelists.records, query)
  if (name === 'vaults') return holders(lastHeld(books).vaults.records, query)
  return holdings(books, name === 'balances' ? 'all' : typeOf(value), query).records
}

class UnknownPath extends Error {}

function readTarget(pathAndQuery: string) {
  const [path = '', ...query] = pathAndQuery.split('?')
  const target = matchEndpoint(path)
  if (!target) throw new UnknownPath('The read API does not have this path.')
  const endpoint: Endpoint = target.name === 'transactions' ? bookedTransactions : endpoints[target.name]
  return {
    name: target.name,
    query: readQuery(endpoint, query.join('?')),
    value: readPathValue(endpoint, target.value),
  }
}

/**
 * Answers a read in place of the service. Null leaves to the service what it takes itself and the books do not have: it may take another
 * spelling of a value, a record may be new, and dates are its own. Of other lists, it is asked for what lies between the dates.
 */
export async function listFromBooks(
  books: Books,
  pathAndQuery: string,
  { divide }: { divide(edges: readonly Edge[]): Promise<Books> },
): Promise<BooksAnswer | null> {
  const [path = ''] = pathAndQuery.split('?')
  if (listsRead(books).some(({ endpoint, end }) => endpoint === path && end.completeness === 'partial'))
    return null
  if (path !== endpoints.transactions.path) {
    const answer = answerFromBooks(books, pathAndQuery)
    return answer.status === 200 ? answer : null
  }
  const dates = datesOf(pathAndQuery)
  const isOfService = takenByService(pathAndQuery)
  if (isOfService && !areDaysOfBooks(books, dates)) return null
  const answer = answerFromBooks(books, pathAndQuery)
  if (answer.status === 200) return answer
  if (isOfService) return null
  return answer.isUndecided ? answerFromBooks(await divide(filterEdges(books, dates)), pathAndQuery) : answer
}

type Dates = Pick<Filter<'transactions'>, 'start_date' | 'end_date'>

function queryOf(pathAndQuery: string): URLSearchParams {
  return new URLSearchParams(pathAndQuery.slice(pathAndQuery.indexOf('?') + 1))
}

function datesOf(pathAndQuery: string): Dates {
  const { start_date, end_date }: Dates = Object.fromEntries(queryOf(pathAndQuery))
  return { ...(start_date !== undefined && { start_date }), ...(end_date !== undefined && { end_date }) }
}

function takenByService(pathAndQuery: string): boolean {
  const names = [...queryOf(pathAndQuery).keys()]
  const isShown = (name: string) => Object.hasOwn(endpoints.transactions.parameters, name)
  return new Set(names).size === names.length && names.every(isShown)
}

/** Whether the service means the same days and instants by a filter as the books do. */
function areDaysOfBooks(
  { transactions: { days } }: Books,
  { start_date = '', end_date = '' }: Dates,
): boolean {
  if (start_date === '' && end_date === '') return true
  const isOfDays = !`${start_date}${end_date}`.includes('T')
  return days.whose === 'utc' ? !isOfDays || days.formOfLinks === 'day' : isOfDays && days.form === 'day'
}

function refusal(code: ServiceErrorCode, details: string, httpStatus?: number): BooksAnswer {
  const entry = serviceErrors[code]
  const status = httpStatus ?? entry.httpStatus
  return { status, body: writeErrorBody(code, { ...entry, details, httpStatus: status }) }
}

type Answers = Readonly<Record<EndpointName, (books: Books, query: ReadQuery, value: string) => object>>

const answers: Answers = {
  transactions: (books, query) => transactionsOf(books, query, query, 'TXN-02'),
  transaction(books, { period }, id) {
    const question = { filter: new Map([['transaction_id', id]]), several: new Map(), period }
    return transactionsOf(books, question, one, 'TXN-04')
  },
  whitelists({ whitelists: { records, ended } }, query) {
    return { timestamp: ended, whitelists: received(pageOf(holders(records, query), query, 'WHT-00')) }
  },
  vaults(books, query) {
    const { records, ended } = lastHeld(books).vaults
    return { timestamp: ended, vaults: received(pageOf(holders(records, query), query, 'VAL-01')) }
  },
  vault: (books, _query, id) => {
    const { records, ended } = lastHeld(books).vaults
    const found = records.filter(({ vault_id }) => vault_id === id)
    return { timestamp: ended, vaults: received(pageOf(found, one, 'VAL-02')) }
  },
  balances: (books, query) => balances(books, 'all', query, 'BAL-00'),
  balancesOfType: (books, query, value) => balances(books, typeOf(value), query, 'BAL-01'),
}

function typeOf(value: string): VaultType {
  const type = vaultTypes.find((each) => each === value)
  if (type === undefined) throw notFound('BAL-02')
  return type
}

const one = { limit: 1, offset: 0 } as const

function transactionsOf(
  books: Books,
  question: ListQuestion,
  { limit, offset }: Pick<ReadQuery, 'limit' | 'offset'>,
  none: ServiceErrorCode,
): object {
  const rows = transactionsListed(books, question).rows(limit, offset)
  if (rows.length === 0) throw notFound(none)
  return { transactions: rows.map((row) => wireTransaction(row.whole())) }
}

/** Throws if the page is empty. */
function pageOf<R>(
  records: readonly R[],
  { limit, offset }: Pick<ReadQuery, 'limit' | 'offset'>,
  none: ServiceErrorCode,
): readonly R[] {
  const page = records.slice(offset, offset + limit)
  if (page.length === 0) throw notFound(none)
  return page
}

function notFound(code: ServiceErrorCode): RequestFault {
  return new RequestFault(code, serviceErrors[code].details)
}

function received(records: readonly { readonly received: unknown }[]): readonly unknown[] {
  return records.map((record) => record.received)
}

function lastHeld({ holdings }: Books): Books['holdings'][number] {
  const last = holdings.at(-1)
  if (!last) throw new Error('Books hold at least one reading of what is held.')
  return last
}

/** Vaults or whitelists of a type that have an entry of that asset on that network. */
function holders<R extends Vault | Whitelist>(records: readonly R[], query: ReadQuery): readonly R[] {
  const type = query.filter.get('vault_type') ?? query.filter.get('whitelist_type')
  const isAnyEntry = !query.filter.has('asset_id') && !query.filter.has('network_id')
  return records.filter((record) => {
    const own = 'vault_type' in record ? record.vault_type : record.whitelist_type
    const entries: readonly Pick<Holding, 'asset_id' | 'network_id'>[] = record.assets
    return (type ?? own) === own && (isAnyEntry || entries.some(isOfAsset(query)))
  })
}

function holdings(
  books: Books,
  type: BalanceType,
  query: ReadQuery,
): Pick<Walked<Holding>, 'records' | 'ended'> {
  const { records, ended } = lastHeld(books).balances[type]
  return { records: records.filter(isOfAsset(query)), ended }
}

function balances(books: Books, type: BalanceType, query: ReadQuery, none: ServiceErrorCode): object {
  const { records, ended } = holdings(books, type, query)
  return { timestamp: ended, balance_type: type, balance: received(pageOf(records, query, none)) }
}

function isOfAsset({ filter }: ReadQuery) {
  const [asset, network] = [filter.get('asset_id'), filter.get('network_id')]
  return ({ asset_id, network_id }: Pick<Holding, 'asset_id' | 'network_id'>): boolean =>
    (asset ?? asset_id) === asset_id && (network ?? network_id) === network_id
}
