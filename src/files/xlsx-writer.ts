import { utf8ToBytes } from '@noble/hashes/utils.js'
import { counted, countText } from '../contract/count-text.ts'
import type { Cell, ColumnKinds } from './list-export.ts'
import type { FileWriter } from './writer.ts'
import {
  headerXml,
  packageParts,
  rowsLayout,
  rowXml,
  type SheetLayout,
  sheetHead,
  sheetPath,
  sheetTail,
  storedText,
  xlsxLimits,
  xlsxText,
} from './xlsx-form.ts'
import { ZipWriter } from './zip-writer.ts'

/** Without the 64-bit extension, which not every reader has, a part of a ZIP is limited to 4 GiB. */
const mostBytesOfSheet = 3 * 2 ** 30

/** A full sheet continues on the next. Throws a `RangeError` if the file becomes too large. `rowsOfSheet` is for tests. */
export class XlsxWriter implements FileWriter {
  readonly #columns: readonly string[]
  readonly #rowsOfSheet: number
  readonly #layout: SheetLayout
  readonly #zip = new ZipWriter()
  #sheets = 0
  #rowsHere = 0
  #bytesHere = 0
  #tooLong = 0

  constructor(columns: readonly string[], kinds: ColumnKinds, rowsOfSheet: number = xlsxLimits.rows) {
    this.#columns = columns
    this.#rowsOfSheet = rowsOfSheet
    this.#layout = rowsLayout(columns, kinds)
  }

  begin(): Uint8Array {
    this.#beginSheet()
    return this.#zip.taken()
  }

  stored(cell: Cell): string {
    const text = xlsxText(cell ?? '')
    if (text.length <= xlsxLimits.cell) return text
    this.#tooLong += 1
    return storedText(cell)
  }

  rows(rows: readonly (readonly string[])[]): Uint8Array {
    let xml = ''
    for (const texts of rows) {
      if (this.#rowsHere >= this.#rowsOfSheet || this.#bytesHere + xml.length > mostBytesOfSheet) {
        this.#write(xml)
        xml = ''
        this.#beginSheet()
      }
      this.#rowsHere += 1
      xml += rowXml(this.#rowsHere, texts, this.#layout)
    }
    this.#write(xml)
    return this.#zip.taken()
  }

  remarks(): readonly string[] {
    if (this.#tooLong === 0) return []
    return [
      `${counted(this.#tooLong, 'cell is', 'cells are')} longer than the ${countText(xlsxLimits.cell)} characters that XLSX allows. The length and SHA-256 of the text are there instead; CSV and JSON have all of it.`,
    ]
  }

  end(): Uint8Array {
    this.#zip.endFile(utf8ToBytes(sheetTail(this.#layout, this.#rowsHere)))
    for (const [path, xml] of packageParts(this.#sheets)) this.#zip.file(path, utf8ToBytes(xml))
    this.#zip.end()
    return this.#zip.taken()
  }

  #beginSheet(): void {
    if (this.#sheets > 0) this.#zip.endFile(utf8ToBytes(sheetTail(this.#layout, this.#rowsHere)))
    this.#sheets += 1
    this.#zip.beginFile(sheetPath(this.#sheets))
    this.#bytesHere = 0
    this.#rowsHere = 1
    const names = this.#columns.map(xlsxText)
    this.#write(sheetHead(this.#layout) + headerXml(names, this.#layout))
  }

  #write(xml: string): void {
    const bytes = utf8ToBytes(xml)
    this.#bytesHere += bytes.length
    this.#zip.write(bytes)
  }
}
