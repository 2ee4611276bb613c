/** Parameters of a request as questions to the store. */
import { sortColumns, type TotalsColumn, totalColumns } from '../../../contract/console-api.ts'
import { countText } from '../../../contract/count-text.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import { furthestOffset, mostWords, type RowRange, searchWords } from '../../../store/queries/conditions.ts'
import type { BalanceQuery, VaultQuery, WhitelistQuery } from '../../../store/queries/lists.ts'
import { filterValues, sortOf, transactionQuery, valuesIn } from '../../../store/queries/read-query.ts'
import type { TransactionQuery } from '../../../store/queries/transaction-query.ts'
import { Refusal } from '../../http.ts'

/** Throws ERR-00. */
export function askedTransactions(query: ReadQuery): TransactionQuery {
  refuseManyWords(query)
  return transactionQuery(query)
}

export function askedVaults(query: ReadQuery): VaultQuery {
  refuseManyWords(query)
  return {
    ...filterValues(query, 'vaults'),
    // By value they are ranked after they are read.
    ...sortOf(
      query,
      sortColumns.vaults.filter((column) => column !== 'value'),
    ),
  }
}

export function askedBalances(query: ReadQuery, list: BalanceQuery['list']): BalanceQuery {
  return { list, ...filterValues(query, 'balances'), ...sortOf(query, sortColumns.balances) }
}

export function askedWhitelists(query: ReadQuery): WhitelistQuery {
  refuseManyWords(query)
  return { ...filterValues(query, 'whitelists'), ...sortOf(query, sortColumns.whitelists) }
}

/** Throws ERR-00. */
export function pageRange({ limit, offset }: ReadQuery): RowRange {
  if (offset > furthestOffset)
    throw new Refusal(
      'ERR-00',
      `offset must be at most ${countText(furthestOffset)}. Narrow the filters, or sort the other way, to see what comes after.`,
    )
  return { limit, offset }
}

/** The filter as a service with these parameters takes it, one value each; null where it does not take all of the filter. */
export function filterForService(
  query: ReadQuery,
  parameters: readonly string[],
): Readonly<Record<string, string>> | null {
  const names = filterNamesIn(query)
  const isTaken = (name: string) => parameters.includes(name) && valuesIn(query, name)?.length === 1
  if (!names.every(isTaken)) return null
  return Object.fromEntries(names.map((name) => [name, query.filter.get(name) ?? '']))
}

/** What the records are to have, and their order. */
export function filterNamesIn({ filter }: ReadQuery): readonly string[] {
  return [...filter.keys()].filter((name) => !notFilters.has(name))
}

const notFilters: ReadonlySet<string> = new Set(['currency', 'as', 'column', 'fingerprint', 'signed'])

export function totalsColumns(query: ReadQuery): readonly TotalsColumn[] {
  const asked = valuesIn(query, 'by') ?? []
  return totalColumns.filter((column) => asked.includes(column))
}

/** Throws ERR-00. */
function refuseManyWords({ filter }: ReadQuery): void {
  if (searchWords(filter.get('text')).length > mostWords)
    throw new Refusal('ERR-00', `text must have at most ${mostWords} words.`)
}
