/** What is known of an account's records as a whole. All times are ISO 8601 UTC, by the clock of the program that reads the service. */
import * as z from 'zod/mini'
import type { ListName } from '../contract/console-api.ts'
import { listNames } from '../contract/list-names.ts'
import { asFields } from '../contract/normal-records.ts'

const instant = z.iso.datetime()
const completeness = z.enum(['complete', 'read-once', 'partial'])

const listEnd = z.object({
  completeness,
  doubts: z.readonly(z.array(z.string())),
  begun: instant,
  ended: instant,
  /** The start without which the service lists less, where there is one. */
  since: z.optional(z.string()),
})
export type ListEnd = z.infer<typeof listEnd>

const listState = z.catch(z.nullable(z.union([listEnd, z.object({ refused: z.string() })])), null)
/** Null: not asked yet. `refused`: the code of the refusal, or what came instead; earlier records are kept. */
export type ListReading = z.infer<typeof listState>

const dates = z.object({
  /** Why no record has a date. */
  failure: z.nullable(z.enum(['refused', 'nowhere', 'ignored', 'ahead', 'zone', 'request'])),
  form: z.enum(['day', 'instant', 'next-day']),
  days: z.enum(['utc', 'service']),
  /** Every day was asked for, and then each record that none listed. Some may still have no date. */
  isComplete: z.boolean(),
  /** Every day from this one on was asked for: its number since 1970. Null before the first. */
  askedFrom: z.nullable(z.number()),
  /** Records in the longest answer so far: the service cut no shorter one. */
  longestPage: z.number(),
  /** Records that were sought by their ids and have no date all the same. */
  undated: z.number(),
  /** What answers filtered by date contradict. */
  doubts: z.readonly(z.array(z.string())),
})
export type DatesState = z.infer<typeof dates>

const moments = z.object({
  /** Answers about moments within days contradict each other, while those about days do not. */
  isContradictory: z.boolean(),
  /**
   * Moments that were asked for, and how many records lie on a side of them that the service does not tell: of those whose span is two days at
   * most, and of the others, which are asked for only as long as days are.
   */
  left: z.readonly(z.array(z.object({ at: z.number(), dated: z.number(), wide: z.number() }))),
})
export type MomentsState = z.infer<typeof moments>

type ListReadings = Readonly<Record<ListName, ListReading>>

const lists = z.pipe(z.unknown(), z.transform(readingsIn))

/** In JSON, the balances of each type are within one: in every version of the program, and in packs. */
function readingsIn(written: unknown): ListReadings {
  const { balances, ...others } = asFields(written) ?? {}
  const { all, cold, warm } = asFields(balances) ?? {}
  const given: Readonly<Record<string, unknown>> = {
    ...others,
    balances: all,
    'balances-cold': cold,
    'balances-warm': warm,
  }
  // Of every list.
  return Object.fromEntries(listNames.map((name) => [name, listState.parse(given[name])])) as ListReadings
}

/** As `readAccountState` reads it. */
export function writtenState({ lists: { balances: all, ...lists }, ...state }: AccountState): object {
  const { 'balances-cold': cold, 'balances-warm': warm, ...others } = lists
  return { ...state, lists: { ...others, balances: { all, cold, warm } } }
}

const text = z.string()
export const packedPrices = z.object({
  days: z.readonly(z.array(text)),
  source: z.object({ name: text, sha256: text }),
  rows: z.readonly(z.array(z.object({ date: text, asset_id: text, currency: text, price: text }))),
})
export type PackedPrices = z.infer<typeof packedPrices>

const packOpened = z.object({
  id: z.string(),
  /** What its reader called the file. */
  name: z.string(),
  service: z.string(),
  account: z.nullable(z.string()),
  /** Its account was typed by a person. */
  is_typed: z.boolean(),
  as_of: z.string(),
  made_at: z.string(),
  key: z.string(),
  /** Why it is not complete, in sentences. */
  missing: z.readonly(z.array(z.string())),
  bytes: z.number(),
  /** By which its maker valued what was held on these days; null where it has none. */
  prices: z.nullable(packedPrices),
})
export type PackOpened = z.infer<typeof packOpened>

const changesWatched = z.object({
  /** Since when all that changes is told, and until when it was: ISO 8601 UTC. */
  since: instant,
  until: instant,
  /** The latest periods, oldest first, in which the account was not read for long. */
  gaps: z.catch(z.readonly(z.array(z.object({ from: instant, until: instant }))), []),
})
export type ChangesWatched = z.infer<typeof changesWatched>

const accountState = z.object({
  /** When the latest reading or update that was applied began. */
  asOf: z.catch(z.nullable(instant), null),
  /**
   * When the latest of these began that had all that was new then. An update that contradicts the rows leaves news to a whole reading, which
   * then found what happened since this.
   */
  newsAsOf: z.catch(z.nullable(instant), null),
  readWhole: z.catch(z.nullable(listEnd), null),
  lists: z.catch(lists, readingsIn(null)),
  dates: z.catch(z.nullable(dates), null),
  moments: z.catch(moments, { isContradictory: false, left: [] }),
  /** How often spans of records became narrower since the revision was raised for that. */
  untoldDays: z.catch(z.number(), 0),
  /** Ids of transactions that the last update missed, and the service denied: one that the next finds so, too, is gone. */
  denied: z.catch(z.readonly(z.array(z.string())), []),
  /**
   * When the latest writes of transactions were, the last at the end, as `written_at` has it of all that came after the first of them. An older
   * version of the program writes the state without it.
   */
  writes: z.catch(z.readonly(z.array(z.number())), []),
  /** Null before the first reading has ended. */
  changes: z.catch(z.nullable(changesWatched), null),
  pack: z.catch(z.nullable(packOpened), null),
})
export type AccountState = z.infer<typeof accountState>

/** The part of the state that is not of the lists: who applies an outcome may change it with it. */
export type StateNote = Partial<Pick<AccountState, 'dates' | 'moments' | 'changes' | 'denied'>>

/** A change is seen where there is something before: as long as a reading may still find what was there all along, nothing is news. */
export function areChangesTold({ lists: { transactions } }: Pick<AccountState, 'lists'>): boolean {
  return (
    transactions !== null && !('completeness' in transactions && transactions.completeness === 'read-once')
  )
}

/** The moment recorded for the changes of a reading, in milliseconds since 1970: always after the one before, whatever the clock says. */
export function toldAfter(changes: AccountState['changes'], ended: string): number {
  return Math.max(Date.parse(ended), changes === null ? 0 : Date.parse(changes.until) + 1)
}

/** In milliseconds, and after the last one, whatever the clock says. */
export function nextWrite({ writes }: Pick<AccountState, 'writes'>): number {
  return Math.max(Date.now(), (writes.at(-1) ?? 0) + 1)
}

/** The latest alone: they are in what everybody asks for again and again. */
export function withWrite(writes: readonly number[], at: number): readonly number[] {
  return [...writes, at].slice(-100)
}

/** A part of another form, such as one that another version wrote, is unknown. */
export function readAccountState(text: string): AccountState {
  const parsed = accountState.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : accountState.parse({})
}

/** Updates that began later may have been applied beside a whole reading, and a clock may be set back. */
export function later(before: string | null, now: string): string {
  return before !== null && before > now ? before : now
}

/**
 * With one more reading; `isRead`: one that is not to be followed by more passes. What changes while the first reading goes on is not seen. Of what
 * an earlier version read, the first update after it sees what changed.
 */
export function watchedAfter(
  before: AccountState,
  { begun, ended }: Pick<ListEnd, 'begun' | 'ended'>,
  isRead: boolean,
): ChangesWatched | null {
  const until = new Date(toldAfter(before.changes, ended)).toISOString()
  if (before.changes !== null) {
    const { since, until: from, gaps } = before.changes
    const isGap = Date.parse(begun) - Date.parse(from) > longestUnwatched
    return { since, until, gaps: isGap ? [...gaps, { from, until: begun }].slice(-mostGaps) : gaps }
  }
  if (areChangesTold(before)) return { since: begun, until, gaps: [] }
  return isRead ? { since: ended, until, gaps: [] } : null
}

/** Of a period alone: null where it has nothing of it. */
export function watchedWithin(
  watched: ChangesWatched | null,
  { from, before }: { readonly from: string; readonly before: string },
): ChangesWatched | null {
  if (watched === null) return null
  const since = later(from, watched.since)
  const until = before < watched.until ? before : watched.until
  const gaps = watched.gaps
    .map((gap) => ({ from: later(since, gap.from), until: gap.until < until ? gap.until : until }))
    .filter((gap) => gap.from < gap.until)
  return since < until ? { since, until, gaps } : null
}

/** Milliseconds. An account that nobody is looking at is read every five minutes. */
const longestUnwatched = 30 * 60_000
const mostGaps = 100
