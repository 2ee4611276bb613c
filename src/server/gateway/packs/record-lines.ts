/**
 * `records.jsonl.gz` of a pack: every record of the account, exactly as the service gave it, one a line, with what is known of when it was
 * recorded. The first line says how well they are known.
 */
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { parseUntrustedBody, refuseExcess } from '../../../contract/answer-body.ts'
import type { ListedRecords } from '../../../contract/console-api.ts'
import { listKey, type WholeListName } from '../../../contract/list-names.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import { columnText } from '../../../store/database-text.ts'
import { wholeListNames } from '../../../store/lists.ts'
import type { RecordsMoment } from '../../../store/moment.ts'
import type { ListOutcome } from '../../../store/outcome.ts'
import {
  type PackEnd,
  type PackedPeriod,
  type PackedTable,
  type PackedTransaction,
  packedTables,
} from '../../../store/pack-records.ts'
import {
  type AccountState,
  type ListReading,
  type PackedPrices,
  packedPrices,
  readAccountState,
  watchedWithin,
  writtenState,
} from '../../../store/state.ts'
import { normalisers, normaliseTransaction } from '../../../sync/service/normalise.ts'
import { systemCodeOf } from '../../http.ts'

/** In a pack. */
export const recordsFile = 'records.jsonl.gz'

const format = 'records 1'

/** In pieces of many lines. `period`: of which it has the changes. `prices`: that the reports used. `onRows`: how many transactions are in those before. */
export async function* recordLines(
  moment: RecordsMoment,
  period: PackedPeriod,
  prices: PackedPrices | null,
  onRows: (rows: number) => void = () => {},
): AsyncGenerator<string> {
  const state = await moment.state()
  const changes = watchedWithin(state.changes, period)
  const written = writtenState({ ...state, changes, pack: null, writes: [] })
  yield linesOf([{ format, state: written, prices }])
  for (const table of packedTables)
    yield linesOf((await moment.packed(table)).map((row) => ({ table, row: JSON.parse(row) })))
  for await (const rows of moment.changesIn(period))
    yield linesOf(rows.map((row) => ({ change: JSON.parse(row) })))
  for (const name of wholeListNames)
    for await (const texts of moment.list(name, {}))
      yield linesOf(texts.map((record) => ({ list: listKey(name), record })))
  let count = 0
  for await (const rows of moment.transactions({})) {
    count += rows.length
    onRows(count)
    yield linesOf(
      rows.map(({ record, recordedFrom, recordedBefore, isUnlisted }) => ({
        list: 'transactions',
        record,
        recorded_from: instantText(recordedFrom),
        recorded_before: instantText(recordedBefore),
        ...(isUnlisted && { unlisted: true }),
      })),
    )
  }
}

function linesOf(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function instantText(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}

const head = z.object({
  format: z.literal(format),
  state: z.pipe(
    z.unknown(),
    z.transform((state) => readAccountState(JSON.stringify(state))),
  ),
  prices: z.nullable(packedPrices),
})

const milliseconds = z.nullable(
  z.pipe(
    z.iso.datetime(),
    z.transform((text) => Date.parse(text)),
  ),
)
const recordLine = z.union([
  z.object({ table: z.enum(packedTables), row: z.looseObject({}) }),
  z.object({ change: z.looseObject({}) }),
  z.object({ list: z.enum(wholeListNames.map(listKey)), record: z.string() }),
  z.object({
    list: z.literal('transactions'),
    record: z.string(),
    recorded_from: milliseconds,
    recorded_before: milliseconds,
    unlisted: z.optional(z.boolean()),
  }),
])

/** Records that are not as this program writes them. */
class UnreadableRecords extends Error {}

/** What is wrong with the records, in a sentence; null for an error of another kind. */
export function recordsFault(error: unknown): string | null {
  if (error instanceof UnreadableRecords) return error.message
  // What cannot be unpacked, is no UTF-8, nests without end, or is no value (22) or row (23) of a table.
  const isOfRecords = error instanceof RangeError || /^(Z_|ERR_ENCODING_|22|23)/.test(systemCodeOf(error))
  return isOfRecords ? 'Its records cannot be read.' : null
}

interface PackTarget {
  readonly store: AccountStore
  readonly fence: string
  /** Unpacked. */
  readonly mostBytes: number
  readonly signal: AbortSignal
}

/** `state`: that they had in the account which the pack is of. */
interface WrittenRecords extends PackEnd {
  /** Unpacked. */
  readonly bytes: number
  readonly prices: PackedPrices | null
}

interface RecordPiece {
  readonly rows: PackedTransaction[]
  readonly changes: object[]
}

/** Writes them into a new account. Throws what `recordsFault` knows, and what the store throws. */
export async function writePackedRecords(
  gzip: AsyncIterable<Uint8Array>,
  { store, fence, mostBytes, signal }: PackTarget,
): Promise<WrittenRecords> {
  let size = 0
  let held = 0
  const read: { state?: AccountState; prices: PackedPrices | null } = { prices: null }
  const texts = new Map<string, string[]>(wholeListNames.map((name) => [listKey(name), []]))
  const tables = new Map<PackedTable, object[]>(packedTables.map((table) => [table, []]))
  // The next rows are read while the database writes those before.
  const ahead = new PassThrough({ objectMode: true, highWaterMark: 1 })
  const write = async (pieces: AsyncIterable<RecordPiece>) => {
    for await (const { rows, changes } of pieces) {
      if (rows.length > 0) await store.writePackRows(fence, rows)
      if (changes.length > 0) await store.writePackChanges(fence, changes)
    }
  }
  await pipeline(gzip, createGunzip(), rowsIn, ahead, write, { signal })
  const { state, prices } = read
  if (state === undefined) throw new UnreadableRecords('The pack has no records.')
  const lists = wholeListNames.map((name) =>
    outcomeOf(name, state.lists[name], texts.get(listKey(name)) ?? []),
  )
  return { state, bytes: size, prices, tables, lists: Object.assign({}, ...lists) }

  async function* rowsIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<RecordPiece> {
    let piece: RecordPiece = { rows: [], changes: [] }
    let place = 0
    // To look each id up in a table without statistics takes minutes.
    const occurrences = new Map<string, number>()
    for await (const line of textLines(bytes)) {
      size += line.length + besideRecord
      if (size > mostBytes)
        throw new UnreadableRecords('Its records are larger than this gateway has room for.')
      if (read.state === undefined) {
        const { state, prices } = parsed(head, line)
        Object.assign(read, { state, prices })
        continue
      }
      const one = parsed(recordLine, line)
      if ('table' in one) hold(line, tables.get(one.table), one.row)
      else if ('change' in one) piece.changes.push(one.change)
      else if (!('recorded_from' in one)) hold(line, texts.get(one.list), one.record)
      else {
        const { record: text, recorded_from, recorded_before, unlisted: is_unlisted = false } = one
        const transaction = normaliseTransaction(parsedRecord(text))
        const id = columnText(transaction.transaction_id ?? '')
        const occurrence = 1 + (occurrences.get(id) ?? 0)
        occurrences.set(id, occurrence)
        piece.rows.push({ transaction, text, place, occurrence, recorded_from, recorded_before, is_unlisted })
        place += 1
      }
      if (piece.rows.length + piece.changes.length === rowsAtOnce) {
        yield piece
        piece = { rows: [], changes: [] }
      }
    }
    yield piece
  }

  /** Until all of them are written at once. */
  function hold<One>(line: string, those: One[] | undefined, one: One): void {
    held += line.length + besideRecord
    if (held > mostHeld) throw new UnreadableRecords('Its lists are larger than this gateway has memory for.')
    those?.push(one)
  }
}

/** Characters that a record takes beside its text, in memory and in the database. */
const besideRecord = 500

/** Characters of all that is not written row by row: a hundred thousand vaults. */
const mostHeld = 128_000_000

/** Others wait for the embedded database as long as one statement takes. */
const rowsAtOnce = 500

/** Nothing for a list that was not read, or that the service refused. */
function outcomeOf<Name extends WholeListName>(name: Name, reading: ListReading, texts: readonly string[]) {
  if (reading === null || 'refused' in reading) return {}
  const records = texts.map((text) => normalisers[name](parsedRecord(text)))
  return { [name]: { texts, records, end: reading } satisfies ListOutcome<ListedRecords[Name]> }
}

function parsed<Value>(schema: z.ZodMiniType<Value>, line: string): Value {
  try {
    refuseExcess(line)
    return schema.parse(JSON.parse(line))
  } catch {
    throw new UnreadableRecords('A line of its records cannot be read.')
  }
}

function parsedRecord(text: string): unknown {
  try {
    return parseUntrustedBody(text)
  } catch {
    throw new UnreadableRecords('One of its records is not JSON.')
  }
}

/** Characters. */
const longestLine = 16_000_000

/** Not `readline`, which also divides at U+2028. */
async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let begun: string[] = []
  let length = 0
  for await (const piece of bytes)
    for (const [index, part] of decoder.decode(piece, { stream: true }).split('\n').entries()) {
      if (index > 0) {
        yield begun.join('')
        begun = []
        length = 0
      }
      begun.push(part)
      length += part.length
      if (length > longestLine) throw new UnreadableRecords('A line of its records is too long.')
    }
  if (length > 0) throw new UnreadableRecords('Its records are cut off.')
}
