import { counted, countText } from '../contract/count-text.ts'
import type { Cell } from './list-export.ts'
import { columnDigests, type FileTable, type FileWriter, othersRemark } from './writer.ts'
import {
  factsLayout,
  factsRows,
  headerOf,
  packageParts,
  rowsLayout,
  rowXml,
  sheetHead,
  sheetPath,
  sheetTail,
  storedText,
  summaryLayout,
  summaryRows,
  xlsxLimits,
  xlsxText,
} from './xlsx-form.ts'
import { ZipWriter } from './zip-writer.ts'

/** Zip without its 64-bit extension, which not every reader has, cannot state a part of more than 4 GiB. */
const mostBytesOfSheet = 3 * 2 ** 30

/**
 * XLSX: sheets of rows, a summary, and a last sheet of facts. All cells are text, but for the numbers beside amounts. What one sheet
 * cannot hold goes on with the next; throws a `RangeError` where the file as a whole becomes too large. `rowsOfSheet` is for tests.
 */
export function xlsxWriter<R>(table: FileTable<R>, rowsOfSheet: number = xlsxLimits.rows): FileWriter<R> {
  const encoder = new TextEncoder()
  const content = columnDigests(table.columns)
  const zip = new ZipWriter()
  const names = table.columns.map(xlsxText)
  const layout = rowsLayout(table.columns, table.amounts)
  let sheets = 0
  let rowsHere = 0
  let bytesHere = 0
  let rows = 0
  let withOthers = 0
  let tooLong = 0

  const stored = (cell: Cell): string => {
    const text = xlsxText(cell ?? '')
    if (text.length <= xlsxLimits.cell) return text
    tooLong += 1
    return storedText(cell)
  }
  const write = (xml: string) => {
    const bytes = encoder.encode(xml)
    bytesHere += bytes.length
    zip.write(bytes)
  }
  const beginSheet = () => {
    if (sheets > 0) zip.endFile(encoder.encode(sheetTail(layout, rowsHere)))
    sheets += 1
    zip.beginFile(sheetPath(sheets))
    bytesHere = 0
    rowsHere = 1
    write(sheetHead(layout) + rowXml(1, names.map(headerOf), layout))
  }

  return {
    begin() {
      beginSheet()
      return zip.taken()
    },
    rows(records) {
      let xml = ''
      for (const record of records) {
        if (table.hasOthers(record)) withOthers += 1
        for (const cells of table.rowsOf(record)) {
          if (rowsHere >= rowsOfSheet || bytesHere + xml.length > mostBytesOfSheet) {
            write(xml)
            xml = ''
            beginSheet()
          }
          const texts = cells.map(stored)
          rowsHere += 1
          rows += 1
          xml += rowXml(rowsHere, texts, layout)
          content.add(texts)
        }
      }
      write(xml)
      content.flush()
      return zip.taken()
    },
    end(facts) {
      zip.endFile(encoder.encode(sheetTail(layout, rowsHere)))
      const texts = [
        { layout: summaryLayout, lines: facts ? summaryRows(facts) : [] },
        { layout: factsLayout, lines: facts ? factsRows(facts) : [] },
      ]
      for (const [index, { layout: own, lines }] of texts.entries()) {
        const rowsXml = lines.map((line, at) => rowXml(at + 1, line, own)).join('')
        zip.file(
          sheetPath(sheets + 1 + index),
          encoder.encode(sheetHead(own) + rowsXml + sheetTail(own, lines.length)),
        )
      }
      for (const [path, xml] of packageParts(sheets)) zip.file(path, encoder.encode(xml))
      zip.end()
      return zip.taken()
    },
    written: () => ({
      rows,
      remarks: [
        ...othersRemark(withOthers),
        ...(tooLong === 0
          ? []
          : [
              `${counted(tooLong, 'cell is', 'cells are')} longer than the ${countText(xlsxLimits.cell)} characters that XLSX allows. The length and SHA-256 of the text are there instead; CSV and JSON have all of it.`,
            ]),
      ],
      content: content.digests(),
    }),
  }
}
