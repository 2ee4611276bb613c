import { csvUnguarded, recordsColumn } from '../../files/csv.ts'
import { type ExportFacts, type ExportFormat, factsFileName } from '../../files/facts.ts'
import { type Cell, type ListExport, type Row, rowsOfDated } from '../../files/list-export.ts'
import { listExportAt } from '../../files/lists.ts'
import { storedText } from '../../files/xlsx-layout.ts'
import { csvRows } from './csv-file.ts'
import { factsIn, factsOrNull } from './facts-file.ts'
import { type NamedFile, unnumbered } from './file-pairs.ts'
import { jsonRecords } from './json-file.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { faults } from './words.ts'
import { openWorkbook } from './workbook.ts'

/** Rows that were read together. */
export interface RowsRead {
  /** The columns of the file; of JSON the one of its records. */
  readonly columns: readonly string[]
  /** Each row as the cells of the file store it; of JSON each record as compact JSON. */
  readonly stored: readonly (readonly string[])[]
  /** The texts of the cells by the names of their columns. Of one record of JSON there may be several. */
  readonly rows: readonly Row[]
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
export async function openExport(file: NamedFile, beside: Blob | null): Promise<ExportFile> {
  const { name, blob } = file
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
  if (!facts) throw new UnreadableFile(faults.noFactsBeside(factsFileName(unnumbered(name))))
  if (facts.file.format !== format) throw new UnreadableFile(faults.otherFormat(facts.file.format, format))
  const opened = { name, blob, facts, format, isOurs: () => false }
  return format === 'csv'
    ? {
        ...opened,
        spelled: (cell) => inUtf8(cell ?? ''),
        read: (bytes) => tableRows(csvRows(bytes), csvUnguarded),
      }
    : { ...opened, spelled: (cell) => cell, read: (bytes) => recordRows(jsonRecords(blob, bytes), facts) }
}

/**
 * The facts that were found beside a file and that nobody named. XLSX has its own within, so that others are left out unless they
 * are those of an XLSX file: a good file must not fail because of what lies next to it.
 */
export async function factsFound(file: Blob, beside: Blob | null): Promise<Blob | null> {
  if (!beside || (await formatOf(file)) !== 'xlsx') return beside
  return (await factsOrNull(beside))?.file.format === 'xlsx' ? beside : null
}

/** The facts beside an XLSX file, which know in addition what the file as a whole is. */
function sameFacts(beside: ExportFacts, within: ExportFacts): ExportFacts {
  const { bytes, sha256 } = within.file
  if (JSON.stringify({ ...beside, file: { ...beside.file, bytes, sha256 } }) === JSON.stringify(within))
    return beside
  throw new UnreadableFile(faults.otherFacts)
}

/** The list of the API that facts are of; null for a report. */
export function listOf({ list, asked }: ExportFacts): ListExport<unknown> | null {
  const found = listExportAt(asked.endpoint)
  return found?.name === list ? found : null
}

/** By its first bytes, whatever it is called: anything that is no ZIP and no list is text. */
async function formatOf(file: Blob): Promise<ExportFormat> {
  const beginning = await file.slice(0, 4).text()
  if (beginning.startsWith('PK')) return 'xlsx'
  return beginning.startsWith('[') ? 'json' : 'csv'
}

/** UTF-8 has no form for halves of surrogate pairs. */
function inUtf8(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}

async function* tableRows(
  source: AsyncIterable<readonly (readonly string[])[]>,
  textOf: (cell: string) => string = (cell) => cell,
): AsyncGenerator<RowsRead> {
  let columns: readonly string[] | null = null
  let count = 0
  for await (const lines of source) {
    const stored = columns === null ? lines.slice(1) : lines
    columns ??= lines[0] ?? null
    if (columns === null) continue
    const names = columns
    const rows = stored.map((cells) => {
      count += 1
      if (cells.length !== names.length)
        throw new UnreadableFile(faults.cells(count, cells.length, names.length))
      return Object.fromEntries(names.map((name, index) => [name, textOf(cells[index] ?? '')]))
    })
    yield { columns: names, stored, rows }
  }
  if (columns === null) throw new UnreadableFile(faults.noHeader)
}

async function* recordRows(
  source: AsyncIterable<readonly unknown[]>,
  facts: ExportFacts,
): AsyncGenerator<RowsRead> {
  const list = listOf(facts)
  const rowsOf = (received: unknown): readonly Row[] => {
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
