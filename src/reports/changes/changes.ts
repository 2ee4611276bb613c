/** What changed: as the gateway saw it between two moments, or between two packs or a pack and the present. */
import { dayNumber } from '../../contract/day.ts'
import type { Refused } from '../../contract/report.ts'
import { zoneDayStart } from '../../contract/time-zone.ts'
import { type ChangesQuery, changesCodec, changesHref, readChangesQuery } from '../../url/changes.ts'
import { reportEntry } from '../entry.ts'
import { momentInstants, refusedLink, refusedMoment } from '../links.ts'
import { comparisonReport } from './comparison.ts'
import { type AskedChanges, seenChanges } from './seen-changes.ts'

interface ComparisonQuery {
  /** The id of an open pack, or `present`. */
  readonly with: string
}

export const changesEntry = reportEntry<AskedChanges | ComparisonQuery>({
  name: 'changes',
  packFiles: ({ period: { first, last } }) => ({ changes: { from: first, until: last } }),
  path: '/changes',
  lists: ['transactions'],
  parse(parameters) {
    const { params, invalid } = changesCodec.parse(parameters)
    const refused = refusedLink('No changes for this link', invalid)
    if (refused) return refused
    return params.with === undefined ? askedChanges(readChangesQuery(params)) : { with: params.with }
  },
  edges: () => [],
  comparedWith: (query) => ('with' in query ? query.with : null),
  async make(records, query) {
    if (!('with' in query)) return await seenChanges(records, query)
    const { other } = records
    return other === null ? nothingChosen : await comparisonReport(records, other, query.with)
  },
})

const nothingChosen: Refused = {
  refusal: { title: 'Nothing to compare', text: 'Choose a pack to compare with.' },
}

function askedChanges(query: ChangesQuery): AskedChanges | Refused {
  const { from, until, zone } = query
  for (const end of ['from', 'until'] as const) {
    const moment = query[end]
    const refused =
      moment?.time && refusedMoment(moment, zone, (other) => changesHref({ ...query, [end]: other }))
    if (refused) return refused
  }
  const starts = from?.time === null ? [zoneDayStart(dayNumber(from.day) ?? 0, zone ?? 'UTC')] : null
  const [first = null] = starts ?? (from ? momentInstants(from, zone) : [])
  const [last = null] = until ? momentInstants(until, zone) : []
  if (first !== null && last !== null && last <= first)
    return {
      refusal: { title: 'The end is before the beginning', text: 'Choose an end after the beginning.' },
    }
  return { query, from: first, until: last }
}
