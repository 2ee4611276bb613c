/** Writes XLSX in pieces. */

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { counted, countText } from '../contract/count-text.ts'
import { dayLength, dayNumber } from '../contract/day.ts'
import { readDecimal } from '../contract/decimal.ts'
import { withCapital } from '../contract/initials.ts'
import type { Cell, ColumnKinds } from './list-export.ts'
import type { FileWriter } from './writer.ts'
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
    // It is not cut: its length and digest replace it.
    const digest = bytesToHex(sha256(new TextEncoder().encode(text)))
    return `[${text.length} characters, too long for XLSX; SHA-256 ${digest}]`
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
    this.#zip.beginFile(`xl/worksheets/sheet${this.#sheets}.xml`)
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

type ColumnKind = ColumnKinds[string] | 'text'

interface SheetLayout {
  /** An amount has a second column, of numbers to calculate with. */
  readonly columns: readonly {
    readonly at: number
    readonly width: number
    readonly kind: ColumnKind
  }[]
  readonly width: number
}

function rowsLayout(names: readonly string[], kinds: ColumnKinds): SheetLayout {
  let next = 0
  const columns = names.map((name) => {
    const kind: ColumnKind = kinds[name] ?? 'text'
    const column = { at: next, width: widthOf(name), kind }
    next += column.kind === 'amount' ? 2 : 1
    return column
  })
  return { columns, width: next }
}

export function headerOf(name: string, kind: ColumnKind | undefined): string {
  return `${withCapital(name.replaceAll('_', ' '))}${kind === 'instant' ? ' (UTC)' : ''}`
}

/** Rounds to 15 digits, which all spreadsheets keep, so that every program shows the same. Empty if not a decimal. */
export function approximate(text: string): string {
  const decimal = readDecimal(text)
  if (decimal === null) return ''
  const isNegative = decimal.digits < 0n
  const all = isNegative ? -decimal.digits : decimal.digits
  if (all === 0n) return '0'
  const dropped = Math.max(0, all.toString().length - significant)
  const unit = 10n ** BigInt(dropped)
  const digits = ((all + unit / 2n) / unit).toString()
  const exponent = digits.length - 1 + dropped - decimal.scale
  const fraction = digits.slice(1).replace(/0+$/, '')
  return `${isNegative ? '-' : ''}${digits.charAt(0)}${fraction && `.${fraction}`}${exponent === 0 ? '' : `E${exponent}`}`
}

const significant = 15

function widthOf(name: string): number {
  if (/_address$|^address$|_hash$|_link$|^note$|^because$/.test(name)) return 46
  if (/_(?:name|at|id)$|_balance$|^(?:amount|fee|memo|difference)$/.test(name)) return 26
  return 18
}

/** Limits of spreadsheet programs: characters of a cell, rows of a sheet. */
const xlsxLimits = { cell: 32_767, rows: 1_048_576 } as const

/** Writes characters that XML forbids as _xHHHH_, and escapes texts that look like that. */
function xlsxText(text: string): string {
  return text.replace(unwritable, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return `_x${code}_`
  })
}

/** Includes carriage returns, which XML readers turn into line feeds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff\p{Cs}]|_(?=x[0-9A-Fa-f]{4}_)/gu

function sheetHead(layout: SheetLayout): string {
  const widths = layout.columns.flatMap(({ at, width, kind }) => [
    [at, width] as const,
    ...(kind === 'amount' ? [[at + 1, approximateWidth] as const] : []),
  ])
  const cols = widths.map(
    ([at, width]) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${cols.join('')}</cols><sheetData>`
  )
}

const approximateWidth = 20

/** Suppresses the warning about numbers as text: these are text on purpose. */
function sheetTail(layout: SheetLayout, rows: number): string {
  const last = columnName(layout.width - 1)
  return `</sheetData><autoFilter ref="A1:${last}${rows}"/><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

function headerXml(names: readonly string[], { columns }: SheetLayout): string {
  const cells = columns.map(({ at, kind }, index) => {
    const header = headerOf(names[index] ?? '', kind)
    const own = textXml(1, at, header)
    return kind === 'amount' ? own + textXml(1, at + 1, `${header} (approx.)`) : own
  })
  return `<row r="1">${cells.join('')}</row>`
}

/** `number` counts from 1, which is the header. Texts are stored cells. */
function rowXml(number: number, texts: readonly string[], { columns }: SheetLayout): string {
  const cells = columns.map(({ at, kind }, index) => {
    const text = texts[index] ?? ''
    if (kind === 'amount')
      return textXml(number, at, text) + numberXml(number, at + 1, approximate(text), styles.number)
    const [value, style] = numberOf(text, kind)
    return value === null ? textXml(number, at, text) : numberXml(number, at, value, style)
  })
  return `<row r="${number}">${cells.join('')}</row>`
}

/** Null where the text says more than a number or a date of XLSX can. */
function numberOf(text: string, kind: ColumnKind): readonly [string | null, number] {
  switch (kind) {
    case 'count':
      return [/^\d{1,15}$/.test(text) ? String(Number(text)) : null, styles.number]
    case 'day':
      return [serial(dayNumber(text)), styles.day]
    case 'instant': {
      const isExact = /T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/.test(text) && dayNumber(text.slice(0, 10)) !== null
      return [isExact ? serial(Date.parse(text) / dayLength) : null, styles.instant]
    }
    default:
      return [null, styles.text]
  }
}

/** Days since 1899-12-30. Programs differ about those before March 1900, which was no leap year. Ten decimals tell milliseconds apart. */
function serial(days: number | null): string | null {
  const number = (days ?? Number.NaN) + 25_569
  return number >= 61 ? number.toFixed(10).replace(/\.?0+$/, '') : null
}

function numberXml(number: number, at: number, value: string, style: number): string {
  return value === '' ? '' : `<c r="${columnName(at)}${number}" s="${style}"><v>${value}</v></c>`
}

function textXml(number: number, at: number, text: string): string {
  if (text === '') return ''
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  const style = number === 1 ? ` s="${styles.header}"` : ''
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<c r="${columnName(at)}${number}"${style} t="inlineStr"><is><t${space}>${escaped}</t></is></c>`
}

/** `A`, `B`, … `Z`, `AA`, … for 0, 1, … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

function packageParts(sheets: number): readonly (readonly [path: string, xml: string])[] {
  const names = Array.from({ length: sheets }, (_, index) => (index === 0 ? 'Rows' : `Rows ${index + 1}`))
  const numbers = names.map((_, index) => index + 1)
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return [
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships('officeDocument')}"><sheets>${names
        .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationshipsXml([
        ...numbers.map((number) => ['worksheet', `worksheets/sheet${number}.xml`] as const),
        ['styles', 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', stylesXml()],
    ['_rels/.rels', relationshipsXml([['officeDocument', 'xl/workbook.xml']])],
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${numbers
          .map(
            (number) =>
              `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}.worksheet+xml"/>`,
          )
          .join('')}</Types>`,
    ],
  ]
}

/** Text stays text when edited. */
const styles = { text: 0, header: 1, number: 2, day: 3, instant: 4 } as const

function stylesXml(): string {
  return (
    `${declaration}<styleSheet xmlns="${main}"><numFmts count="2">` +
    '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">' +
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}

function relationshipsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const lines = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationships('officeDocument')}/${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${relationships('package')}">${lines.join('')}</Relationships>`
}

function relationships(scope: 'officeDocument' | 'package'): string {
  return `http://schemas.openxmlformats.org/${scope}/2006/relationships`
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
