/** The shift: what was seen to change since a moment, the worst first, and what is in flight by age. Each figure leads to the list that it counts. */
import { ageBands, agedFilter, ageInDays, ageText, bandText } from '../contract/ages.ts'
import type { RecordChange } from '../contract/changes.ts'
import type { TotalsRow, TransactionFilter } from '../contract/console-api.ts'
import { counted, countOfAll } from '../contract/count-text.ts'
import { dayLength, dayText, isoInstant } from '../contract/day.ts'
import { openStatuses } from '../contract/enumerations.ts'
import { nameOrId } from '../contract/normal-records.ts'
import { DayValues } from '../contract/prices.ts'
import type { ReportTone } from '../contract/report.ts'
import type {
  InFlightFigures,
  ShiftFigures,
  ShiftLine,
  ShiftSection,
  ShiftSum,
  ShiftValue,
} from '../contract/shift.ts'
import { readInstant } from '../contract/time-range.ts'
import { instantText } from '../display/instant.ts'
import { groupBy } from '../ledger/group-by.ts'
import type { ChangesWatched } from '../store/state.ts'
import { type ChangePart, changesAfterHref } from '../url/changes.ts'
import { inFlightHref, transactionsHref } from '../url/hrefs.ts'
import { partTexts, unexpectedParts } from './changes/change-rows.ts'
import { countInRange, partRange, unwatchedIn, whitelistKinds } from './changes/seen-changes.ts'
import { figureEntry } from './entry.ts'
import { queryOfFilter } from './links.ts'
import { datedAccount, type ReportRecords } from './report-records.ts'

interface ShiftQuery {
  /** Milliseconds since 1970. Null for the later of a day ago and the first that is kept. */
  readonly since: number | null
}

export const shiftFigure = figureEntry<ShiftQuery, ShiftFigures>({
  name: 'shift',
  lists: ['transactions'],
  parse(parameters) {
    const text = parameters.get('since')
    const since = text === null ? null : readInstant(text)
    if (text !== null && since === null)
      return { refusal: { title: 'No such moment', text: 'Write it as 2026-11-28T18:00Z.' } }
    return { since }
  },
  edges: () => [],
  async make(records, query) {
    const { state, moment, asOf } = records
    const watched = state.changes
    const until = Date.parse(watched?.until ?? asOf)
    const { since, because } = beginOf(query, watched, until, state.pack !== null)
    const counts = await moment.history.counts({ from: isoInstant(since) })
    const day = dayText(datedAccount(state).today)
    const valuation = await records.prices([day])
    const values = valuation && new DayValues(valuation, day)
    const sumOf = async (filter: TransactionFilter): Promise<ShiftSum> => {
      const totals = await moment.totals(queryOfFilter(filter), ['asset_id'])
      return { ...summed(totals, values), href: transactionsHref(filter) }
    }
    const changedTo = async (...keys: readonly (keyof typeof outcomes)[]): Promise<readonly ShiftLine[]> => {
      const lines: ShiftLine[] = []
      for (const key of keys) {
        const { text, ...filter } = outcomes[key]
        lines.push({ key, text, ...(await sumOf({ ...filter, changed_since: isoInstant(since) })) })
      }
      return lines
    }
    const partOf = (key: ChangePart): ShiftLine => {
      const count = countInRange(counts, partRange(key))
      const [one, several] = partTexts[key]
      const text = count === 1 ? one : several
      return { key, count, text, href: changesAfterHref(since, key), value: null }
    }
    const sections: readonly ShiftSection[] = [
      section('Should never happen', 'bad', unexpectedParts.map(partOf)),
      section('Did not complete', 'warning', await changedTo('failed', 'rejected', 'cancelled')),
      section('Whitelists and vaults', 'neutral', [
        { ...partOf('whitelists'), detail: await whitelistsText(records, since) },
        partOf('vaults'),
      ]),
      { ...section('Routine', 'good', await changedTo('completed', 'new', 'moved')), isRoutine: true },
    ]
    return {
      ...{ since: isoInstant(since), because, until: watched?.until ?? null },
      sections,
      in_flight: await inFlightOf(records, values, sumOf),
      href: changesAfterHref(since),
      unknown: unknownTexts(records, since, until),
      as_of: asOf,
      doubts: [...records.doubts('transactions'), ...agesDoubt(records)],
    }
  },
})

/** Today is a day in UTC, and nobody knows in which zone the service's own days are. */
function agesDoubt({ state, dates }: ReportRecords): readonly string[] {
  if (dates === null || dates.failure || datedAccount(state).whose === 'utc') return []
  return ['The service’s own days may not be UTC days, so ages may be a day off.']
}

function section(title: string, tone: ReportTone, lines: readonly ShiftLine[]): ShiftSection {
  return { title, tone, isRoutine: false, lines }
}

/** What transactions were seen to change to, as filters of their list. */
const outcomes = {
  failed: { text: 'failed', changed_to: 'failed' },
  rejected: { text: 'rejected', changed_to: 'rejected' },
  cancelled: { text: 'cancelled', changed_to: 'cancelled' },
  completed: { text: 'completed', changed_to: 'completed' },
  new: { text: 'new', changed_to: 'new' },
  moved: {
    text: 'moved on',
    changed_to: ['processing', 'confirming'],
    status: openStatuses,
  },
} as const satisfies Readonly<Record<string, TransactionFilter & { readonly text: string }>>

/** A pack has its own time, which nobody looked at before. */
function beginOf(
  { since }: ShiftQuery,
  watched: ChangesWatched | null,
  until: number,
  isPack: boolean,
): { readonly since: number; readonly because: ShiftFigures['because'] } {
  if (since !== null) return { since, because: null }
  const first = watched === null ? until : Date.parse(watched.since)
  const isFirst = isPack || first > until - dayLength
  return isFirst
    ? { since: first, because: 'changes-begin' }
    : { since: until - dayLength, because: 'last-day' }
}

function summed(totals: readonly TotalsRow[], values: DayValues | null): Omit<ShiftSum, 'href'> {
  return {
    count: countOfAll(totals),
    value: values && valueOfAll(totals, values),
  }
}

function valueOfAll(totals: readonly TotalsRow[], values: DayValues): ShiftValue {
  const assets = totals.map(({ group, amount }) => ({ asset_id: group.asset_id ?? null, held: amount }))
  const isPriced = assets.map((asset) => values.exact(asset) !== null)
  return {
    text: isPriced.includes(true) ? values.sumText(assets) : null,
    unpriced: totals.reduce(
      (sum, { count, amountless }, place) => sum + (isPriced[place] ? amountless : count),
      0,
    ),
  }
}

/** So many changes are told apart. */
const mostRead = 1000

/** By whitelist, the latest first. */
async function whitelistsText({ moment }: ReportRecords, since: number): Promise<string> {
  const changes = await moment.history.between({ from: isoInstant(since), kinds: whitelistKinds }, mostRead)
  const texts = [...groupBy(changes, ({ id }) => id)].map(([id, of]) => {
    const [named] = of
    const name = named?.kind === 'entry' ? named.name : (named?.after ?? named?.before ?? null)
    return `${nameOrId(name, id) ?? id}: ${whitelistText(of)}`
  })
  return texts.join('; ')
}

function whitelistText(changes: readonly RecordChange[]): string {
  const count = (kind: 'entry' | 'whitelist', ...events: readonly RecordChange['event'][]) =>
    changes.filter((change) => change.kind === kind && events.includes(change.event)).length
  const parts = [
    [count('whitelist', 'new'), 'added', 'added'],
    [count('whitelist', 'gone', 'unlisted'), 'removed', 'removed'],
    [count('entry', 'new'), 'address added', 'addresses added'],
    [count('entry', 'gone'), 'address removed', 'addresses removed'],
    [count('entry', 'changed'), 'address replaced', 'addresses replaced'],
    [count('whitelist', 'changed', 'returned'), 'other change', 'other changes'],
  ] as const
  return parts
    .flatMap(([number, one, several]) => {
      if (number === 0) return []
      return one === several ? one : counted(number, one, several)
    })
    .join(', ')
}

async function inFlightOf(
  { moment, state, dates }: ReportRecords,
  values: DayValues | null,
  sumOf: (filter: TransactionFilter) => Promise<ShiftSum>,
): Promise<InFlightFigures> {
  const open = { status: openStatuses }
  const all = summed(await moment.totals(open, ['asset_id']), values)
  const { today } = datedAccount(state)
  const sort = { column: 'recorded_on', isDescending: false } as const
  const [first] = await moment.page({ ...open, sort }, { limit: 1, offset: 0 })
  // At least as old as that.
  const begun = dates?.failure ? null : (first?.recordedBefore ?? null)
  const ages: ShiftLine[] = []
  for (const band of begun === null ? [] : ageBands)
    ages.push({
      ...{ key: String(band.from), text: bandText(band) },
      ...(await sumOf(agedFilter(band, today))),
    })
  const undated = all.count - countOfAll(ages)
  const age = begun === null ? null : ageText(ageInDays(Math.floor((begun - 1) / dayLength), today))
  return {
    ...all,
    href: inFlightHref,
    ages,
    // One without a date may be older.
    oldest: age && undated > 0 ? `at least ${age}` : age,
    undated,
    dates: dates?.failure ? 'none' : dates?.isComplete ? 'known' : 'awaited',
  }
}

function unknownTexts(records: ReportRecords, since: number, until: number): readonly string[] {
  const watched = records.state.changes
  if (watched === null)
    return [
      records.state.pack
        ? 'This pack has no changes: its maker kept none in its period.'
        : 'Changes show once a second reading agrees with the first.',
    ]
  return unwatchedIn({ from: since, until, watched }, records).map(
    ({ from, until: end, why }) => `${instantText(from)} to ${instantText(end)}: ${why}`,
  )
}
