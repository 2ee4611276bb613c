import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { countText } from '../../contract/count-text.ts'
import { type ExportFacts, type ExportFormat, factsFileName } from '../../files/facts.ts'
import { type Cell, type FileRow, type ListExport, rowsOfDated } from '../../files/list-export.ts'
import { listExportAt } from '../../files/lists.ts'
import { fileBytes, UnreadableFile } from '../../files/text-units.ts'
import { type ControlTotals, Totals } from '../../files/totals.ts'
import { columnDigests, csvUnguarded, csvWriter, jsonWriter, recordsColumn } from '../../files/writer.ts'
import { factsIn, type NamedFile, unnumbered } from './facts-file.ts'
import { csvRows, jsonRecords } from './text-file.ts'

export interface RowsRead {
  /** For JSON, the one column of its records. */
  readonly columns: readonly string[]
  /** Rows of cells as the file stores them; for JSON, records as compact JSON. */
  readonly stored: readonly (readonly string[])[]
  /** Texts by column name. One JSON record may have several rows. */
  readonly rows: readonly FileRow[]
}

export interface ExportFile extends NamedFile {
  readonly facts: ExportFacts
  readonly format: TextFormat
  /** A record's value as this format gives it back. */
  spelled(cell: Cell): Cell
  /** Throws `UnreadableFile`. */
  read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<RowsRead>
}

type TextFormat = Exclude<ExportFormat, 'xlsx'>

/** Throws `UnreadableFile` if facts are missing or belong to another kind of file. */
export async function openExport({ name, blob }: NamedFile, beside: Blob | null): Promise<ExportFile> {
  const format = await formatOf(blob)
  const facts = beside && (await factsIn(beside))
  if (!facts)
    throw new UnreadableFile(
      `There is no verification file beside this file. Expected: ${factsFileName(unnumbered(name))}.`,
    )
  if (facts.file.format !== format)
    throw new UnreadableFile(
      `The verification file is for ${formatNames[facts.file.format]}, but this is ${formatNames[format]}.`,
    )
  const opened = { name, blob, facts, format }
  return format === 'csv'
    ? {
        ...opened,
        // UTF-8 cannot encode unpaired surrogates.
        spelled: (cell) => (cell ?? '').replace(/\p{Cs}/gu, '\ufffd'),
        read: (bytes) => tableRows(csvRows(bytes)),
      }
    : { ...opened, spelled: (cell) => cell, read: (bytes) => recordRows(jsonRecords(bytes), facts) }
}

export const formatNames: Readonly<Record<ExportFormat, string>> = {
  csv: 'a CSV file',
  json: 'a JSON file',
  xlsx: 'an XLSX file',
}

/** Ignores the name. Whatever is neither a ZIP nor a list is text. */
async function formatOf(file: Blob): Promise<TextFormat> {
  const beginning = await file.slice(0, 4).text()
  if (beginning.startsWith('PK'))
    throw new UnreadableFile('A workbook cannot be verified. Verify the CSV or JSON of the same export.')
  return beginning.startsWith('[') ? 'json' : 'csv'
}

/** Null for a report. */
export function listOf({ list, asked }: ExportFacts): ListExport<unknown> | null {
  const found = listExportAt(asked.endpoint)
  return found?.name === list ? found : null
}

async function* tableRows(source: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<RowsRead> {
  let columns: readonly string[] | null = null
  for await (const lines of source) {
    const stored = columns === null ? lines.slice(1) : lines
    columns ??= lines[0] ?? null
    const names = columns ?? []
    const rows = stored.map((cells) =>
      Object.fromEntries(names.map((name, index) => [name, csvUnguarded(cells[index] ?? '')])),
    )
    yield { columns: names, stored, rows }
  }
}

async function* recordRows(
  source: AsyncIterable<readonly unknown[]>,
  facts: ExportFacts,
): AsyncGenerator<RowsRead> {
  const list = listOf(facts)
  const rowsOf = (received: unknown): readonly FileRow[] => {
    if (!list) return []
    return facts.dates ? rowsOfDated(list, received) : list.rowsOf(list.normalise(received))
  }
  for await (const records of source)
    yield {
      columns: [recordsColumn],
      stored: records.map((record) => [JSON.stringify(record)]),
      rows: records.flatMap(rowsOf),
    }
}

export interface ReadOptions {
  readonly signal: AbortSignal
  /** From 0 to 1. */
  readonly onProgress?: (part: number) => void
}

export interface Contents {
  /** Null if the file was read to its end. */
  readonly fault: string | null
  /** Of the whole file, even if it is unreadable. */
  readonly sha256: string
  /** This console would write its rows as these bytes. */
  readonly isOurForm: boolean
  readonly columns: readonly string[]
  readonly rows: number
  /** SHA-256 of each column: see `facts.content`. */
  readonly digests: Readonly<Record<string, string>>
  /** Only of columns that the file has. */
  readonly totals: ControlTotals
}

export async function readContents(file: ExportFile, { signal, onProgress }: ReadOptions): Promise<Contents> {
  const { facts, format } = file
  const digest = sha256.create()
  let length = 0
  const bytes = async function* () {
    for await (const piece of fileBytes(file.blob, signal, length)) {
      digest.update(piece)
      length += piece.length
      onProgress?.(length / file.blob.size)
      yield piece
    }
  }
  let columns: readonly string[] = []
  let digests = columnDigests([])
  let totals = new Totals({ by: [], sums: [] })
  let rows = 0
  let writer = jsonWriter()
  const rewritten = sha256.create()
  const begin = (names: readonly string[]) => {
    columns = names
    if (format === 'csv') writer = csvWriter(names)
    rewritten.update(writer.begin())
    digests = columnDigests(names)
    // Records have every column of their list.
    const held = format === 'json' ? listOf(facts)?.columns : names
    const isHeld = (name: string) => held?.includes(name) ?? false
    totals = new Totals({ by: facts.totals.by.filter(isHeld), sums: facts.totals.sums.filter(isHeld) })
  }
  let fault: string | null = null
  try {
    for await (const piece of file.read(bytes())) {
      if (columns.length === 0 && piece.columns.length > 0) begin(piece.columns)
      for (const cells of piece.stored) digests.add(cells)
      digests.flush()
      rewritten.update(writer.rows(piece.stored))
      for (const row of piece.rows) totals.add(row)
      rows += piece.stored.length
      if (rows > facts.rows + spareRows) throw new UnreadableFile(tooManyRows(facts.rows))
    }
  } catch (error) {
    if (error instanceof UnreadableFile) fault = error.message
    // Too many groups of totals, or records that nest too deeply.
    else if (error instanceof RangeError)
      fault = 'The file has far more groups of totals, or records within records, than any export.'
    else throw error
  }
  // Reads the rest for the digest.
  for await (const _ of bytes());
  rewritten.update(writer.end(facts))
  const whole = bytesToHex(digest.digest())
  return {
    fault,
    sha256: whole,
    isOurForm: fault === null && bytesToHex(rewritten.digest()) === whole,
    columns,
    rows,
    digests: digests.digests(),
    totals: totals.written(),
  }
}

/** With this many extra rows, reading stops. */
const spareRows = 100_000

function tooManyRows(stated: number): string {
  return `The file has far more rows than the ${countText(stated)} that were saved. Reading stopped there.`
}
