/** Parameters of a request as questions to the store. */
import { sortColumns, type TotalsColumn, totalColumns } from '../../../contract/console-api.ts'
import { countText } from '../../../contract/count-text.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import { floorDivide, type TimeRange } from '../../../contract/time-range.ts'
import { furthestOffset, type RowRange, searchWords } from '../../../store/queries/conditions.ts'
import type { BalanceQuery, VaultQuery, WhitelistQuery } from '../../../store/queries/lists.ts'
import type { RecordedPeriod, TransactionQuery } from '../../../store/queries/transaction-query.ts'
import { Refusal } from '../../http.ts'

export function askedTransactions(query: ReadQuery): TransactionQuery {
  return {
    ...valuesOf(query, [
      ...['transaction_id', 'source_id', 'destination_id', 'asset_id', 'network_id'],
      ...['transaction_type', 'status', 'source_address', 'destination_address', 'address'],
    ]),
    ...textsOf(query, ['amount_from', 'amount_over', 'amount_to', 'amount_under']),
    ...wordsOf(query),
    ...(isPeriod(query.period) && { period: recordedPeriod(query.period) }),
    ...sortOf(query, sortColumns.transactions),
  }
}

export function askedVaults(query: ReadQuery): VaultQuery {
  return {
    ...valuesOf(query, ['vault_id', 'vault_type', 'asset_id', 'network_id']),
    ...wordsOf(query),
    ...sortOf(query, ['vault_name', 'vault_type', 'count', 'vault_id'] as const),
  }
}

export function askedBalances(query: ReadQuery, list: BalanceQuery['list']): BalanceQuery {
  return { list, ...valuesOf(query, ['asset_id', 'network_id']), ...sortOf(query, sortColumns.balances) }
}

export function askedWhitelists(query: ReadQuery): WhitelistQuery {
  return {
    ...valuesOf(query, ['whitelist_id', 'whitelist_type', 'asset_id', 'network_id', 'address']),
    ...wordsOf(query),
    ...sortOf(query, sortColumns.whitelists),
  }
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

/** Of a parameter that may be given several times; undefined without one. */
export function valuesIn({ filter, several }: ReadQuery, name: string): readonly string[] | undefined {
  const first = filter.get(name)
  return first === undefined ? undefined : [...new Set(several.get(name) ?? [first])]
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

function valuesOf<Name extends string>(query: ReadQuery, names: readonly Name[]) {
  const given: Partial<Record<Name, readonly string[]>> = {}
  for (const name of names) {
    const values = valuesIn(query, name)
    if (values !== undefined) given[name] = values
  }
  return given
}

function textsOf<Name extends string>({ filter }: ReadQuery, names: readonly Name[]) {
  const given: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const text = filter.get(name)
    if (text !== undefined) given[name] = text
  }
  return given
}

/** Each word costs a condition on every row. */
const mostWords = 20

/** Throws ERR-00. */
function wordsOf({ filter }: ReadQuery): { readonly text?: string } {
  const text = filter.get('text')
  if (text === undefined) return {}
  if (searchWords(text).length > mostWords)
    throw new Refusal('ERR-00', `text must have at most ${mostWords} words.`)
  return { text }
}

function sortOf<Column extends string>({ filter }: ReadQuery, columns: readonly Column[]) {
  const [name, direction] = filter.get('sort')?.split(':') ?? []
  const column = columns.find((each) => each === name)
  return column === undefined ? {} : { sort: { column, isDescending: direction === 'desc' } }
}

function isPeriod({ from, before }: TimeRange): boolean {
  return from !== undefined || before !== undefined
}

/** Filters are in microseconds, spans in milliseconds: one that is partly in the period counts whole. */
function recordedPeriod({ from, before }: TimeRange): RecordedPeriod {
  return {
    ...(from !== undefined && { from: Number(floorDivide(from, 1000n)) }),
    ...(before !== undefined && { before: Number(floorDivide(before - 1n, 1000n)) + 1 }),
  }
}
