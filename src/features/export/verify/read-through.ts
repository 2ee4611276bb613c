import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createFingerprints, fingerprint } from '../../../api/walk/fingerprints.ts'
import {
  type Canonical,
  findMisfits,
  loadCanonical,
  type MisfitFinder,
  type Misfits,
} from '../filter-misfits.ts'
import type { Row } from '../list-export.ts'
import { listExportAt } from '../lists.ts'
import { type ControlTotals, collectTotals } from '../totals.ts'
import { columnDigests, recordsColumn } from '../write/csv.ts'
import { faultWords } from './check-words.ts'
import { type Oddity, UnreadableFile } from './file-faults.ts'
import type { ExportRows, OpenExport } from './open-export.ts'
import { pieces } from './read-rows.ts'
import { collectDates, type FoundDates } from './recorded-days.ts'
import { collectTimes, type RetrievalTimes } from './times.ts'

/** Who is told how far it is, and how it is stopped. */
export interface VerifyOptions {
  readonly signal: AbortSignal
  /** So many bytes of the file were read. */
  readonly onProgress?: (bytes: number) => void
}

/** What a file says of itself. */
export interface Found {
  /** Why it could not be read to its end; null where it could. */
  readonly unreadable: string | null
  /** What other programs have done to the form of it. */
  readonly oddities: readonly Oddity[]
  readonly columns: readonly string[] | null
  readonly rows: number
  /** Of the whole file. */
  readonly sha256: string
  /** Of each column: see `facts.content`. */
  readonly content: Readonly<Record<string, string>>
  /** Null where no row tells when it was retrieved. */
  readonly times: RetrievalTimes | null
  readonly dates: FoundDates
  readonly repeated: Repeated | null
  /** Null where the file holds none of what the filter is about. */
  readonly misfits: Misfits | null
  readonly totals: ControlTotals
}

/** Ids that occur again. */
export interface Repeated {
  /** Records that could be told from each other. */
  readonly records: number
  readonly count: number
  /** Some of them. */
  readonly examples: readonly string[]
  /** Rows that carry no id at all. */
  readonly nameless: number
}

/** So many rows more than there should be are reason enough to stop. */
const spareRows = 100_000

/** Reads a file once, for everything that is checked of it. */
export async function readThrough(opened: OpenExport, options: VerifyOptions): Promise<Found> {
  const { signal } = options
  const digest = sha256.create()
  let content = columnDigests([recordsColumn])
  const pause = pauses(signal)
  let bytesRead = 0
  const onBytes = (bytes: Uint8Array) => {
    digest.update(bytes)
    bytesRead += bytes.length
    options.onProgress?.(bytesRead)
  }
  const seen = collectFacts(opened, await loadCanonical(opened.facts.asked.parameters))
  const oddities = new Set<Oddity>()
  const source = opened.read({
    signal,
    onHeader(columns) {
      content = columnDigests(columns)
      seen.begin(columns)
    },
    onBytes,
    onStored: (cells) => content.add(cells),
    onOddity: (oddity) => oddities.add(oddity),
  })
  const unreadable = await whyUnreadable(async () => {
    for await (const piece of source) {
      seen.add(piece)
      content.flush()
      await pause()
    }
  })
  // What could not be read to its end has a digest all the same.
  for await (const bytes of pieces(opened.file, signal, bytesRead)) {
    onBytes(bytes)
    await pause()
  }
  return {
    unreadable,
    oddities: [...oddities],
    sha256: bytesToHex(digest.digest()),
    content: content.digests(),
    ...seen.found(),
  }
}

async function whyUnreadable(read: () => Promise<void>): Promise<string | null> {
  try {
    await read()
    return null
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    if (error instanceof RangeError) return faultWords.tooManyGroups
    throw error
  }
}

/** Collects what the rows of a file say, as they pass. */
function collectFacts({ facts, format, spelled }: OpenExport, canonical: Canonical) {
  const list = listExportAt(facts.asked.endpoint)
  let columns: readonly string[] | null = null
  const times = collectTimes()
  const dates = collectDates(facts)
  let rows = 0
  let totals = collectTotals({ by: [], sums: [] })
  let repeated: RepeatedFinder | null = null
  let misfits: MisfitFinder | null = null
  const begin = (names: readonly string[]) => {
    const has = (name: string) => names.includes(name)
    totals = collectTotals({ by: facts.totals.by.filter(has), sums: facts.totals.sums.filter(has) })
    if (!list || facts.list !== list.name) return
    misfits = findMisfits(facts, list, has, spelled, canonical)
    if (!list.recordIdentity.every(has)) return
    const isOneRow = format === 'json' || list.recordIdentity.length === list.identity.length
    repeated = findRepeated(list.recordIdentity, isOneRow)
  }
  // Records have every column of their list.
  if (format === 'json') begin(list?.columns.map(({ name }) => name) ?? [])
  return {
    begin(names: readonly string[]) {
      columns = names
      begin(names)
    },
    add(piece: ExportRows) {
      rows += piece.count
      const heads = new Set(piece.heads)
      for (const row of piece.rows) {
        totals.add(row)
        times.add(row)
        dates.add(row)
        misfits?.add(row, heads.has(row))
      }
      for (const row of piece.heads ?? piece.rows) repeated?.add(row)
      if (rows > facts.rows + spareRows) throw new UnreadableFile(faultWords.tooManyRows(facts.rows))
    },
    found: () => ({
      columns,
      rows,
      totals: totals.totals(),
      repeated: repeated?.found() ?? null,
      misfits: misfits?.found() ?? null,
      times: times.found(),
      dates: dates.found(),
    }),
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

interface RepeatedFinder {
  add(row: Row): void
  found(): Repeated
}

/** Finds ids that occur again: at all where a record has one row, else after those of another record. */
function findRepeated(identity: readonly string[], isOneRow: boolean): RepeatedFinder {
  const seen = createFingerprints()
  const examples: string[] = []
  let count = 0
  let records = 0
  let nameless = 0
  let before: string | null = null
  return {
    add(row) {
      const values = identity.map((name) => row[name] ?? '')
      if (values.every((value) => value === '')) {
        nameless += 1
        before = null
        return
      }
      const id = values.length === 1 ? (values[0] ?? '') : JSON.stringify(values)
      if (!isOneRow && id === before) return
      before = id
      records += 1
      if (seen.add(fingerprint(id))) return
      count += 1
      if (examples.length < 3) examples.push(values.join(' · '))
    },
    found: () => ({ records, count, examples, nameless }),
  }
}
