/** What the gateway saw to change between two moments: what should never happen first, routine changes as numbers. */
import type { ChangeCount, ChangedKind, ChangeEvent } from '../../contract/changes.ts'
import { counted, countOfAll, sentences } from '../../contract/count-text.ts'
import { dayLength, isoInstant } from '../../contract/day.ts'
import type { Report, ReportTable } from '../../contract/report.ts'
import type { ChangeRange } from '../../store/queries/history.ts'
import type { ChangesWatched } from '../../store/state.ts'
import { type ChangePart, type ChangesQuery, changesHref } from '../../url/changes.ts'
import { endpointsOf, type ReportRecords } from '../report-records.ts'
import { countsInWords, dayAndTime, hasGraveWhitelists, partTexts, unexpectedParts } from './change-rows.ts'
import {
  alarmTable,
  routineOf,
  unexplainedTable,
  unwatchedTable,
  vaultTable,
  whitelistTable,
} from './seen-tables.ts'
import { sentSinceChanges } from './sent-since.ts'

export interface AskedChanges {
  readonly query: ChangesQuery
  /** Milliseconds since 1970. Null where the link has none. */
  readonly from: number | null
  readonly until: number | null
}

/** Of each table. A report of more has no reader. */
const mostRows = 1000
/** So few are named in a link to their list. */
const mostLinked = 500

const alarms: readonly ChangeEvent[] = ['gone', 'final', 'backwards', 'late']
export const whitelistKinds: readonly ChangedKind[] = ['whitelist', 'entry']

export function partRange(part: ChangePart): Pick<ChangeRange, 'kinds' | 'events'> {
  if (part === 'whitelists') return { kinds: whitelistKinds }
  if (part === 'vaults') return { kinds: ['vault'] }
  return { kinds: [part === 'unexplained' ? 'holding' : 'transaction'], events: [part] }
}

export async function seenChanges(records: ReportRecords, asked: AskedChanges): Promise<Report> {
  const { query } = asked
  const { history } = records.moment
  const span = spanOf(records, asked)
  const { zone, show } = query
  const part = show === null ? {} : partRange(show)
  const counts = await history.counts({ ...span.range, ...part })
  const rows = async (range: Pick<ChangeRange, 'kinds' | 'events'>) => {
    const all = countInRange(counts, range)
    return {
      all,
      changes: all === 0 ? [] : await history.between({ ...span.range, ...range, ...part }, mostRows),
    }
  }
  const unwatched = unwatchedTable(unwatchedIn(span, records))
  const routine = { kinds: ['transaction'], events: ['new', 'changed', 'returned'] } as const
  const isFew = countInRange(counts, routine) <= mostLinked
  const whitelists = await rows({ kinds: whitelistKinds })
  const tables: readonly ReportTable[] = [
    alarmTable(await rows({ kinds: ['transaction'], events: alarms }), zone),
    unexplainedTable(await rows({ kinds: ['holding'], events: ['unexplained'] }), zone),
    whitelistTable(whitelists, zone, await sentSinceChanges(records, whitelists.changes)),
    vaultTable(await rows({ kinds: ['vault'] }), zone),
    routineOf(counts, isFew ? (await rows(routine)).changes : []),
  ]
  const shown = [...tables, unwatched].filter(({ rows }) => rows.length > 0)
  const isList = show === 'whitelists' || show === 'vaults'
  const basis = await records.basis(isList ? [show] : ['transactions', 'whitelists', 'vaults'])
  const waiting = await history.waiting()
  const isWaiting = waiting.seen !== null && (span.isOpenEnded || Date.parse(waiting.seen) < span.until)
  return {
    name: 'changes',
    title: show === null ? 'Changes' : isList ? `Changes of ${show}` : 'What should never happen',
    headline: headlineOf(counts, query, span, {
      isGrave: shown.some(hasGraveWhitelists),
      isUnwatched: unwatched.rows.length > 0,
      isWaiting,
      isUnknown: span.watched === null || Date.parse(span.watched.since) >= span.until,
    }),
    tables: shown,
    remarks: remarksIn(records, zone),
    basis: {
      ...basis,
      doubts: [
        ...basis.doubts,
        ...refusedTexts(records),
        ...shown.flatMap(({ remarks = [] }) => remarks),
        ...sentences(
          isWaiting &&
            `${counted(waiting.count, 'change was', 'changes were')} seen in one reading only. What the next reading confirms is then listed.`,
        ),
      ],
    },
    parameters: {
      ...{ from: shortText(span.from), until: shortText(span.until), zone: zone ?? 'UTC' },
      ...(show && { show }),
    },
    shown: { from: dayAndTime(isoInstant(span.from), zone), until: dayAndTime(isoInstant(span.until), zone) },
    link: changesHref(query),
  }
}

interface Span {
  /** Milliseconds since 1970: from when on, and until when at most. */
  readonly from: number
  readonly until: number
  readonly isOpenEnded: boolean
  readonly watched: ChangesWatched | null
  readonly range: ChangeRange
}

/** A pack has those of its period; elsewhere it is the last day. */
function spanOf({ state, asOf }: ReportRecords, asked: AskedChanges): Span {
  const watched = state.changes
  const latest = Date.parse(watched?.until ?? asOf)
  const isOpenEnded = asked.until === null || asked.until > latest
  const until = isOpenEnded ? latest : (asked.until ?? latest)
  const since = state.pack && watched ? Date.parse(watched.since) : until - dayLength
  const from = asked.from ?? since
  const range = { from: isoInstant(from - 1), ...(!isOpenEnded && { until: isoInstant(until) }) }
  return { from, until, isOpenEnded, watched, range }
}

interface UnwatchedSpan {
  readonly from: string
  readonly until: string
  readonly why: string
}

export function unwatchedIn(
  { from, until, watched }: Pick<Span, 'from' | 'until' | 'watched'>,
  { state }: ReportRecords,
): readonly UnwatchedSpan[] {
  const within = (start: number, end: number, why: string): readonly UnwatchedSpan[] => {
    const [first, last] = [Math.max(start, from), Math.min(end, until)]
    return first < last ? [{ from: isoInstant(first), until: isoInstant(last), why }] : []
  }
  const begun = watched === null ? until : Date.parse(watched.since)
  const isPack = state.pack !== null
  return [
    ...within(from, begun, isPack ? 'The pack has no changes of this time.' : 'Changes were not kept yet.'),
    ...(watched?.gaps ?? []).flatMap((gap) => within(Date.parse(gap.from), Date.parse(gap.until), notRead)),
  ]
}

const notRead = 'Nothing was read. Changes that lasted were seen afterwards.'

function headlineOf(
  counts: readonly ChangeCount[],
  query: ChangesQuery,
  span: Span,
  is: Readonly<Record<'isGrave' | 'isUnwatched' | 'isWaiting' | 'isUnknown', boolean>>,
): Report['headline'] {
  const inWords = (...parts: readonly ChangePart[]) =>
    parts.map((part) => [countInRange(counts, partRange(part)), ...partTexts[part]] as const)
  if (is.isUnknown) return { text: 'What changed in this time is not known.', tone: 'warning' }
  const partly = is.isUnwatched ? ' Part of this time was not watched.' : ''
  const bad = countsInWords(inWords(...unexpectedParts))
  if (bad) return { text: `Unexpected: ${bad}.${partly}`, tone: 'bad' }
  const tone = is.isGrave || is.isUnwatched || is.isWaiting ? 'warning' : 'good'
  if (counts.length === 0) {
    const [from, until] = [span.from, span.until].map((at) => dayAndTime(isoInstant(at), query.zone))
    const when = span.isOpenEnded ? `since ${from}` : `from ${from} to ${until}`
    return { text: `No change was seen ${when}.${partly}`, tone }
  }
  const lists = inWords('whitelists', 'vaults')
  if (query.show !== null) return { text: `${countsInWords(lists)}.${partly}`, tone }
  const forward = counts.filter(({ event, before, after }) => event === 'changed' && before !== after)
  const kinds: readonly ChangedKind[] = ['transaction']
  const routine = countsInWords([
    ...lists,
    [countInRange(counts, { kinds, events: ['new'] }), 'new transaction', 'new transactions'],
    [countInRange(forward, { kinds }), 'step forward', 'steps forward'],
  ])
  return { text: `Nothing unexpected.${routine && ` ${routine}.`}${partly}`, tone }
}

/** The first two stand above the tables. */
function remarksIn({ state, owner }: ReportRecords, zone: string | null): readonly string[] {
  const { changes, pack } = state
  const [since, until] =
    changes === null ? [] : [dayAndTime(changes.since, zone), dayAndTime(changes.until, zone)]
  return [
    since === undefined
      ? pack
        ? 'The pack has no changes: the gateway of its maker kept none in its period.'
        : 'No changes are kept yet.'
      : pack
        ? `The pack has changes from ${since} to ${until}, and no others.`
        : `Changes are kept since ${since}.`,
    `Only ${pack ? 'the gateway of its maker' : 'this gateway'} can say what changed: the service keeps no history.`,
    `A change happened between two readings of ${owner.service}, by the gateway’s clock. What only a full reading found may have happened long before it.`,
    'What went back, changed after it was final, or is missing from a list is listed only once a second reading agrees.',
  ]
}

/** Of a list that the key may not read, nothing is seen. */
function refusedTexts({ state }: ReportRecords): readonly string[] {
  return (['whitelists', 'vaults'] as const)
    .flatMap((list) => endpointsOf(state, list))
    .flatMap(({ endpoint, reading }) =>
      reading && 'refused' in reading
        ? [`The service refuses ${endpoint} (${reading.refused}): changes of it are not seen.`]
        : [],
    )
}

export function countInRange(
  counts: readonly ChangeCount[],
  { kinds, events }: Pick<ChangeRange, 'kinds' | 'events'>,
): number {
  return countOfAll(
    counts.filter(({ kind, event }) => (kinds?.includes(kind) ?? true) && (events?.includes(event) ?? true)),
  )
}

function shortText(milliseconds: number): string {
  return isoInstant(milliseconds).replace('.000Z', 'Z')
}
