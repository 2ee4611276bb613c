/** Answers the read API from books instead of a service: the specification's paths, filters, limits, order and error codes. */
import type { ReadAnswer } from '../api/pack-source.ts'
import {
  bookedTransactions,
  type Endpoint,
  endpoints,
  type Filter,
  matchEndpoint,
} from '../contract/endpoints.ts'
import { vaultTypes } from '../contract/enumerations.ts'
import type { ServiceErrorCode } from '../contract/error-codes.ts'
import { serviceErrors, writeErrorBody } from '../contract/errors.ts'
import type { Holding, Vault, Whitelist } from '../contract/normal-records.ts'
import { type ReadQuery, RequestFault, readPathValue, readQuery } from '../contract/query.ts'
import type { Books } from './books.ts'
import { findTransactions, type TransactionMatches } from './find-transactions.ts'
import type { BookRow } from './transaction-table.ts'
import { wireTransaction } from './wire-form.ts'

interface BooksAnswer extends ReadAnswer {
  readonly body: object
}

/**
 * Answers a GET as the service did when it was read. Only the wording of a refusal differs, and an address is found in every spelling. Lists of
 * transactions take more than the specification shows: see `bookedTransactions`.
 */
export function answerFromBooks(books: Books, pathAndQuery: string): BooksAnswer {
  try {
    const { query, list } = lookUp(books, pathAndQuery)
    const { none, isSingle = false } = list
    const page = isSingle ? list.rows(1, 0) : list.rows(query.limit, query.offset)
    if (page.length === 0) throw new RequestFault(none, serviceErrors[none].details)
    return {
      status: 200,
      body: list.envelope(
        page.map((record) => ('whole' in record ? wireTransaction(record.whole()) : record.received)),
      ),
    }
  } catch (error) {
    if (error instanceof UnknownPath) return refusal('ERR-00', error.message, 404)
    if (error instanceof RequestFault) return refusal(error.code, error.details)
    throw error
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

function listOf(records: readonly BooksRecord[]): Pick<RecordList, 'total' | 'rows'> {
  const rows = (limit: number, offset: number) => records.slice(offset, offset + limit)
  return { total: records.length, rows }
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

type Dates = Pick<Filter<'transactions'>, 'start_date' | 'end_date'>

/** Whether the service means the same days and instants by a filter as the books do. */
export function areDaysOfBooks(
  { transactions: { days } }: Books,
  { start_date = '', end_date = '' }: Dates,
): boolean {
  if (start_date === '' && end_date === '') return true
  const isOfDays = !`${start_date}${end_date}`.includes('T')
  return days.whose === 'utc' ? !isOfDays || days.formOfLinks === 'day' : isOfDays && days.form === 'day'
}
