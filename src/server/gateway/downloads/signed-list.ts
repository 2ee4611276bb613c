/** What is signed of the file of a list or of totals. */
import { floorDivide, type TimeRange } from '../../../contract/time-range.ts'
import type { AboutFiles, Subject } from '../../../evidence/about.ts'
import type { AboutFile } from '../../../files/about-file.ts'
import type { AccountState } from '../../../store/state.ts'
import { filterNamesIn, totalsColumns, valuesIn } from '../api/list-query.ts'
import { periodReasons, type SignedOrigin, typedAccountReasons } from '../signed-about.ts'
import type { DownloadOrder } from './download-file.ts'

export function aboutSignedList(
  order: DownloadOrder,
  state: AccountState,
  { begun: asOf, completeness, reasons, days }: AboutFile,
  origin: SignedOrigin,
): AboutFiles {
  const { period } = order.query
  const readWhole = state.readWhole?.begun ?? null
  const before = period.before === undefined ? null : Number(period.before / 1000n)
  const why = [
    ...typedAccountReasons(origin),
    ...periodReasons(before, { asOf, readWhole }),
    ...(completeness === 'complete' ? [] : reasons),
    ...(completeness === 'complete' || reasons.length > 0 ? [] : ['The list may not be whole.']),
  ]
  return {
    ...origin,
    made_at: new Date().toISOString(),
    as_of: asOf,
    read_whole: readWhole,
    complete: why.length === 0,
    reasons: why,
    what: subjectOf(order, days),
    stated: {},
  }
}

function subjectOf({ kind, query, columns }: DownloadOrder, days: AboutFile['days']): Subject {
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
    },
    sort: query.filter.get('sort') ?? null,
    columns,
  }
}

function signedPeriod({ from, before }: TimeRange, days: AboutFile['days']): Subject['period'] {
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
