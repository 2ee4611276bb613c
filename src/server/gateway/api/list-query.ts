/** Parameters of a request as questions to the store. */
import { type TotalsColumn, totalColumns } from '../../../contract/console-api.ts'
import { countText } from '../../../contract/count-text.ts'
import { type Endpoint, type EndpointName, endpoints, type Filter } from '../../../contract/endpoints.ts'
import type { WholeListName } from '../../../contract/list-names.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import { keptLists } from '../../../store/lists.ts'
import { furthestOffset, mostWords, type RowRange, searchWords } from '../../../store/queries/conditions.ts'
import type { ListQuery } from '../../../store/queries/lists.ts'
import { filterValues, sortOf, transactionQuery, valuesIn } from '../../../store/queries/read-query.ts'
import type { TransactionQuery } from '../../../store/queries/transaction-query.ts'
import { Refusal } from '../../http.ts'

/** Throws ERR-00. */
export function askedTransactions(query: ReadQuery): TransactionQuery {
  refuseManyWords(query)
  return transactionQuery(query)
}

/** Throws ERR-00. */
export function askedList<Name extends WholeListName>(query: ReadQuery, name: Name): ListQuery<Name> {
  refuseManyWords(query)
  return { ...filterValues(query, name), ...sortOf(query, Object.keys(keptLists[name].sorted)) }
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

/** The filter as a service takes it, one value each; null where it does not take all of the filter. */
export function filterForService<Name extends EndpointName>(query: ReadQuery, of: Name): Filter<Name> | null {
  const { parameters }: Endpoint = endpoints[of]
  const names = filterNamesIn(query)
  const isTaken = (name: string) => Object.hasOwn(parameters, name) && valuesIn(query, name)?.length === 1
  if (!names.every(isTaken)) return null
  // Of its parameters alone.
  return Object.fromEntries(names.map((name) => [name, query.filter.get(name)])) as Filter<Name>
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
