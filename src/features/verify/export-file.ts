/** Opens an export with its facts, and reads it once for everything that the facts say of it. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { countText } from '../../contract/count-text.ts'
import { type ExportFacts, type ExportFormat, factsFileName } from '../../files/facts.ts'
import { type Cell, type FileRow, type ListExport, rowsOfDated } from '../../files/list-export.ts'
import { listExportAt } from '../../files/lists.ts'
import { fileBytes, UnreadableFile } from '../../files/text-units.ts'
import { type ControlTotals, Totals } from '../../files/totals.ts'
import { columnDigests, csvUnguarded, recordsColumn } from '../../files/writer.ts'
import { storedText } from '../../files/xlsx-form.ts'
import { factsIn, type NamedFile, unnumbered } from './facts-file.ts'
import { csvRows, jsonRecords } from './text-file.ts'
import { openWorkbook } from './workbook.ts'

/** Rows that were read together. */
export interface RowsRead {
  /** The columns of the file; of JSON the one of its records. */
  readonly columns: readonly string[]
  /** Each row as the cells of the file store it; of JSON each record as compact JSON. */
  readonly stored: readonly (readonly string[])[]
  /** The texts of the cells by the names of their columns. Of one record of JSON there may be several. */
  readonly rows: readonly FileRow[]
}

/** An export that was opened to be checked. */
export interface ExportFile extends NamedFile {
  readonly facts: ExportFacts
  readonly format: ExportFormat
  /** How a value of a record is read from a file of this format. */
  spelled(cell: Cell): Cell
  /** Reads all rows from the bytes of the file. Throws `UnreadableFile` where that fails. */
  read(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<RowsRead>
  /** Once it is read: whether its form alone shows that it is as this console wrote it. Only a workbook's does. */
  isOurs(): boolean
}

/**
 * Opens a file with the facts beside it; XLSX has them within. Throws `UnreadableFile` where facts are missing, or are not those of
 * such a file.
 */
export async function openExport({ name, blob }: NamedFile, beside: Blob | null): Promise<ExportFile> {
  const format = await formatOf(blob)
  const facts = beside && (await factsIn(beside))
  if (format === 'xlsx') {
    const workbook = await openWorkbook(blob, facts)
    return {
      name,
      blob,
      facts: facts && workbook.hasFacts ? sameFacts(facts, workbook.facts) : workbook.facts,
      format,
      spelled: storedText,
      read: () => tableRows(workbook.rows()),
      isOurs: workbook.isOurs,
    }
  }
  if (!facts)
    throw new UnreadableFile(
      `There are no facts beside this file. Expected: ${factsFileName(unnumbered(name))}.`,
    )
  if (facts.file.format !== format)
    throw new UnreadableFile(
      `These are the facts of ${formatNames[facts.file.format]}, but the file is ${formatNames[format]}.`,
    )
  const opened = { name, blob, facts, format, isOurs: () => false }
  return format === 'csv'
    ? {
        ...opened,
        // UTF-8 has no form for halves of surrogate pairs.
        spelled: (cell) => (cell ?? '').replace(/\p{Cs}/gu, '\ufffd'),
        read: (bytes) => tableRows(csvRows(bytes), csvUnguarded),
      }
    : { ...opened, spelled: (cell) => cell, read: (bytes) => recordRows(jsonRecords(blob, bytes), facts) }
}

/** What a format is called within a sentence. */
export const formatNames: Readonly<Record<ExportFormat, string>> = {
  csv: 'a CSV file',
  json: 'a JSON file',
  xlsx: 'an XLSX file',
}

/** By its first bytes, whatever it is called: anything that is no ZIP and no list is text. */
async function formatOf(file: Blob): Promise<ExportFormat> {
  const beginning = await file.slice(0, 4).text()
  if (beginning.startsWith('PK')) return 'xlsx'
  return beginning.startsWith('[') ? 'json' : 'csv'
}

/** The facts beside an XLSX file, which know in addition what the file as a whole is. */
function sameFacts(beside: ExportFacts, within: ExportFacts): ExportFacts {
  const { bytes, sha256 } = within.file
  if (JSON.stringify({ ...beside, file: { ...beside.file, bytes, sha256 } }) === JSON.stringify(within))
    return beside
  throw new UnreadableFile('The facts beside this workbook are not the ones inside it.')
}

/** The list of the API that facts are of; null for a report. */
export function listOf({ list, asked }: ExportFacts): ListExport<unknown> | null {
  const found = listExportAt(asked.endpoint)
  return found?.name === list ? found : null
}

async function* tableRows(
  source: AsyncIterable<readonly (readonly string[])[]>,
  textOf: (cell: string) => string = (cell) => cell,
): AsyncGenerator<RowsRead> {
  let columns: readonly string[] | null = null
  for await (const lines of source) {
    const stored = columns === null ? lines.slice(1) : lines
    columns ??= lines[0] ?? null
    const names = columns ?? []
    const rows = stored.map((cells) =>
      Object.fromEntries(names.map((name, index) => [name, textOf(cells[index] ?? '')])),
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

/** Who is told how far reading is, and how it is stopped. */
export interface ReadOptions {
  readonly signal: AbortSignal
  /** How much of the file is read, from 0 to 1. */
  readonly onProgress?: (part: number) => void
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

/** Reads a file from its beginning to its end. */
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
  const begin = (names: readonly string[]) => {
    columns = names
    digests = columnDigests(names)
    // Records have every column of their list.
    const held = format === 'json' ? listOf(facts)?.columns : names
    const isHeld = (name: string) => held?.includes(name) ?? false
    totals = new Totals({ by: facts.totals.by.filter(isHeld), sums: facts.totals.sums.filter(isHeld) })
  }
  let fault: string | null = null
  try {
    for await (const piece of file.read(bytes())) {
      if (columns.length === 0) begin(piece.columns)
      for (const cells of piece.stored) digests.add(cells)
      digests.flush()
      for (const row of piece.rows) totals.add(row)
      rows += piece.stored.length
      if (rows > facts.rows + spareRows) throw new UnreadableFile(tooManyRows(facts.rows))
    }
  } catch (error) {
    if (error instanceof UnreadableFile) fault = error.message
    // Too many groups of totals, or records within records without end.
    else if (error instanceof RangeError)
      fault = 'The file has far more groups of totals, or records within records, than any export.'
    else throw error
  }
  // The rest, for the digest.
  for await (const _ of bytes());
  return {
    fault,
    sha256: bytesToHex(digest.digest()),
    columns,
    rows,
    digests: digests.digests(),
    totals: totals.written(),
  }
}

/** So many rows more than there should be are reason enough to stop. */
const spareRows = 100_000

function tooManyRows(stated: number): string {
  return `There are far more rows than the ${countText(stated)} in the facts. Reading stopped there.`
}
