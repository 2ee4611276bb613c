/** A file from its first byte to its facts: a list, a report, the manifest of a pack. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { openSource } from '../api/pack-source.ts'
import { counted } from '../contract/count-text.ts'
import { type ExportFacts, type ExportFormat, type FactsKnown, factsOf } from './facts.ts'
import type { FileRow } from './list-export.ts'
import { type Sign, seal } from './seal.ts'
import { type ControlTotals, Totals } from './totals.ts'
import { csvWriter, type FileContent, type FileWriter, jsonWriter, tableOf } from './writer.ts'

/** Where the bytes of a file go. */
export interface ByteSink {
  write(bytes: Uint8Array): void | Promise<void>
}

/** What is known of a file beside what is found out while it is written. */
export type AboutFile = Omit<FactsKnown, 'totals' | 'fileFormat'> & {
  /** What files of this list are called. */
  readonly fileName: string
  readonly remarks: readonly string[]
}

/** A file that is being written. */
export interface WrittenFile<R> {
  /** Writes further records; `visit` sees the rows of each. */
  add(records: readonly R[], visit?: (rows: readonly FileRow[]) => void): Promise<void>
  bytes(): number
  /** Ends it. Gives its facts, with size and digest of the whole file. */
  end(about: AboutFile, sign: Sign): Promise<ExportFacts>
}

/** Begins a file with these columns, in this order; JSON holds whole records, whatever the columns. */
export async function beginFile<R>(
  format: ExportFormat,
  content: FileContent<R>,
  columns: readonly string[],
  sink: ByteSink,
): Promise<WrittenFile<R>> {
  const writer = await createWriter(format, content, columns)
  const totals = new Totals(content.totals)
  const digest = sha256.create()
  let size = 0
  const write = async (bytes: Uint8Array) => {
    if (bytes.length === 0) return
    digest.update(bytes)
    size += bytes.length
    await sink.write(bytes)
  }
  await write(writer.begin())
  return {
    async add(records, visit) {
      const laid = records.map((record) => ({ record, rows: content.rowsOf(record) }))
      await write(writer.rows(laid))
      for (const { rows } of laid) {
        for (const row of rows) totals.add(row)
        visit?.(rows)
      }
    },
    bytes: () => size,
    async end({ fileName, remarks, ...about }, sign) {
      const written = writer.written()
      const added = totals.written()
      const known = factsOf({ ...about, totals: added, fileFormat: format }, written)
      const all = [...written.remarks, ...remarks, ...unreadableRemark(added), ...packRemark()]
      const facts = await seal({ ...known, remarks: all }, fileName, sign)
      await write(writer.end(facts))
      // The facts within XLSX stand in what they would have to tell the digest of.
      return { ...facts, file: { ...facts.file, bytes: size, sha256: bytesToHex(digest.digest()) } }
    },
  }
}

/** A record with its rows, which are made once. */
interface Laid<R> {
  readonly record: R
  readonly rows: readonly FileRow[]
}

async function createWriter<R>(
  format: ExportFormat,
  { totals, received, hasOthers }: FileContent<R>,
  columns: readonly string[],
): Promise<FileWriter<Laid<R>>> {
  if (format === 'json') return jsonWriter(({ record }) => received(record))
  const laid = {
    totals,
    rowsOf: ({ rows }: Laid<R>) => rows,
    hasOthers: ({ record }: Laid<R>) => hasOthers(record),
  }
  const table = tableOf(laid, columns)
  if (format === 'csv') return csvWriter(table)
  // Few files are of this format.
  const { XlsxWriter } = await import('./xlsx-writer.ts')
  return new XlsxWriter(table)
}

/** Where the rows are from, while a pack is open. */
function packRemark(): readonly string[] {
  const opened = openSource()
  if (!opened) return []
  const { name, asOf, signed, faults } = opened.pack
  return [
    [
      `Taken from the books in ${name}, as of ${asOf}: the service was not asked.`,
      signed
        ? `The pack was signed on ${signed.at} with key ${signed.key}.`
        : 'No known key signed the pack.',
      ...faults,
    ].join(' '),
  ]
}

/** Amounts that are missing, or no decimals. */
function unreadableRemark({ sums, groups }: ControlTotals): readonly string[] {
  return sums.flatMap((name, index) => {
    const cells = groups.reduce((sum, group) => sum + (group.sums[index]?.unreadable ?? 0), 0)
    if (cells === 0) return []
    return [
      `The totals leave out ${counted(cells, `value of ${name} that is`, `values of ${name} that are`)} missing or not a decimal number.`,
    ]
  })
}
