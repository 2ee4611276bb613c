/** Whether a file is still what its facts say: checks that need nothing but the two. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createFingerprints, fingerprint } from '../api/fingerprints.ts'
import { counted } from '../contract/count-text.ts'
import { canonicalText } from './canonical-text.ts'
import type { ExportFacts } from './facts.ts'
import type { Row } from './list-export.ts'
import { listExportAt } from './lists.ts'
import { type ExportRows, formatNames, type OpenExport, pieces } from './open-export.ts'
import { type ControlTotals, collectTotals, regroup } from './totals.ts'
import { type Figure, figuresOf } from './totals-figures.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** What is checked, in the order in which it is said. */
export const checkNames = [
  'form',
  'size',
  'digest',
  'rows-digest',
  'columns',
  'rows',
  'repeated',
  'totals',
  'completeness',
] as const
export type CheckName = (typeof checkNames)[number]

/** One check: what the facts say, and what was found. */
export interface Check {
  readonly name: CheckName
  /** `unchecked` where the file does not hold what it would take; `found` says so. */
  readonly verdict: 'pass' | 'fail' | 'unchecked'
  readonly expected: string
  readonly found: string
  /** Of the totals: every figure that was compared. */
  readonly figures?: readonly Figure[]
}

/** Who is told how far it is, and how it is stopped. */
export interface VerifyOptions {
  readonly signal: AbortSignal
  /** So many bytes of the file were read. */
  readonly onProgress?: (bytes: number) => void
}

/** Makes every check. Memory grows with the number of ids by some twenty bytes each, and with nothing else. */
export async function verifyExport(opened: OpenExport, options: VerifyOptions): Promise<readonly Check[]> {
  const found = await readThrough(opened, options)
  const { facts } = opened
  return [
    checkForm(opened, found),
    ...checkSize(opened),
    ...checkDigests(facts, found),
    ...checkColumns(facts, found),
    checkRows(facts, found),
    checkRepeated(found),
    checkTotals(opened, found),
    checkCompleteness(opened),
  ]
}

/** True where no check has failed. */
export function isVerified(checks: readonly Check[]): boolean {
  return checks.every(({ verdict }) => verdict !== 'fail')
}

/** What a file says of itself. */
interface Found {
  /** Why it could not be read to its end; null where it could. */
  readonly unreadable: string | null
  readonly columns: readonly string[] | null
  readonly rows: number
  /** Of the file; null where it was not worth the time, since the size says already that it is another, or none was stated. */
  readonly sha256: string | null
  /** Of the rows of XLSX; null for the others. */
  readonly rowsSha256: string | null
  readonly repeated: Repeated | null
  readonly totals: ControlTotals
}

interface Repeated {
  readonly count: number
  /** Some of them. */
  readonly examples: readonly string[]
  /** Rows that carry no id at all. */
  readonly nameless: number
}

/** So many rows more than there should be are reason enough to stop. */
const spareRows = 100_000

async function readThrough(opened: OpenExport, options: VerifyOptions): Promise<Found> {
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
  const source = opened.read({ signal, onHeader: seen.begin, onBytes, onStored: canonical.add })
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
  return {
    unreadable,
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
function collectFacts({ facts, format }: OpenExport) {
  const list = listExportAt(facts.asked.endpoint)
  let columns: readonly string[] | null = null
  let rows = 0
  let totals = collectTotals({ by: [], sums: [] })
  let repeated: RepeatedFinder | null = null
  const begin = (names: readonly string[]) => {
    const has = (name: string) => names.includes(name)
    totals = collectTotals({ by: facts.totals.by.filter(has), sums: facts.totals.sums.filter(has) })
    if (!list || facts.list !== list.name || !list.recordIdentity.every(has)) return
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
      for (const row of piece.rows) totals.add(row)
      for (const row of piece.heads ?? piece.rows) repeated?.add(row)
      if (rows > facts.rows + spareRows)
        throw new UnreadableFile(
          `There are far more rows than the ${facts.rows} that the facts say; reading was stopped.`,
        )
    },
    found: () => ({ columns, rows, totals: totals.totals(), repeated: repeated?.found() ?? null }),
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
      if (seen.add(fingerprint(id))) return
      count += 1
      if (examples.length < 3) examples.push(values.join(' · '))
    },
    found: () => ({ count, examples, nameless }),
  }
}

function checkForm({ format }: OpenExport, { unreadable }: Found): Check {
  const expected = `${formatNames[format]} as this console writes it`
  return { name: 'form', verdict: verdict(unreadable === null), expected, found: unreadable ?? expected }
}

function checkSize({ facts, file }: OpenExport): readonly Check[] {
  const { bytes } = facts.file
  if (bytes === null) return []
  return [
    {
      name: 'size',
      verdict: verdict(bytes === file.size),
      expected: `${bytes} bytes`,
      found: `${file.size} bytes`,
    },
  ]
}

function checkDigests({ file }: ExportFacts, found: Found): readonly Check[] {
  const isWithin = file.format === 'xlsx'
  const whole: Check = {
    name: 'digest',
    verdict: verdict(file.sha256 !== null && file.sha256 === found.sha256),
    expected: file.sha256 ?? 'none: the facts hold no digest',
    found: found.sha256 ?? 'not computed, since a file of another size is another file',
  }
  if (!isWithin) return [whole]
  const rows: Check = {
    name: 'rows-digest',
    verdict: verdict(file.rows_sha256 !== null && file.rows_sha256 === found.rowsSha256),
    expected: file.rows_sha256 ?? 'none: the facts hold no digest',
    found: found.rowsSha256 ?? '',
  }
  // The facts within a file cannot state the digest of the whole; those beside it can.
  return file.sha256 === null ? [rows] : [whole, rows]
}

function checkColumns({ asked }: ExportFacts, { columns }: Found): readonly Check[] {
  if (asked.columns === null) return []
  const expected = asked.columns.join(', ')
  const found = columns?.join(', ') ?? 'none'
  return [{ name: 'columns', verdict: verdict(expected === found), expected, found }]
}

function checkRows({ rows: expected }: ExportFacts, { rows, unreadable }: Found): Check {
  const isPart = unreadable !== null
  return {
    name: 'rows',
    verdict: verdict(!isPart && rows === expected),
    expected: String(expected),
    found: isPart ? `${rows} before reading failed` : String(rows),
  }
}

function checkRepeated({ repeated, unreadable }: Found): Check {
  const expected = 'none'
  if (repeated === null)
    return { name: 'repeated', verdict: 'unchecked', expected, found: 'These rows have no ids.' }
  const { count, examples, nameless } = repeated
  const without = nameless > 0 ? ` ${nameless} ${nameless === 1 ? 'row has' : 'rows have'} none.` : ''
  if (count > 0)
    return {
      name: 'repeated',
      verdict: 'fail',
      expected,
      found: `${count}: ${examples.join(', ')}${without}`,
    }
  return {
    name: 'repeated',
    verdict: unreadable === null ? 'pass' : 'unchecked',
    expected,
    found: unreadable === null ? `none${without && `.${without}`}` : 'none before reading failed',
  }
}

function checkTotals({ facts, spelled }: OpenExport, { totals, unreadable, rows }: Found): Check {
  const { by, sums } = totals
  if (
    facts.totals.groups.length === 0 &&
    (rows === 0 || listExportAt(facts.asked.endpoint)?.name !== facts.list)
  )
    return { name: 'totals', verdict: 'unchecked', expected: 'none', found: 'none' }
  const figures = figuresOf(regroup(facts.totals, by, sums, spelled), totals)
  const wrong = figures.filter(({ expected, found }) => expected !== found).length
  return {
    name: 'totals',
    verdict: verdict(wrong === 0 && unreadable === null),
    expected: counted(figures.length, 'figure'),
    found:
      unreadable !== null
        ? 'not all, since reading failed'
        : wrong === 0
          ? 'the same'
          : `${counted(wrong, 'figure')} of ${figures.length} otherwise`,
    figures,
  }
}

function checkCompleteness({ facts, name }: OpenExport): Check {
  const { completeness, reasons } = facts
  const byName = /\.PARTIAL\b/.test(name) ? 'partial' : 'complete'
  const isSound = (completeness === 'complete') === (reasons.length === 0)
  return {
    name: 'completeness',
    verdict: verdict(byName === completeness && isSound),
    expected: [completeness, ...reasons].join(': '),
    found: `${byName} by its name${isSound ? '' : ', and the facts contradict themselves'}`,
  }
}

function verdict(isRight: boolean): 'pass' | 'fail' {
  return isRight ? 'pass' : 'fail'
}
