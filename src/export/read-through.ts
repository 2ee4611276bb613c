import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createFingerprints, fingerprint } from '../api/fingerprints.ts'
import { canonicalText } from './canonical-text.ts'
import { findMisfits, type MisfitFinder, type Misfits } from './filter-misfits.ts'
import type { Row } from './list-export.ts'
import { listExportAt } from './lists.ts'
import type { Oddity } from './oddity.ts'
import type { ExportRows, OpenExport } from './open-export.ts'
import { pieces } from './read-rows.ts'
import { type ControlTotals, collectTotals } from './totals.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { digestWrittenAnew } from './written-anew.ts'

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
  /** Of what this console would have written for what stands in it; null where the form is its own, or it cannot be read. */
  readonly anewSha256: string | null
  readonly columns: readonly string[] | null
  readonly rows: number
  /** Of the file; null where it was not worth the time, since the size says already that it is another, or none was stated. */
  readonly sha256: string | null
  /** Of the rows of XLSX; null for the others. */
  readonly rowsSha256: string | null
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
  const { facts, format, file } = opened
  const { signal } = options
  const digest = sha256.create()
  const rowsDigest = sha256.create()
  const canonical = canonicalText(rowsDigest)
  const pause = pauses(signal)
  let bytesRead = 0
  const onBytes = (bytes: Uint8Array) => {
    digest.update(bytes)
    bytesRead += bytes.length
    options.onProgress?.(bytesRead)
  }
  const seen = collectFacts(opened)
  const oddities = new Set<Oddity>()
  const source = opened.read({
    signal,
    onHeader: seen.begin,
    onBytes,
    onStored: canonical.add,
    onOddity: (oddity) => oddities.add(oddity),
  })
  const unreadable = await whyUnreadable(async () => {
    for await (const piece of source) {
      seen.add(piece)
      canonical.flush()
      await pause()
    }
  })
  canonical.flush()
  // What was not read to its end is still the file of these facts, or another one. Its size may tell, which takes no time.
  const isDigested = facts.file.sha256 !== null && facts.file.bytes === file.size
  if (isDigested)
    for await (const bytes of pieces(file, signal, bytesRead)) {
      onBytes(bytes)
      await pause()
    }
  const isOddAlone = unreadable === null && oddities.size > 0
  return {
    unreadable,
    oddities: [...oddities],
    anewSha256: isOddAlone ? await digestWrittenAnew(opened, signal) : null,
    sha256: isDigested || bytesRead === file.size ? bytesToHex(digest.digest()) : null,
    rowsSha256: format === 'xlsx' ? bytesToHex(rowsDigest.digest()) : null,
    ...seen.found(),
  }
}

async function whyUnreadable(read: () => Promise<void>): Promise<string | null> {
  try {
    await read()
    return null
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    if (error instanceof RangeError) return 'There are far more assets and statuses than any export has.'
    throw error
  }
}

/** Collects what the rows of a file say, as they pass. */
function collectFacts({ facts, format, spelled }: OpenExport) {
  const list = listExportAt(facts.asked.endpoint)
  let columns: readonly string[] | null = null
  let rows = 0
  let totals = collectTotals({ by: [], sums: [] })
  let repeated: RepeatedFinder | null = null
  let misfits: MisfitFinder | null = null
  const begin = (names: readonly string[]) => {
    const has = (name: string) => names.includes(name)
    totals = collectTotals({ by: facts.totals.by.filter(has), sums: facts.totals.sums.filter(has) })
    if (!list || facts.list !== list.name) return
    misfits = findMisfits(facts, list, has, spelled)
    if (!list.recordIdentity.every(has)) return
    const isOneRow = format === 'json' || list.recordIdentity.length === list.identity.length
    // In old CSV an apostrophe may be of the text or not, so that two ids may be the same cell.
    const isUnsure = (id: string) => format === 'csv' && facts.version === 1 && id.includes("'")
    repeated = findRepeated(list.recordIdentity, isOneRow, isUnsure)
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
        misfits?.add(row, heads.has(row))
      }
      for (const row of piece.heads ?? piece.rows) repeated?.add(row)
      if (rows > facts.rows + spareRows)
        throw new UnreadableFile(
          `There are far more rows than the ${facts.rows} that the facts say; reading was stopped.`,
        )
    },
    found: () => ({
      columns,
      rows,
      totals: totals.totals(),
      repeated: repeated?.found() ?? null,
      misfits: misfits?.found() ?? null,
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
function findRepeated(
  identity: readonly string[],
  isOneRow: boolean,
  isUnsure: (id: string) => boolean,
): RepeatedFinder {
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
      if (isUnsure(id) || seen.add(fingerprint(id))) return
      count += 1
      if (examples.length < 3) examples.push(values.join(' · '))
    },
    found: () => ({ records, count, examples, nameless }),
  }
}
