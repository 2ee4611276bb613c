/** What the gateway tells of one record, as the steps of its history. */
import {
  type ChangedEntry,
  type ChangesAnswer,
  type RecordChange,
  unexpectedEvents,
} from '../../contract/changes.ts'
import { compare, readDecimal, subtract, writeDecimal, zero } from '../../contract/decimal.ts'
import { openStatuses, transactionStatuses } from '../../contract/enumerations.ts'
import { showInstant, type TimeZoneChoice } from '../../display/instant.ts'

/** Whose history. */
export type HistoryKind = 'transaction' | 'whitelist' | 'vault'

export interface RecordSteps {
  /** The newest first. */
  readonly steps: readonly RecordChange[]
  /** There are earlier ones. */
  readonly hasMore: boolean
  /** It was there when changes were first kept. Null where its beginning was seen, and where nobody knows. */
  readonly earlier: { readonly since: string; readonly status: string | null } | null
}

/** `most`: how many steps are shown. */
export function recordHistory(answer: ChangesAnswer, most: number): RecordSteps {
  const { since, kept, changes } = answer
  const steps = changes.slice(0, most)
  const hasMore = changes.length > most
  const oldest = changes.at(-1)
  const isKnown = oldest === undefined ? isUnchanged(answer) : !hasMore && !isArrival(oldest)
  if (since === null || !isKnown) return { steps, hasMore, earlier: null }
  const ofTransaction = oldest?.kind === 'transaction' ? oldest.before : null
  return { steps, hasMore, earlier: { since, status: ofTransaction ?? kept?.status ?? null } }
}

/** Of a record without changes: that it was all along what it is. A pack may have changes of a time that ended before its records were read. */
function isUnchanged({ kept, until, as_of }: ChangesAnswer): boolean {
  return kept?.records === 1 && until !== null && Date.parse(until) >= Date.parse(as_of)
}

/** Before it, the record was not there. An entry comes to a list that was. */
function isArrival({ kind, event }: RecordChange): boolean {
  return kind !== 'entry' && kind !== 'holding' && ['new', 'late', 'returned'].includes(event)
}

export function shouldNotHappen({ kind, event }: Pick<RecordChange, 'kind' | 'event'>): boolean {
  return (event === 'gone' && kind === 'transaction') || unexpectedEvents.some((one) => one === event)
}

/** Milliseconds: how long it was in flight, at least and at most. `most` is null where its beginning was not seen. */
export interface TimeInFlight {
  readonly least: number
  readonly most: number | null
}

/** Of the step that ended it; null for any other. */
export function timeInFlight({ steps, earlier }: RecordSteps, step: RecordChange): TimeInFlight | null {
  const first = steps.at(-1)
  if (!first || step.event !== 'changed' || !isOpen(step.before) || !isEnd(step.after)) return null
  const [end, latest] = [Date.parse(step.since ?? ''), Date.parse(step.seen)]
  if (Number.isNaN(end)) return null
  if (isArrival(first) && isOpen(first.after)) {
    const begun = first.since === null ? null : Date.parse(first.since)
    return { least: Math.max(0, end - Date.parse(first.seen)), most: begun === null ? null : latest - begun }
  }
  if (earlier === null) return null
  return { least: Math.max(0, end - Date.parse(earlier.since)), most: null }
}

function isOpen(status: string | null): boolean {
  return openStatuses.some((one) => one === status)
}

function isEnd(status: string | null): boolean {
  return transactionStatuses.some((one) => one === status) && !isOpen(status)
}

/** "7 min", "7 to 8 min", "at least 2 days". */
export function timeInFlightText({ least, most }: TimeInFlight): string {
  const [from, to] = [lengthOf(least), most === null ? null : lengthOf(most)]
  if (to === null) return `at least ${from.text}`
  if (from.text === to.text) return from.text
  return from.unit === to.unit ? `${from.count} to ${to.text}` : `${from.text} to ${to.text}`
}

/** Of milliseconds: "40 s", "7 min", "3 h", "2 days". Rounded down. */
export function lengthText(length: number): string {
  return lengthOf(length).text
}

function lengthOf(length: number) {
  const [unit = ' s', size = 1000] = units.find(([, least]) => length >= 2 * least) ?? []
  const count = Math.floor(length / size)
  return { count, unit, text: `${count}${unit}` }
}

const units = [
  [' days', 86_400_000],
  [' h', 3_600_000],
  [' min', 60_000],
] as const

/** "2026-11-26 14:09:15 and 14:09:30 UTC": what both have in common is said once, and the date of `now` not at all. */
export function intervalText(since: string, seen: string, zone: TimeZoneChoice, now: string): string {
  const [from, to] = [showInstant(since, zone), showInstant(seen, zone)]
  if (from === null || to === null) return `${since} and ${seen}`
  const today = showInstant(now, zone)?.date
  const isSameDay = from.date === to.date
  const first = isSameDay && from.date === today ? from.time : `${from.date} ${from.time}`
  const second = isSameDay || to.date === today ? to.time : `${to.date} ${to.time}`
  const isSameZone = from.zone === to.zone
  return `${first}${isSameZone ? '' : ` ${from.zone}`} and ${isSameDay ? '' : to.date === today ? 'today ' : ''}${second} ${to.zone}`
}

/** "+1.5": null where either is no decimal. */
export function movedText(before: string | null, after: string | null): string | null {
  const [was, is] = [readDecimal(before), readDecimal(after)]
  if (was === null || is === null) return null
  const difference = subtract(is, was)
  return `${compare(difference, zero) > 0 ? '+' : ''}${writeDecimal(difference)}`
}

export interface EntryChange {
  readonly before: ChangedEntry | null
  readonly after: ChangedEntry | null
}

export function entryChange({ before, after }: Pick<RecordChange, 'before' | 'after'>): EntryChange {
  return { before: readEntry(before), after: readEntry(after) }
}

function readEntry(text: string | null): ChangedEntry | null {
  return text === null ? null : JSON.parse(text)
}

/** The time from a change of an entry until the next one of its address, in which transactions may have gone to it. */
export interface AddressSpan {
  readonly address: string
  /** On the whitelist in this time. */
  readonly isListed: boolean
  readonly from: string
  /** Null: still. */
  readonly until: string | null
}

/** Of one step: of the address that came, and of the one that left. */
export function addressSpans(
  steps: readonly RecordChange[],
  at: number,
  since: string,
): readonly AddressSpan[] {
  const step = steps[at]
  if (step?.kind !== 'entry') return []
  const { before, after } = entryChange(step)
  const addresses = new Set([after?.address, before?.address].flatMap((address) => address || []))
  // Newer ones come before it.
  const later = steps.slice(0, at).reverse()
  return [...addresses].map((address) => {
    const next = later.find((one) => one.kind === 'entry' && hasAddress(entryChange(one), address))
    const isListed = after?.address === address
    return { address, isListed, from: step.since ?? since, until: next?.seen ?? null }
  })
}

function hasAddress({ before, after }: EntryChange, address: string): boolean {
  return before?.address === address || after?.address === address
}
