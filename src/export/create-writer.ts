import { csvWriter } from './csv-writer.ts'
import type { ExportFormat } from './facts.ts'
import { type FileTable, listTable } from './file-table.ts'
import { jsonWriter } from './json-writer.ts'
import type { ListExport } from './list-export.ts'
import type { ExportWriter } from './writer.ts'

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
