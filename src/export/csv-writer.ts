import { columnDigests } from './column-digests.ts'
import { csvGuarded, csvLines, csvText } from './csv.ts'
import type { FileTable } from './file-table.ts'
import type { Cell } from './list-export.ts'
import { guardedRemark, othersRemark, surrogateRemark } from './remarks.ts'
import type { ExportWriter } from './writer.ts'

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
    mediaType: 'text/csv;charset=utf-8',
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
