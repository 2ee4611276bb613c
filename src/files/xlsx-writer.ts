import { utf8ToBytes } from '@noble/hashes/utils.js'
import { counted, countText } from '../contract/count-text.ts'
import type { ExportFacts, Written } from './facts.ts'
import type { Cell } from './list-export.ts'
import { type ColumnDigests, columnDigests, type FileTable, type FileWriter, othersRemark } from './writer.ts'
import {
  factsLayout,
  factsRows,
  headerOf,
  packageParts,
  rowsLayout,
  rowXml,
  type SheetLayout,
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
export class XlsxWriter<R> implements FileWriter<R> {
  readonly #table: FileTable<R>
  readonly #rowsOfSheet: number
  readonly #content: ColumnDigests
  readonly #layout: SheetLayout
  readonly #zip = new ZipWriter()
  #sheets = 0
  #rowsHere = 0
  #bytesHere = 0
  #rows = 0
  #withOthers = 0
  #tooLong = 0

  constructor(table: FileTable<R>, rowsOfSheet: number = xlsxLimits.rows) {
    this.#table = table
    this.#rowsOfSheet = rowsOfSheet
    this.#content = columnDigests(table.columns)
    this.#layout = rowsLayout(table.columns, table.amounts)
  }

  begin(): Uint8Array {
    this.#beginSheet()
    return this.#zip.taken()
  }

  rows(records: readonly R[]): Uint8Array {
    let xml = ''
    for (const record of records) {
      if (this.#table.hasOthers(record)) this.#withOthers += 1
      for (const cells of this.#table.rowsOf(record)) {
        if (this.#rowsHere >= this.#rowsOfSheet || this.#bytesHere + xml.length > mostBytesOfSheet) {
          this.#write(xml)
          xml = ''
          this.#beginSheet()
        }
        const texts = cells.map((cell) => this.#stored(cell))
        this.#rowsHere += 1
        this.#rows += 1
        xml += rowXml(this.#rowsHere, texts, this.#layout)
        this.#content.add(texts)
      }
    }
    this.#write(xml)
    this.#content.flush()
    return this.#zip.taken()
  }

  end(facts?: ExportFacts): Uint8Array {
    this.#zip.endFile(utf8ToBytes(sheetTail(this.#layout, this.#rowsHere)))
    const texts = [
      { layout: summaryLayout, lines: facts ? summaryRows(facts) : [] },
      { layout: factsLayout, lines: facts ? factsRows(facts) : [] },
    ]
    for (const [index, { layout, lines }] of texts.entries()) {
      const rows = lines.map((line, at) => rowXml(at + 1, line, layout)).join('')
      const xml = sheetHead(layout) + rows + sheetTail(layout, lines.length)
      this.#zip.file(sheetPath(this.#sheets + 1 + index), utf8ToBytes(xml))
    }
    for (const [path, xml] of packageParts(this.#sheets)) this.#zip.file(path, utf8ToBytes(xml))
    this.#zip.end()
    return this.#zip.taken()
  }

  written(): Written {
    const tooLong = `${counted(this.#tooLong, 'cell is', 'cells are')} longer than the ${countText(xlsxLimits.cell)} characters that XLSX allows. The length and SHA-256 of the text are there instead; CSV and JSON have all of it.`
    return {
      rows: this.#rows,
      remarks: [...othersRemark(this.#withOthers), ...(this.#tooLong === 0 ? [] : [tooLong])],
      content: this.#content.digests(),
    }
  }

  #beginSheet(): void {
    if (this.#sheets > 0) this.#zip.endFile(utf8ToBytes(sheetTail(this.#layout, this.#rowsHere)))
    this.#sheets += 1
    this.#zip.beginFile(sheetPath(this.#sheets))
    this.#bytesHere = 0
    this.#rowsHere = 1
    const header = this.#table.columns.map((name) => headerOf(xlsxText(name)))
    this.#write(sheetHead(this.#layout) + rowXml(1, header, this.#layout))
  }

  #write(xml: string): void {
    const bytes = utf8ToBytes(xml)
    this.#bytesHere += bytes.length
    this.#zip.write(bytes)
  }

  #stored(cell: Cell): string {
    const text = xlsxText(cell ?? '')
    if (text.length <= xlsxLimits.cell) return text
    this.#tooLong += 1
    return storedText(cell)
  }
}
