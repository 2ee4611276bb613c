/** Answers the read API from books instead of a service: the specification's paths, filters, limits, order and error codes. */
import type { ReadAnswer } from '../api/pack-source.ts'
import {
  bookedTransactions,
  type Endpoint,
  endpoints,
  type Filter,
  matchEndpoint,
} from '../contract/endpoints.ts'
import { openStatuses, vaultTypes } from '../contract/enumerations.ts'
import type { ServiceErrorCode } from '../contract/error-codes.ts'
import { serviceErrors, writeErrorBody } from '../contract/errors.ts'
import type { Holding, Vault, Whitelist } from '../contract/normal-records.ts'
import { type ReadQuery, RequestFault, readPathValue, readQuery } from '../contract/query.ts'
import { type Books, listsRead } from './books.ts'
import { allDays, filterEdges } from './edges.ts'
import { findTransactions, type TransactionMatches, UnknownDates } from './find-transactions.ts'
import type { BookRow, Edge } from './transaction-table.ts'
import { wireTransaction } from './wire-form.ts'

export interface BooksAnswer extends ReadAnswer {
  readonly body: object
  /** The books do not know on which side of a date of the filter some transactions were recorded. */
  readonly isUndecided?: true
}

/**
 * Answers a GET as the service did when it was read. Only the wording of a refusal differs, and an address is found in every spelling. Lists of
 * transactions take more than the specification shows: see `bookedTransactions`.
 */
export function answerFromBooks(books: Books, pathAndQuery: string): BooksAnswer {
  try {
    const { query, list } = lookUp(books, pathAndQuery)
    const { total, isSorted, none, isSingle = false } = list
    const page = isSingle ? list.rows(1, 0) : list.rows(query.limit, query.offset)
    if (page.length === 0) throw new RequestFault(none, serviceErrors[none].details)
    return {
      status: 200,
      body: list.envelope(
        page.map((record) => ('whole' in record ? wireTransaction(record.whole()) : record.received)),
      ),
      ...(!isSingle && { list: { total, isSorted } }),
    }
  } catch (error) {
    if (error instanceof UnknownPath) return refusal('ERR-00', error.message, 404)
    if (!(error instanceof RequestFault)) throw error
    const refused = refusal(error.code, error.details)
    return error instanceof UnknownDates ? { ...refused, isUndecided: true } : refused
  }
}

/** All records of a list, by the path and the query of its first page. Throws a `RequestFault` where the books cannot tell them. */
export function recordsInBooks(books: Books, pathAndQuery: string): readonly BooksRecord[] {
  const { list } = lookUp(books, pathAndQuery)
  return list.rows(list.total, 0)
}

type BooksRecord = BookRow | Whitelist | Vault | Holding

interface RecordList {
  readonly total: number
  readonly isSorted: boolean
  rows(limit: number, offset: number): readonly BooksRecord[]
  readonly none: ServiceErrorCode
  readonly isSingle?: boolean
  envelope(records: readonly unknown[]): object
}

/** Transactions by the query of their list. Throws a `RequestFault` where the books cannot tell them. */
export function transactionsInBooks(books: Books, query: string): TransactionMatches {
  return findTransactions(books, readQuery(bookedTransactions, query))
}

class UnknownPath extends Error {}

function lookUp(
  books: Books,
  pathAndQuery: string,
): { readonly query: ReadQuery; readonly list: RecordList } {
  const [path = '', ...rest] = pathAndQuery.split('?')
  const target = matchEndpoint(path)
  if (!target) throw new UnknownPath('The read API does not have this path.')
  const { name } = target
  const endpoint: Endpoint = name === 'transactions' ? bookedTransactions : endpoints[name]
  const query = readQuery(endpoint, rest.join('?'))
  const value = readPathValue(endpoint, target.value)
  const { vaults, balances } = books.holdings.at(-1) ?? {}
  if (!vaults || !balances) throw new Error('These records include no reading of vaults and balances.')
  const ofTransactions = { envelope: (transactions: readonly unknown[]) => ({ transactions }) }
  const ofVaults = {
    envelope: (records: readonly unknown[]) => ({ timestamp: vaults.ended, vaults: records }),
  }
  const listAt = (): RecordList => {
    switch (name) {
      case 'transactions':
        return { ...findTransactions(books, query), ...ofTransactions, none: 'TXN-02' }
      case 'transaction': {
        const filter = new Map([['transaction_id', value]])
        const listed = findTransactions(books, { ...query, filter, several: new Map() })
        return { ...listed, ...ofTransactions, none: 'TXN-04', isSingle: true }
      }
      case 'whitelists': {
        const { records, ended: timestamp } = books.whitelists
        const envelope = (whitelists: readonly unknown[]) => ({ timestamp, whitelists })
        return { ...listOf(holders(records, query)), envelope, none: 'WHT-00' }
      }
      case 'vaults':
        return { ...listOf(holders(vaults.records, query)), ...ofVaults, none: 'VAL-01' }
      case 'vault': {
        const named = vaults.records.filter(({ vault_id }) => vault_id === value)
        return { ...listOf(named), ...ofVaults, none: 'VAL-02', isSingle: true }
      }
      default: {
        const type = name === 'balances' ? 'all' : vaultTypes.find((each) => each === value)
        if (type === undefined) throw new RequestFault('BAL-02', serviceErrors['BAL-02'].details)
        const { records, ended } = balances[type]
        return {
          ...listOf(records.filter(isOfAsset(query))),
          envelope: (balance) => ({ timestamp: ended, balance_type: type, balance }),
          none: type === 'all' ? 'BAL-00' : 'BAL-01',
        }
      }
    }
  }
  return { query, list: listAt() }
}

function listOf(records: readonly BooksRecord[]): Pick<RecordList, 'total' | 'isSorted' | 'rows'> {
  const rows = (limit: number, offset: number) => records.slice(offset, offset + limit)
  return { total: records.length, isSorted: false, rows }
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

function isOfAsset({ filter }: ReadQuery) {
  const [asset, network] = [filter.get('asset_id'), filter.get('network_id')]
  return ({ asset_id, network_id }: Pick<Holding, 'asset_id' | 'network_id'>): boolean =>
    (asset ?? asset_id) === asset_id && (network ?? network_id) === network_id
}

function refusal(code: ServiceErrorCode, details: string, httpStatus?: number): BooksAnswer {
  const entry = serviceErrors[code]
  const status = httpStatus ?? entry.httpStatus
  return { status, body: writeErrorBody(code, { ...entry, details, httpStatus: status }) }
}

/**
 * Answers a read in place of the service. Null leaves to the service what it takes itself and the books do not have: it may take another
 * spelling of a value, a record may be new, and dates are its own. Of other lists, it is asked for what lies between the dates.
 */
export async function listFromBooks(
  books: Books,
  pathAndQuery: string,
  { divide }: Divide,
): Promise<BooksAnswer | null> {
  const [path = '', ...rest] = pathAndQuery.split('?')
  if (listsRead(books).some(({ endpoint, end }) => endpoint === path && end.completeness === 'partial'))
    return null
  const isOfTransactions = path === endpoints.transactions.path
  const query = new URLSearchParams(rest.join('?'))
  const { start_date, end_date }: Dates = Object.fromEntries(query)
  const dates = {
    ...(start_date !== undefined && { start_date }),
    ...(end_date !== undefined && { end_date }),
  }
  const isOfService = !isOfTransactions || takenByService(query)
  if (isOfTransactions && isOfService && !areDaysOfBooks(books, dates)) return null
  const answer = answerFromBooks(books, pathAndQuery)
  if (answer.status === 200) {
    const isWhole = (answer.list?.total ?? 0) < Number(query.get('limit'))
    const isUndated = isOfTransactions && answer.list?.isSorted === false && !isWhole
    return isUndated ? await sortedByDate(books, pathAndQuery, answer, { divide }) : answer
  }
  if (isOfService) return null
  return answer.isUndecided ? answerFromBooks(await divide(filterEdges(books, dates)), pathAndQuery) : answer
}

type Dates = Pick<Filter<'transactions'>, 'start_date' | 'end_date'>

interface Divide {
  /** Of all transactions, or of these ids. */
  divide(edges: readonly Edge[], wanted?: ReadonlySet<string>): Promise<Books>
}

/**
 * Asks the service for the days of everything in flight, not only of the rows on the page: they are recent, so a few requests tell. Others may
 * take several requests each. A page that has all that match sorts them itself.
 */
async function sortedByDate(
  books: Books,
  pathAndQuery: string,
  unsorted: BooksAnswer,
  { divide }: Divide,
): Promise<BooksAnswer> {
  const isMany = (unsorted.list?.total ?? 0) > mostInFlight
  if (isMany || books.transactions.days.failure !== null) return unsorted
  const ids: string[] = []
  for (const row of recordsInBooks(books, pathAndQuery)) {
    if (!('whole' in row) || !openStatuses.some((status) => status === row.status)) return unsorted
    if (row.transaction_id !== null) ids.push(row.transaction_id)
  }
  try {
    return answerFromBooks(await divide(allDays(books), new Set(ids)), pathAndQuery)
  } catch {
    return unsorted
  }
}

const mostInFlight = 1000

function takenByService(query: URLSearchParams): boolean {
  const names = [...query.keys()]
  const isShown = (name: string) => Object.hasOwn(endpoints.transactions.parameters, name)
  return new Set(names).size === names.length && names.every(isShown)
}

/** Whether the service means the same days and instants by a filter as the books do. */
export function areDaysOfBooks(
  { transactions: { days } }: Books,
  { start_date = '', end_date = '' }: Dates,
): boolean {
  if (start_date === '' && end_date === '') return true
  const isOfDays = !`${start_date}${end_date}`.includes('T')
  return days.whose === 'utc' ? !isOfDays || days.formOfLinks === 'day' : isOfDays && days.form === 'day'
}
