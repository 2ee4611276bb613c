import { columnDigests, csvGuarded, csvLines, csvText, recordsColumn } from './csv.ts'
import type { ExportFormat } from './facts.ts'
import type { Cell, ListExport } from './list-export.ts'
import { guardedRemark, othersRemark, surrogateRemark } from './words.ts'
import { type ExportWriter, type FileTable, listTable } from './writer.ts'

/** The writer of a list's file; JSON holds whole records, whatever the columns. XLSX is loaded when it is used. */
export function createWriter<R>(
  format: ExportFormat,
  list: ListExport<R>,
  columns: readonly string[],
): Promise<ExportWriter<R>> {
  return format === 'json'
    ? Promise.resolve(jsonWriter(list))
    : createTableWriter(format, listTable(list, columns))
}

/** The writer of a table's file, for a table that the console made itself. */
export async function createTableWriter<R>(
  format: Exclude<ExportFormat, 'json'>,
  table: FileTable<R>,
): Promise<ExportWriter<R>> {
  if (format === 'csv') return csvWriter(table)
  const { xlsxWriter } = await import('./xlsx-writer.ts')
  return xlsxWriter(table)
}

/** CSV: UTF-8 with the mark that tells spreadsheets so; formulas are neutralised. */
export function csvWriter<R>(table: FileTable<R>): ExportWriter<R> {
  const encoder = new TextEncoder()
  const content = columnDigests(table.columns)
  let rows = 0
  let withOthers = 0
  let broken = 0
  let guarded = 0
  const guard = (text: Cell) => {
    const cell = csvGuarded(text)
    if (cell !== (text ?? '')) guarded += 1
    return cell
  }
  return {
    begin: () => encoder.encode(`\ufeff${csvText([table.columns])}`),
    rows(records) {
      const lines = records.flatMap((record) => table.rowsOf(record))
      for (const record of records) if (table.hasOthers(record)) withOthers += 1
      rows += lines.length
      const stored = lines.map((cells) => cells.map(guard))
      for (const cells of stored) content.add(cells)
      content.flush()
      const text = csvLines(stored)
      broken += text.match(/\p{Cs}/gu)?.length ?? 0
      return encoder.encode(text)
    },
    end: () => new Uint8Array(),
    written: () => ({
      rows,
      remarks: [...othersRemark(withOthers), ...guardedRemark(guarded), ...surrogateRemark(broken)],
      content: content.digests(),
    }),
  }
}

/** JSON: the records as the service sent them, untouched (numbers as text), as one array with one record a line. */
export function jsonWriter<R>(list: Pick<ListExport<R>, 'received'>): ExportWriter<R> {
  const encoder = new TextEncoder()
  const content = columnDigests([recordsColumn])
  let rows = 0
  return {
    begin: () => encoder.encode('['),
    rows(records) {
      const lines = records.map((record, index) => {
        const isFirst = rows === 0 && index === 0
        const json = JSON.stringify(list.received(record)) ?? 'null'
        content.add([json])
        return `${isFirst ? '\n' : ',\n'}${json}`
      })
      content.flush()
      rows += records.length
      return encoder.encode(lines.join(''))
    },
    end: () => encoder.encode('\n]\n'),
    written: () => ({ rows, remarks: [], content: content.digests() }),
  }
}
