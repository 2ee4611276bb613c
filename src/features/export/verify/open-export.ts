import { type ExportFacts, type ExportFormat, factsFileName } from '../facts.ts'
import { type Cell, type Row, rowsOfDated } from '../list-export.ts'
import { listExportAt } from '../lists.ts'
import { csvUnguarded } from '../write/csv.ts'
import { storedText } from '../write/xlsx-layout.ts'
import { faultWords } from './check-words.ts'
import { UnreadableFile } from './file-faults.ts'
import { factsOrNull, unnumbered } from './pair-files.ts'
import { factsIn, factsOddities } from './read-facts.ts'
import { csvRows, jsonRecords, type RowsListener } from './read-rows.ts'
import { openXlsx, type XlsxExport } from './read-xlsx.ts'

/** What one read of a file gives, piece by piece. */
export interface ExportRows {
  /** Rows of the file's own kind: of JSON records. */
  readonly count: number
  /** The cells by the names of their columns. Of one record of JSON there may be several. */
  readonly rows: readonly Row[]
  /** JSON: the first row of each record. CSV and XLSX do not tell where a record begins. */
  readonly heads?: readonly Row[]
}

/** An export that was opened to be checked. */
export interface OpenExport {
  readonly file: Blob
  readonly name: string
  readonly facts: ExportFacts
  /** What the facts file holds that is no part of facts, in sentences; null where the facts are inside the export alone. */
  readonly factsOddities: readonly string[] | null
  readonly format: ExportFormat
  /** How a value of a record is read from a file of this format. */
  spelled(cell: Cell): Cell
  /**
   * Reads all rows. `onHeader` gets the names of the columns where the file has any, `onBytes` every byte of the file once, also
   * where it cannot be read to its end. Throws `UnreadableFile` where a row is not as this console writes it.
   */
  read(listener: ReadListener): AsyncGenerator<ExportRows>
}

/** Who is told what while an export is read. */
export interface ReadListener extends RowsListener {
  readonly onHeader?: (columns: readonly string[]) => void
  /** Each row as the cells of the file store it; of JSON each record as compact JSON. */
  readonly onStored?: (cells: readonly string[]) => void
}

/**
 * Opens a file with the facts beside it; XLSX has them within. Throws `UnreadableFile` with a sentence for the reader where facts
 * are missing, or are not those of such a file.
 */
export async function openExport(file: Blob, name: string, beside: Blob | null): Promise<OpenExport> {
  const format = await formatOf(file)
  if (format === 'xlsx') {
    const read = beside && (await factsBeside(beside))
    const { facts: within, rows } = await openXlsx(file).catch((error: unknown) =>
      openResaved(file, error, read?.facts ?? null),
    )
    return {
      file,
      name,
      facts: read ? sameFacts(read.facts, within) : within,
      factsOddities: read?.oddities ?? null,
      format,
      spelled: storedText,
      read: (listener) => readTable(rows(listener), listener),
    }
  }
  if (!beside) throw new UnreadableFile(faultWords.noFacts(factsFileName(unnumbered(name))))
  const { facts, oddities } = await factsBeside(beside)
  if (facts.file.format !== format)
    throw new UnreadableFile(faultWords.otherFormat(facts.file.format, format))
  return format === 'csv'
    ? {
        file,
        name,
        facts,
        factsOddities: oddities,
        format,
        spelled: (cell) => inUtf8(cell ?? ''),
        read: (listener) => readTable(csvRows(file, listener), listener, csvUnguarded),
      }
    : {
        file,
        name,
        facts,
        factsOddities: oddities,
        format,
        spelled: (cell) => cell,
        read: (listener) => readRecords(file, facts, listener),
      }
}

/**
 * The facts that were found beside a file and that nobody named. XLSX has its own within, so that others are left out unless they
 * are those of an XLSX file: a good file must not fail because of what lies next to it.
 */
export async function factsFound(file: Blob, beside: Blob | null): Promise<Blob | null> {
  if (!beside || (await formatOf(file)) !== 'xlsx') return beside
  return (await factsOrNull(beside))?.file.format === 'xlsx' ? beside : null
}

async function factsBeside(
  beside: Blob,
): Promise<{ readonly facts: ExportFacts; readonly oddities: readonly string[] }> {
  const { facts, text } = await factsIn(beside)
  return { facts, oddities: factsOddities(text, facts) }
}

/** What is not as this console writes XLSX may have been saved by another program; then it is read as any other reader would. */
async function openResaved(file: Blob, error: unknown, beside: ExportFacts | null): Promise<XlsxExport> {
  if (!(error instanceof UnreadableFile)) throw error
  const { openOtherXlsx } = await import('./read-other-xlsx.ts')
  const found = await openOtherXlsx(file, beside)
  if (found === null) throw error
  return found
}

/** The facts beside an XLSX file, which know in addition what the file as a whole is. */
function sameFacts(beside: ExportFacts, within: ExportFacts): ExportFacts {
  const { bytes, sha256 } = within.file
  if (JSON.stringify({ ...beside, file: { ...beside.file, bytes, sha256 } }) === JSON.stringify(within))
    return beside
  throw new UnreadableFile(faultWords.otherFacts)
}

/** By its first bytes, whatever it is called: anything that is no zip and no list is text. */
async function formatOf(file: Blob): Promise<ExportFormat> {
  const beginning = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (beginning[0] === 0x50 && beginning[1] === 0x4b) return 'xlsx'
  // Editors put a byte order mark before everything; the decoder drops it.
  return new TextDecoder().decode(beginning).startsWith('[') ? 'json' : 'csv'
}

/** UTF-8 has no form for halves of surrogate pairs. */
function inUtf8(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}

async function* readTable(
  source: AsyncGenerator<readonly (readonly string[])[]>,
  { onHeader, onStored }: ReadListener,
  textOf: (cell: string) => string = (cell) => cell,
): AsyncGenerator<ExportRows> {
  let columns: readonly string[] | null = null
  let count = 0
  for await (const lines of source) {
    const rows: Row[] = []
    for (const cells of lines) {
      if (columns === null) {
        columns = cells
        onHeader?.(cells)
        continue
      }
      count += 1
      onStored?.(cells)
      if (cells.length !== columns.length)
        throw new UnreadableFile(faultWords.cells(count, cells.length, columns.length))
      rows.push(Object.fromEntries(columns.map((name, index) => [name, textOf(cells[index] ?? '')])))
    }
    yield { count: rows.length, rows }
  }
  if (columns === null) throw new UnreadableFile(faultWords.noHeader)
}

async function* readRecords(
  file: Blob,
  { asked, dates }: ExportFacts,
  listener: ReadListener,
): AsyncGenerator<ExportRows> {
  const list = listExportAt(asked.endpoint)
  for await (const records of jsonRecords(file, listener)) {
    for (const record of records) listener.onStored?.([JSON.stringify(record)])
    const rowsOf = (received: unknown) => {
      if (!list) return []
      return dates ? rowsOfDated(list, received) : list.rowsOf(list.normalise(received))
    }
    const rows = list ? records.map(rowsOf) : []
    yield { count: records.length, rows: rows.flat(), heads: rows.flatMap((each) => each.slice(0, 1)) }
  }
}
