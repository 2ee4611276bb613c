import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { csvQuoted } from './csv.ts'
import { type ExportFacts, writeFacts } from './facts.ts'
import type { FileTable } from './file-table.ts'
import type { Cell } from './list-export.ts'
import { othersRemark, tooLongRemark } from './remarks.ts'
import type { ExportWriter } from './writer.ts'
import { packageParts, rowXml, sheetHead, sheetPath, sheetTail, xlsxLimits, xlsxText } from './xlsx-xml.ts'
import { ZipWriter } from './zip-writer.ts'

/** Zip without its 64-bit extension, which not every reader has, cannot state a part of more than 4 GiB. */
const mostBytesOfSheet = 3 * 2 ** 30

/**
 * XLSX: sheets of rows, and a last one of facts. All cells are text. What one sheet cannot hold goes on with the next; throws a
 * `RangeError` where the file as a whole becomes too large. `rowsOfSheet` is for tests.
 */
export function xlsxWriter<R>(table: FileTable<R>, rowsOfSheet: number = xlsxLimits.rows): ExportWriter<R> {
  const encoder = new TextEncoder()
  const digest = sha256.create()
  const zip = new ZipWriter()
  const header = table.columns.map(xlsxText)
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
    return insteadOf(cell ?? '')
  }
  const write = (xml: string) => {
    const bytes = encoder.encode(xml)
    bytesHere += bytes.length
    zip.write(bytes)
  }
  const beginSheet = () => {
    if (sheets > 0) zip.endFile(encoder.encode(sheetTail))
    sheets += 1
    zip.beginFile(sheetPath(sheets))
    bytesHere = 0
    rowsHere = 1
    write(sheetHead + rowXml(1, header))
  }

  return {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    begin() {
      digest.update(encoder.encode(canonicalLine(header)))
      beginSheet()
      return zip.taken()
    },
    rows(records) {
      let xml = ''
      let canonical = ''
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
          xml += rowXml(rowsHere, texts)
          canonical += canonicalLine(texts)
        }
      }
      write(xml)
      digest.update(encoder.encode(canonical))
      return zip.taken()
    },
    end(facts) {
      zip.endFile(encoder.encode(sheetTail))
      const lines = facts ? factsRows(facts) : []
      zip.file(
        sheetPath(sheets + 1),
        encoder.encode(
          `${sheetHead}${lines.map((texts, index) => rowXml(index + 1, texts)).join('')}${sheetTail}`,
        ),
      )
      for (const [path, xml] of packageParts(sheets)) zip.file(path, encoder.encode(xml))
      zip.end()
      return zip.taken()
    },
    written: () => ({
      rows,
      remarks: [...othersRemark(withOthers), ...tooLongRemark(tooLong, xlsxLimits.cell)],
      rowsSha256: bytesToHex(digest.clone().digest()),
    }),
  }
}

/** One row of the text of which `rows_sha256` is the digest. */
export function canonicalLine(texts: readonly string[]): string {
  return `${texts.map(csvQuoted).join(',')}\r\n`
}

/**
 * The sheet of facts: a name and a value a row, for people. Under them the same as JSON, cut into pieces that a cell holds: from
 * that they are read back.
 */
export function factsRows(facts: ExportFacts): readonly (readonly string[])[] {
  const json = writeFacts(facts)
  const pieces = Array.from({ length: Math.ceil(json.length / pieceLength) }, (_, index) =>
    json.slice(index * pieceLength, (index + 1) * pieceLength),
  )
  return [['fact', 'value'], ...flattened('', facts), ...pieces.map((piece) => [jsonRow, piece])].map(
    (cells) => cells.map(xlsxText).map(shortened),
  )
}

/** What stands before each piece of the facts as JSON. */
export const jsonRow = 'as JSON'

/** Escapes make a text at most seven times as long. */
const pieceLength = Math.floor(xlsxLimits.cell / 7)

/** A filter, a link or an id of an asset may be of any length; the JSON under it has it whole. */
function shortened(text: string): string {
  return text.length <= xlsxLimits.cell ? text : insteadOf(text)
}

/** In place of what no cell can hold: how long it is, and its digest. */
export function insteadOf(text: string): string {
  return `[${text.length} characters, too long for XLSX; SHA-256 ${bytesToHex(sha256(new TextEncoder().encode(text)))}]`
}

function flattened(name: string, value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[name, value === null ? '' : String(value)]]
  const entries = Object.entries(value)
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return [[name, value.join(value.some((each) => /\s/.test(each)) ? '\n' : ', ')]]
  return entries.flatMap(([key, each]) =>
    flattened(name === '' ? key : `${name}.${Array.isArray(value) ? Number(key) + 1 : key}`, each),
  )
}
