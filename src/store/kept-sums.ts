/**
 * What adding up all movements of an account comes to, kept in memory until its records change. A report of any edges is made of it: it reads
 * only the months in which one of its edges lies.
 */
import { dayLength, monthEnd, monthStart } from '../contract/day.ts'
import type { Queries } from '../database/database.ts'
import { recordsVersion } from './account-row.ts'
import {
  type MovementSum,
  movementSums,
  type OwnTransferSide,
  ownTransferSides,
  type SpanRange,
  type SpanSum,
} from './sums.ts'
import { derivedRule } from './transaction-row.ts'

interface AccountSums {
  readonly sides: readonly OwnTransferSide[]
  /** Their edges are those of months of UTC. */
  readonly sums: readonly SpanSum[]
  /** The first of each month, and of the one after the last: milliseconds since 1970. */
  readonly months: readonly number[]
}

/** All that it asks has to be of one moment. */
export class KeptSums {
  /** By account, in the order in which they were added up. */
  readonly #kept = new Map<string, AccountSums & { readonly version: string }>()

  async ownTransfers(
    queries: Queries,
    account: string,
    pieceRows: number | null,
  ): Promise<readonly OwnTransferSide[]> {
    return (await this.#find(queries, account, pieceRows)).sides
  }

  /** As `movementSums`, but that sums may differ in nothing but their months. */
  async movements(
    queries: Queries,
    account: string,
    edges: readonly number[],
    pieceRows: number | null,
  ): Promise<readonly MovementSum[]> {
    const { sides, sums, months } = await this.#find(queries, account, pieceRows)
    const places = months.map((begin, index) => placeAmong(edges, begin, months[index + 1] ?? Infinity))
    const placed: MovementSum[] = []
    const divided = new Map<number, number>()
    for (const sum of sums) {
      const { edgesBefore: month, recordedFrom, recordedBefore, count } = sum
      const edgesBefore =
        month === null ? placeAmong(edges, recordedFrom, recordedBefore) : (places[month - 1] ?? null)
      if (month === null || edgesBefore !== null) placed.push({ ...sum, edgesBefore })
      else divided.set(month, (divided.get(month) ?? 0) + count)
    }
    for (const [month, rows] of divided)
      for (const spans of piecesOf(months[month - 1] ?? 0, months[month] ?? 0, rows / (pieceRows ?? rows)))
        placed.push(...(await movementSums(queries, account, { edges, sides, spans })))
    return placed
  }

  forget(account: string): void {
    this.#kept.delete(account)
  }

  async #find(queries: Queries, account: string, pieceRows: number | null): Promise<AccountSums> {
    const version = await recordsVersion({ database: queries, account })
    const before = this.#kept.get(account)
    if (before && before.version === version) return before
    const isRenewed = await hasNoOlderRule(queries, account)
    const sides = await ownTransferSides(queries, account)
    const months = await monthsOf(queries, account)
    const sums = await movementSums(queries, account, { edges: months, sides, pieceRows })
    const found = { sides, sums, months }
    if (isRenewed && version !== null) this.#keep(account, { ...found, version })
    return found
  }

  #keep(account: string, found: AccountSums & { readonly version: string }): void {
    this.#kept.delete(account)
    this.#kept.set(account, found)
    let all = 0
    for (const { sums } of this.#kept.values()) all += sums.length
    for (const [name, { sums }] of this.#kept) {
      if (all <= mostSums) return
      all -= sums.length
      this.#kept.delete(name)
    }
  }
}

/** Of some hundred bytes each, of all accounts. */
const mostSums = 120_000

/** How many edges are not after a span, where that is known: it lies between two of them. */
function placeAmong(edges: readonly number[], from: number | null, before: number | null): number | null {
  if (edges.length === 0) return 0
  if (from === null || before === null) return null
  const place = edges.filter((edge) => edge <= from).length
  const next = edges[place]
  return next === undefined || next >= before ? place : null
}

/** What an older rule made is made anew without a revision. */
async function hasNoOlderRule(queries: Queries, account: string): Promise<boolean> {
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
  const [first = 0, last = 0] = [row?.first, row?.last].map((at) => Math.floor(Number(at ?? 0) / dayLength))
  const months = [monthStart(first)]
  for (let day = first; day <= last; day = monthEnd(day) + 1) months.push(monthEnd(day) + 1)
  return months.map((day) => day * dayLength)
}

/** Days of a month, in about so many parts. */
function piecesOf(begin: number, end: number, parts: number): readonly SpanRange[] {
  const days = Math.max(1, Math.floor((end - begin) / dayLength / Math.max(1, parts)))
  const pieces: SpanRange[] = []
  for (let from = begin; from < end; from += days * dayLength)
    pieces.push({ from, before: Math.min(end, from + days * dayLength), endBy: end })
  return pieces
}
