/** What an export holds: read once, for everything that its facts say of it. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { columnDigests } from '../../files/csv.ts'
import { type ControlTotals, collectTotals } from '../../files/totals.ts'
import { type ExportFile, listOf, type RowsRead } from './export-file.ts'
import { bytesOf } from './file-pieces.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { faults } from './words.ts'

/** Who is told how far reading is, and how it is stopped. */
export interface ReadOptions {
  readonly signal: AbortSignal
  /** So many bytes of the file were read. */
  readonly onProgress?: (bytes: number) => void
}

/** What a file says of itself. */
export interface Contents {
  /** Why it could not be read to its end; null where it could. */
  readonly fault: string | null
  /** SHA-256 of the whole file, also where it could not be read. */
  readonly sha256: string
  readonly columns: readonly string[]
  readonly rows: number
  /** SHA-256 of each column: see `facts.content`. */
  readonly digests: Readonly<Record<string, string>>
  /** Of the columns that the file has. */
  readonly totals: ControlTotals
}

/** So many rows more than there should be are reason enough to stop. */
const spareRows = 100_000

/** Reads a file from its beginning to its end. */
export async function readContents(file: ExportFile, options: ReadOptions): Promise<Contents> {
  const { signal } = options
  const digest = sha256.create()
  const pause = pauses(signal)
  let length = 0
  const bytes = async function* () {
    for await (const piece of bytesOf(file.blob, signal, length)) {
      digest.update(piece)
      length += piece.length
      options.onProgress?.(length)
      await pause()
      yield piece
    }
  }
  const collected = collect(file)
  const fault = await faultIn(async () => {
    for await (const piece of file.read(bytes())) {
      collected.add(piece)
      await pause()
    }
  })
  for await (const _ of bytes());
  return { fault, sha256: bytesToHex(digest.digest()), ...collected.contents() }
}

/** Collects what rows say, as they pass. */
function collect({ facts, format }: ExportFile) {
  const { by, sums } = facts.totals
  let columns: readonly string[] | null = null
  let digests = columnDigests([])
  let totals = collectTotals({ by: [], sums: [] })
  let rows = 0
  const begin = (names: readonly string[]) => {
    columns = names
    digests = columnDigests(names)
    // Records have every column of their list.
    const held = format === 'json' ? listOf(facts)?.columns.map(({ name }) => name) : names
    const isHeld = (name: string) => held?.includes(name) ?? false
    totals = collectTotals({ by: by.filter(isHeld), sums: sums.filter(isHeld) })
  }
  return {
    add(piece: RowsRead) {
      if (columns === null) begin(piece.columns)
      for (const cells of piece.stored) digests.add(cells)
      digests.flush()
      for (const row of piece.rows) totals.add(row)
      rows += piece.stored.length
      if (rows > facts.rows + spareRows) throw new UnreadableFile(faults.tooManyRows(facts.rows))
    },
    contents: () => ({
      columns: columns ?? [],
      rows,
      digests: digests.digests(),
      totals: totals.totals(),
    }),
  }
}

async function faultIn(read: () => Promise<void>): Promise<string | null> {
  try {
    await read()
    return null
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    // Too many groups of totals, or records within records without end.
    if (error instanceof RangeError) return faults.beyondExports
    throw error
  }
}

/** The page stays usable while a file is checked: after some milliseconds of work others have their turn. */
function pauses(signal: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    signal.throwIfAborted()
    if (performance.now() - since < 12) return
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
}
