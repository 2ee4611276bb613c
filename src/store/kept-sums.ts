/**
 * Sums of all movements of an account by UTC month, kept in memory. A report reads only the months that contain one of its edges. After a
 * change, only the months with new writes are summed again. What has its edges takes whole years together: the sums of seven years by month are
 * several times as many, and making a statement of them takes seconds.
 */
import { dayLength, monthEnd, monthStart } from '../contract/day.ts'
import type { Queries } from '../database/database.ts'
import { areSameVersions, type RecordsVersion, recordsVersion } from './account-row.ts'
import { wideSpan } from './recorded-spans.ts'
import {
  addSum,
  amountName,
  type MovementSum,
  movementSums,
  type OwnTransferSide,
  ownTransfersOf,
  type SpanRange,
  type SpanSum,
  type TransferSide,
  transferSides,
  writtenAfter,
} from './sums.ts'
import { derivedRule } from './transaction-row.ts'

interface AccountSums {
  readonly sides: readonly TransferSide[]
  readonly ownTransfers: readonly OwnTransferSide[]
  /**
   * By the month that their span lies in, or in which it begins where it is not wide and ends in the next: milliseconds since 1970. Null: all
   * others. Sums of a span that does not lie within its month have no `edgesBefore`.
   */
  readonly months: SumsOfMonths
  readonly years: SumsOfYears
}

type SumsOfMonths = ReadonlyMap<number | null, readonly SpanSum[]>

/** By their beginnings. Only of what lies within its month. */
type SumsOfYears = ReadonlyMap<number, SumsOfYear>

interface SumsOfYear {
  readonly months: readonly (readonly SpanSum[])[]
  readonly sums: readonly SpanSum[]
}

type KeptAccount = AccountSums & { readonly version: RecordsVersion }

/** All that it asks has to be of one moment. */
export class KeptSums {
  /** By account, in the order in which they were added up. */
  readonly #kept = new Map<string, KeptAccount>()
  readonly #mostSums: number

  /**
   * `mostSums`: of some hundred bytes each, of all accounts together. The last that was added up stays, however many it has: its next update
   * needs them again.
   */
  constructor(mostSums = 120_000) {
    this.#mostSums = mostSums
  }

  async ownTransfers(
    queries: Queries,
    account: string,
    pieceRows: number | null,
  ): Promise<readonly OwnTransferSide[]> {
    return (await this.#find(queries, account, pieceRows)).ownTransfers
  }

  /** As `movementSums`, but that sums may differ in nothing but their months. */
  async movements(
    queries: Queries,
    account: string,
    edges: readonly number[],
    pieceRows: number | null,
  ): Promise<readonly MovementSum[]> {
    const { ownTransfers: sides, months, years } = await this.#find(queries, account, pieceRows)
    const placed: MovementSum[] = []
    const wholeYears = new Set<number>()
    for (const [year, { sums }] of years) {
      const place = placeAmong(edges, year, yearAfter(year))
      if (place === null) continue
      wholeYears.add(year)
      for (const sum of sums) placed.push({ ...sum, edgesBefore: place })
    }
    for (const [month, sums] of months) {
      const place = month === null ? null : placeAmong(edges, month, endOf(month))
      const isInYear = month !== null && wholeYears.has(yearOf(month))
      const divided: SpanSum[] = []
      for (const sum of sums) {
        const { edgesBefore, recordedFrom, recordedBefore } = sum
        if (edgesBefore === null)
          placed.push({ ...sum, edgesBefore: placeAmong(edges, recordedFrom, recordedBefore) })
        else if (isInYear) continue
        else if (place !== null) placed.push({ ...sum, edgesBefore: place })
        else divided.push(sum)
      }
      if (month === null || divided.length === 0) continue
      const spans = piecesOf(month, endOf(month), rowsOf(divided), pieceRows)
      placed.push(...(await movementSums(queries, account, { edges, sides, spans })))
    }
    return placed
  }

  forget(account: string): void {
    this.#kept.delete(account)
  }

  async #find(queries: Queries, account: string, pieceRows: number | null): Promise<AccountSums> {
    const version = await recordsVersion({ database: queries, account })
    const before = this.#kept.get(account)
    if (before && version && areSameVersions(before.version, version)) return before
    const isRenewed = await hasNoOlderRule(queries, account)
    const since = before && version ? writeBefore(before.version, version) : null
    const continued =
      before && since !== null ? await addWritten(queries, account, before, since, pieceRows) : null
    const found = continued ?? (await addAll(queries, account, pieceRows))
    if (isRenewed && version !== null) this.#keep(account, { ...found, version })
    return found
  }

  #keep(account: string, found: KeptAccount): void {
    this.#kept.delete(account)
    this.#kept.set(account, found)
    let all = 0
    for (const kept of this.#kept.values()) all += sumsIn(kept)
    for (const [name, kept] of this.#kept) {
      if (all <= this.#mostSums || kept === found) return
      all -= sumsIn(kept)
      this.#kept.delete(name)
    }
  }
}

function sumsIn({ months, years, sides }: AccountSums): number {
  const all = [...months.values(), ...[...years.values()].map(({ sums }) => sums)]
  return all.reduce((count, sums) => count + sums.length, sides.length)
}

/**
 * The last write of the records that were added up, where `written_at` has all that was written since. A standby that takes over without it knows
 * nothing of it.
 */
function writeBefore(before: RecordsVersion, now: RecordsVersion): number | null {
  const last = before.writes.at(-1)
  return last !== undefined && before.epoch === now.epoch && now.writes.includes(last) ? last : null
}

async function addAll(queries: Queries, account: string, pieceRows: number | null): Promise<AccountSums> {
  const sides = await transferSides(queries, account)
  const ownTransfers = ownTransfersOf(sides)
  const edges = await monthsOf(queries, account)
  const sums = await movementSums(queries, account, { edges, sides: ownTransfers, pieceRows })
  const months = byMonth(sums, edges)
  return { sides, ownTransfers, months, years: byYear(months) }
}

/** Null where so much was written that all is added up as fast. */
async function addWritten(
  queries: Queries,
  account: string,
  before: AccountSums,
  since: number,
  pieceRows: number | null,
): Promise<AccountSums | null> {
  const written = await writtenAfter(queries, account, since, mostWritten)
  if (written === null || written.length === 0) return written && before
  const writtenRows = new Set(written.map(rowName))
  const moved = [
    ...before.sides.filter((side) => writtenRows.has(rowName(side))),
    ...written.flatMap((row) => row.moved ?? []),
  ]
  const amounts = new Set(moved.map(amountName))
  const sides = [
    ...before.sides.filter((side) => !amounts.has(amountName(side))),
    ...(moved.length > 0 ? await transferSides(queries, account, moved) : []),
  ]
  const ownTransfers = ownTransfersOf(sides)
  const others = [...before.sides, ...sides].filter((side) => amounts.has(amountName(side)))
  const months = new Map(before.months)
  for (const month of monthsAround([...written, ...others])) {
    const edges = [month, endOf(month)]
    const rows = rowsOf(before.months.get(month) ?? []) + written.length
    // One that begins in it and is not wide ends by then.
    const spans = piecesOf(month, endOf(month), rows, pieceRows, wideSpan)
    const sums = await movementSums(queries, account, { edges, sides: ownTransfers, spans })
    months.set(month, byMonth(sums, edges).get(month) ?? [])
  }
  const edges = await monthsOf(queries, account)
  const options = { edges, sides: ownTransfers, isOfWideAlone: true, pieceRows }
  months.set(null, byMonth(await movementSums(queries, account, options), edges).get(null) ?? [])
  return { sides, ownTransfers, months, years: byYear(months, before.years) }
}

const mostWritten = 10_000

function rowName({ id, occurrence }: Pick<TransferSide, 'id' | 'occurrence'>): string {
  return `${occurrence} ${id}`
}

/** A span only becomes narrower: one that is not wide began in the month before at most. */
function monthsAround(rows: readonly Pick<TransferSide, 'recorded_from'>[]): ReadonlySet<number> {
  const months = new Set<number>()
  for (const { recorded_from } of rows)
    if (recorded_from !== null)
      for (const from of [Number(recorded_from), Number(recorded_from) - wideSpan]) months.add(monthOf(from))
  return months
}

/** `edges`: the beginnings of months, and the end of the last. */
function byMonth(sums: readonly SpanSum[], edges: readonly number[]): SumsOfMonths {
  const months = new Map<number | null, SpanSum[]>()
  for (const sum of sums) {
    const { edgesBefore, recordedFrom, recordedBefore } = sum
    const isKnown = recordedFrom !== null && recordedBefore !== null
    const ofSpan = isKnown && recordedBefore - recordedFrom <= wideSpan ? monthOf(recordedFrom) : null
    const month = edgesBefore === null ? ofSpan : (edges[edgesBefore - 1] ?? null)
    const before = months.get(month)
    if (before) before.push(sum)
    else months.set(month, [sum])
  }
  return months
}

/** `before`: those that are still of the same months stay as they are. */
function byYear(months: SumsOfMonths, before: SumsOfYears = new Map()): SumsOfYears {
  const monthsOfYears = new Map<number, (readonly SpanSum[])[]>()
  for (const [month, sums] of months) {
    if (month === null) continue
    const year = monthsOfYears.get(yearOf(month)) ?? []
    year.push(sums)
    monthsOfYears.set(yearOf(month), year)
  }
  const years = new Map<number, SumsOfYear>()
  for (const [year, itsMonths] of monthsOfYears) {
    const known = before.get(year)
    const isSame =
      known?.months.length === itsMonths.length &&
      known.months.every((sums, index) => sums === itsMonths[index])
    years.set(year, isSame ? known : { months: itsMonths, sums: together(itsMonths) })
  }
  return years
}

function together(months: readonly (readonly SpanSum[])[]): readonly SpanSum[] {
  const sums = new Map<string, SpanSum>()
  for (const month of months)
    for (const sum of month) if (sum.edgesBefore !== null) addSum(sums, { ...sum, edgesBefore: 0 })
  return [...sums.values()]
}

function rowsOf(sums: readonly SpanSum[]): number {
  return sums.reduce((all, { count }) => all + count, 0)
}

/** How many edges are not after a span, where that is known: it lies between two of them. */
function placeAmong(edges: readonly number[], from: number | null, before: number | null): number | null {
  if (edges.length === 0) return 0
  if (from === null || before === null) return null
  const place = edges.filter((edge) => edge <= from).length
  const next = edges[place]
  return next === undefined || next >= before ? place : null
}

/** What an older rule made is made anew without a revision. */
export async function hasNoOlderRule(queries: Queries, account: string): Promise<boolean> {
  const older = await queries.query(
    'select 1 from custody_store.transaction where account = $1 and rule < $2::integer limit 1',
    [account, String(derivedRule)],
  )
  return older.length === 0
}

/** The beginnings of the months in which spans begin, and of the one after them. */
async function monthsOf(queries: Queries, account: string): Promise<readonly number[]> {
  const [row] = await queries.query<'first' | 'last'>(
    `select min(recorded_from) as first, max(recorded_from) as last
     from custody_store.transaction where account = $1 and gone_in is null`,
    [account],
  )
  const last = monthOf(Number(row?.last ?? 0))
  const months = [monthOf(Number(row?.first ?? 0))]
  for (let month = months[0] ?? last; month <= last; month = endOf(month)) months.push(endOf(month))
  return months
}

function monthOf(moment: number): number {
  return monthStart(Math.floor(moment / dayLength)) * dayLength
}

function endOf(month: number): number {
  return (monthEnd(month / dayLength) + 1) * dayLength
}

function yearOf(moment: number): number {
  return Date.UTC(new Date(moment).getUTCFullYear(), 0)
}

function yearAfter(year: number): number {
  return Date.UTC(new Date(year).getUTCFullYear() + 1, 0)
}

/** Days of a month in which so many rows begin, in pieces of about `pieceRows`. Their spans end so long after it at most. */
function piecesOf(
  begin: number,
  end: number,
  rows: number,
  pieceRows: number | null,
  longer = 0,
): readonly SpanRange[] {
  const parts = Math.max(1, rows / (pieceRows ?? rows))
  const days = Math.max(1, Math.floor((end - begin) / dayLength / parts))
  const pieces: SpanRange[] = []
  for (let from = begin; from < end; from += days * dayLength)
    pieces.push({ from, before: Math.min(end, from + days * dayLength), endBy: end + longer })
  return pieces
}
