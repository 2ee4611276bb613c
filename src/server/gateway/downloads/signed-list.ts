/** What the file of a list or of totals is of, as it was understood: for whoever signs it. */
import type { ListName } from '../../../contract/file-names.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import { floorDivide, type TimeRange } from '../../../contract/time-range.ts'
import type { Subject } from '../../../evidence/about.ts'
import { valuesIn } from '../../../store/queries/read-query.ts'
import type { PricedDay } from '../api/by-value.ts'
import { filterNamesIn, totalsColumns } from '../api/list-query.ts'

interface AskedList {
  /** `count`: totals. */
  readonly kind: ListName | 'count'
  readonly query: ReadQuery
  readonly columns: readonly string[] | null
  readonly priced: Pick<PricedDay, 'source'> | null
}

export function listSubject({ kind, query, columns, priced }: AskedList, days: 'utc' | 'service'): Subject {
  const named = [...filterNamesIn(query), 'currency'].filter(
    (name) => query.filter.has(name) && name !== 'sort' && name !== 'by',
  )
  const by = totalsColumns(query)
  return {
    kind: 'list',
    name: kind === 'count' ? 'totals' : kind,
    period: signedPeriod(query.period, days),
    vaults: null,
    parameters: {
      ...Object.fromEntries(named.map((name) => [name, valuesIn(query, name) ?? []])),
      ...(by.length > 0 && { by }),
      ...(priced && { prices: [`${priced.source.name} ${priced.source.sha256}`] }),
    },
    sort: query.filter.get('sort') ?? null,
    columns,
  }
}

function signedPeriod({ from, before }: TimeRange, days: 'utc' | 'service'): Subject['period'] {
  if (from === undefined && before === undefined) return null
  const instant = (at: bigint | undefined) => (at === undefined ? null : instantText(at))
  return { from: instant(from), before: instant(before), zone: days === 'service' ? 'service' : 'UTC' }
}

/** Of microseconds since 1970. */
function instantText(microseconds: bigint): string {
  const milliseconds = floorDivide(microseconds, 1000n)
  const rest = microseconds - milliseconds * 1000n
  const text = new Date(Number(milliseconds)).toISOString()
  return rest === 0n ? text : text.replace('Z', `${String(rest).padStart(3, '0')}Z`)
}
