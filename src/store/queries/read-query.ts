/** Parameters of a request as questions to the store. */
import { sortColumns } from '../../contract/console-api.ts'
import { changeOutcomes } from '../../contract/enumerations.ts'
import type { ReadQuery } from '../../contract/query.ts'
import { floorDivide, readInstant, type TimeRange } from '../../contract/time-range.ts'
import type { RecordedPeriod, TransactionQuery } from './transaction-query.ts'

export function transactionQuery(query: ReadQuery): TransactionQuery {
  const text = query.filter.get('text')
  const changed = changedIn(query)
  return {
    ...givenValues(query, [
      ...['transaction_id', 'source_id', 'destination_id', 'asset_id', 'network_id'],
      ...['transaction_type', 'status', 'source_address', 'destination_address', 'address', 'vault_id'],
      ...['counterparty', 'sent_to', 'received_from', 'memo'],
    ]),
    ...textsOf(query, ['amount_from', 'amount_over', 'amount_to', 'amount_under', 'fee_over']),
    ...(text !== undefined && { text }),
    ...(changed && { changed }),
    ...(isPeriod(query.period) && { period: recordedPeriod(query.period) }),
    // By value needs prices, which are the gateway's.
    ...sortOf(
      query,
      sortColumns.transactions.filter((name) => name !== 'value'),
    ),
  }
}

function changedIn(query: ReadQuery): TransactionQuery['changed'] {
  const [since, to] = [query.filter.get('changed_since'), valuesIn(query, 'changed_to')]
  if (since === undefined && to === undefined) return undefined
  return {
    after: readInstant(since ?? '') ?? 0,
    to: changeOutcomes.filter((one) => to?.includes(one) ?? true),
  }
}

/** Of a parameter that may be given several times; undefined without one. */
export function valuesIn({ filter, several }: ReadQuery, name: string): readonly string[] | undefined {
  const first = filter.get(name)
  return first === undefined ? undefined : [...new Set(several.get(name) ?? [first])]
}

export function givenValues<Name extends string>(query: ReadQuery, names: readonly Name[]) {
  const given: Partial<Record<Name, readonly string[]>> = {}
  for (const name of names) {
    const values = valuesIn(query, name)
    if (values !== undefined) given[name] = values
  }
  return given
}

export function sortOf<Column extends string>({ filter }: ReadQuery, columns: readonly Column[]) {
  const [name, direction] = filter.get('sort')?.split(':') ?? []
  const column = columns.find((each) => each === name)
  return column === undefined ? {} : { sort: { column, isDescending: direction === 'desc' } }
}

function textsOf<Name extends string>({ filter }: ReadQuery, names: readonly Name[]) {
  const given: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const text = filter.get(name)
    if (text !== undefined) given[name] = text
  }
  return given
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
