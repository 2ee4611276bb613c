/** The filter of a list of transactions as a question to the store. */
import { consoleEndpoints, type TransactionFilter } from '../contract/console-api.ts'
import { dayLength } from '../contract/day.ts'
import { RequestFault, readQuery } from '../contract/query.ts'
import type { LinkRefusal } from '../contract/report.ts'
import type { Edge } from '../ledger/edges.ts'
import { mostWords, searchWords } from '../store/queries/conditions.ts'
import { transactionQuery } from '../store/queries/read-query.ts'
import type { TransactionQuery } from '../store/queries/transaction-query.ts'
import { filterQuery, setFilters } from '../url/page-state.ts'

/** `title`: of the refusal of a filter that no list takes. */
export function askedFilter(
  filter: TransactionFilter,
  title: string,
): TransactionQuery | { readonly refusal: LinkRefusal } {
  try {
    const asked = transactionQuery(
      readQuery(consoleEndpoints.transactions, String(filterQuery(setFilters(filter)))),
    )
    if (searchWords(asked.text).length > mostWords)
      return { refusal: { title, text: `text must have at most ${mostWords} words.` } }
    return asked
  } catch (error) {
    if (error instanceof RequestFault) return { refusal: { title, text: error.details } }
    throw error
  }
}

/** Where the dates of a filter begin and end. */
export function periodEdges({
  period: { from, before } = {},
}: Pick<TransactionQuery, 'period'>): readonly Edge[] {
  return [from, before].flatMap((at) => (at === undefined ? [] : { at, day: Math.floor(at / dayLength) }))
}
