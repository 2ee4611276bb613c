import { unexpectedEvents } from '../contract/changes.ts'
import { isTimeZone, readZone } from '../contract/time-zone.ts'
import { ListCodec } from './page-state.ts'
import { type Moment, readZoneMoment, writeMoment } from './statements.ts'

/** What `show` takes: lists, or one kind of what should never happen. */
export const changeParts = ['whitelists', 'vaults', 'gone', ...unexpectedEvents] as const
export type ChangePart = (typeof changeParts)[number]

/**
 * What was seen to change after `from` and by `until`: days, or times such as `2026-11-28T18:00`, of `zone`, an IANA name. Without `from`, the
 * last day. `show` has one part alone, such as `whitelists`. `with` compares instead: with an open pack, by its id, or with the `present` records; `change` is
 * the record shown before and after.
 */
export const changesCodec = new ListCodec({
  filters: [],
  params: ['from', 'until', 'zone', 'show', 'with', 'change'],
  isPaged: false,
  isUsable: (name, value) => readers[name](value),
})

const readers = {
  from: (text: string) => readZoneMoment(text) !== null,
  until: (text: string) => readZoneMoment(text) !== null,
  zone: isTimeZone,
  show: isChangePart,
  with: () => true,
  change: () => true,
}

function isChangePart(text: string): text is ChangePart {
  return changeParts.some((one) => one === text)
}

export interface ChangesQuery {
  /** Null: a day before `until`. A day begins it. */
  readonly from: Moment | null
  /** Null: the latest reading. A day ends it. */
  readonly until: Moment | null
  readonly zone: string | null
  /** Null for everything. */
  readonly show: ChangePart | null
}

export function readChangesQuery({
  from,
  until,
  zone = 'UTC',
  show,
}: ReturnType<typeof changesCodec.parse>['params']): ChangesQuery {
  return {
    from: readZoneMoment(from ?? ''),
    until: readZoneMoment(until ?? ''),
    zone: zone === 'UTC' ? null : readZone(zone),
    show: show !== undefined && isChangePart(show) ? show : null,
  }
}

function changesParameters({ from, until, zone, show }: ChangesQuery) {
  return {
    ...(from && { from: writeMoment(from) }),
    ...(until && { until: writeMoment(until) }),
    ...(zone && { zone }),
    ...(show && { show }),
  }
}

export function changesHref(query: ChangesQuery): string {
  return changesCodec.href('/changes', {}, changesParameters(query))
}

/** All that was told after a moment, in milliseconds since 1970. */
export function changesAfterHref(moment: number, show: ChangePart | null = null): string {
  const [day = '', time = ''] = new Date(moment + 1).toISOString().split('T')
  return changesHref({ from: { day, time: time.slice(0, -1) }, until: null, zone: null, show })
}

/** `other`: id of an open pack, or `present`. */
export function comparisonHref(other: string, change?: string): string {
  return changesCodec.href('/changes', {}, { with: other, ...(change !== undefined && { change }) })
}
