import { isTimeZone, readZone } from '../contract/time-zone.ts'
import { ListCodec } from './list-view.ts'
import { type Moment, readZoneMoment, writeMoment } from './statements.ts'

/**
 * What was seen to change after `from` and by `until`: days, or times such as `2026-11-28T18:00`, of `zone`, an IANA name. Without `from`, the
 * last day. `show=whitelists` has these alone. `with` compares instead: with an open pack, by its id, or with the `present` records; `change` is
 * the record shown before and after.
 */
export const changesView = new ListCodec({
  filters: [],
  params: ['from', 'until', 'zone', 'show', 'with', 'change'],
  isPaged: false,
  isUsable: (name, value) => readers[name](value),
})

const readers = {
  from: (text: string) => readZoneMoment(text) !== null,
  until: (text: string) => readZoneMoment(text) !== null,
  zone: isTimeZone,
  show: (text: string) => text === 'whitelists',
  with: () => true,
  change: () => true,
}

export interface ChangesQuery {
  /** Null: a day before `until`. A day begins it. */
  readonly from: Moment | null
  /** Null: the latest reading. A day ends it. */
  readonly until: Moment | null
  readonly zone: string | null
  readonly onlyWhitelists: boolean
}

export function readChangesQuery({
  from,
  until,
  zone = 'UTC',
  show,
}: ReturnType<typeof changesView.parse>['params']): ChangesQuery {
  return {
    from: readZoneMoment(from ?? ''),
    until: readZoneMoment(until ?? ''),
    zone: zone === 'UTC' ? null : readZone(zone),
    onlyWhitelists: show !== undefined,
  }
}

function changesParameters({ from, until, zone, onlyWhitelists }: ChangesQuery) {
  return {
    ...(from && { from: writeMoment(from) }),
    ...(until && { until: writeMoment(until) }),
    ...(zone && { zone }),
    ...(onlyWhitelists && { show: 'whitelists' }),
  }
}

export function changesHref(query: ChangesQuery): string {
  return changesView.href('/changes', {}, changesParameters(query))
}

/** `other`: id of an open pack, or `present`. */
export function comparisonHref(other: string, change?: string): string {
  return changesView.href('/changes', {}, { with: other, ...(change !== undefined && { change }) })
}
