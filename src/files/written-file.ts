import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { openSource } from '../api/pack-source.ts'
import { counted } from '../contract/count-text.ts'
import { application, type CoreFacts, type ExportFacts, type ExportFormat } from './facts.ts'
import type { FileRow, ListExport } from './list-export.ts'
import { type Sign, seal } from './seal.ts'
import { type ControlTotals, Totals } from './totals.ts'
import { columnDigests, csvWriter, type FileWriter, jsonWriter, recordsColumn } from './writer.ts'

export interface ByteSink {
  write(bytes: Uint8Array): void | Promise<void>
}

export type FileContent<R> = Pick<ListExport<R>, 'totals' | 'rowsOf' | 'received' | 'hasOthers'>

export type AboutFile = Omit<
  CoreFacts,
  'format' | 'version' | 'application' | 'rows' | 'totals' | 'content' | 'file'
> & {
  readonly fileName: string
}

/** `columns` gives the order. JSON holds whole records and ignores it. */
export async function beginFile<R>(
  format: ExportFormat,
  content: FileContent<R>,
  columns: readonly string[],
  sink: ByteSink,
): Promise<GrowingFile<R>> {
  const writer = await createWriter(format, columns, content.totals.sums)
  const file = new GrowingFile(format, content, columns, writer, sink)
  await file.begin()
  return file
}

/** A JSON file of one record, without rows that could be counted. */
export async function writeRecord(
  record: unknown,
  about: AboutFile,
  sign: Sign,
  sink: ByteSink,
): Promise<ExportFacts> {
  const content: FileContent<unknown> = {
    totals: { by: [], sums: [] },
    rowsOf: () => [],
    received: () => record,
    hasOthers: () => false,
  }
  const file = await beginFile('json', content, [], sink)
  await file.add([record])
  return file.end({ ...about, asked: { ...about.asked, columns: null } }, sign)
}

async function createWriter(
  format: ExportFormat,
  columns: readonly string[],
  amounts: readonly string[],
): Promise<FileWriter> {
  if (format === 'json') return jsonWriter()
  if (format === 'csv') return csvWriter(columns)
  // Few files are XLSX.
  const { XlsxWriter } = await import('./xlsx-writer.ts')
  return new XlsxWriter(columns, amounts)
}

class GrowingFile<R> {
  readonly #format: ExportFormat
  readonly #content: FileContent<R>
  readonly #columns: readonly string[]
  readonly #writer: FileWriter
  readonly #sink: ByteSink
  readonly #totals: Totals
  readonly #digest = sha256.create()
  readonly #contentDigests
  #bytes = 0
  #rows = 0
  #withOthers = 0

  constructor(
    format: ExportFormat,
    content: FileContent<R>,
    columns: readonly string[],
    writer: FileWriter,
    sink: ByteSink,
  ) {
    this.#format = format
    this.#content = content
    this.#columns = columns
    this.#writer = writer
    this.#sink = sink
    this.#totals = new Totals(content.totals)
    this.#contentDigests = columnDigests(format === 'json' ? [recordsColumn] : columns)
  }

  get bytes(): number {
    return this.#bytes
  }

  async begin(): Promise<void> {
    await this.#write(this.#writer.begin())
  }

  /** `visit` sees the rows of each record. */
  async add(records: readonly R[], visit?: (rows: readonly FileRow[]) => void): Promise<void> {
    const stored: (readonly string[])[] = []
    for (const record of records) {
      const rows = this.#content.rowsOf(record)
      for (const row of rows) this.#totals.add(row)
      visit?.(rows)
      if (this.#format === 'json') stored.push([JSON.stringify(this.#content.received(record)) ?? 'null'])
      else {
        if (this.#content.hasOthers(record)) this.#withOthers += 1
        for (const row of rows)
          stored.push(this.#columns.map((name) => this.#writer.stored(row[name] ?? null)))
      }
    }
    for (const cells of stored) this.#contentDigests.add(cells)
    this.#contentDigests.flush()
    this.#rows += stored.length
    await this.#write(this.#writer.rows(stored))
  }

  /** Returns the facts with size and digest of the whole file. */
  async end({ fileName, remarks, ...about }: AboutFile, sign: Sign): Promise<ExportFacts> {
    const totals = this.#totals.written()
    const core: CoreFacts = {
      format: 'custody-console/export-facts',
      version: 7,
      application: { ...application },
      ...about,
      rows: this.#rows,
      totals,
      content: { ...this.#contentDigests.digests() },
      remarks: [
        ...othersRemark(this.#withOthers),
        ...this.#writer.remarks(),
        ...remarks,
        ...unreadableRemark(totals),
        ...packRemark(),
      ],
      file: { format: this.#format },
    }
    const facts = await seal(core, fileName, sign)
    await this.#write(this.#writer.end(facts))
    // The facts inside XLSX cannot contain its digest.
    return {
      ...facts,
      file: { ...facts.file, bytes: this.#bytes, sha256: bytesToHex(this.#digest.digest()) },
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return
    this.#digest.update(bytes)
    this.#bytes += bytes.length
    await this.#sink.write(bytes)
  }
}

function othersRemark(records: number): readonly string[] {
  if (records === 0) return []
  const have = counted(records, 'record has fields', 'records have fields')
  return [`${have} that the specification does not have. Only JSON includes them.`]
}

/** Says where the rows come from if a pack is open. */
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

function unreadableRemark({ sums, groups }: ControlTotals): readonly string[] {
  return sums.flatMap((name, index) => {
    const cells = groups.reduce((sum, group) => sum + (group.sums[index]?.unreadable ?? 0), 0)
    if (cells === 0) return []
    return [
      `The totals leave out ${counted(cells, `value of ${name} that is`, `values of ${name} that are`)} missing or not a decimal number.`,
    ]
  })
}
