/** The form of our XLSX files. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { readDecimal } from '../contract/decimal.ts'
import type { Cell } from './list-export.ts'

export interface SheetLayout {
  /** An amount has a second column, of numbers to calculate with. */
  readonly columns: readonly {
    /** From 0. */
    readonly at: number
    /** In characters. */
    readonly width: number
    readonly isAmount: boolean
  }[]
  readonly width: number
}

export function rowsLayout(names: readonly string[], amounts: readonly string[]): SheetLayout {
  let next = 0
  const columns = names.map((name) => {
    const column = { at: next, width: widthOf(name), isAmount: amounts.includes(name) }
    next += column.isAmount ? 2 : 1
    return column
  })
  return { columns, width: next }
}

export function headerOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function approximateHeader(header: string): string {
  return `${header} (approx.)`
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
export const xlsxLimits = { cell: 32_767, rows: 1_048_576 } as const

/** A text that is too long for a cell is not cut: its length and digest replace it. */
export function storedText(cell: Cell): string {
  const text = xlsxText(cell ?? '')
  if (text.length <= xlsxLimits.cell) return text
  const digest = bytesToHex(sha256(new TextEncoder().encode(text)))
  return `[${text.length} characters, too long for XLSX; SHA-256 ${digest}]`
}

/** Writes characters that XML forbids as _xHHHH_, and escapes texts that look like that. */
export function xlsxText(text: string): string {
  return text.replace(unwritable, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return `_x${code}_`
  })
}

/** Includes carriage returns, which XML readers turn into line feeds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff\p{Cs}]|_(?=x[0-9A-Fa-f]{4}_)/gu

/** Freezes the first row. */
export function sheetHead(layout: SheetLayout): string {
  const widths = layout.columns.flatMap(({ at, width, isAmount }) => [
    [at, width] as const,
    ...(isAmount ? [[at + 1, approximateWidth] as const] : []),
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
export function sheetTail(layout: SheetLayout, rows: number): string {
  const last = columnName(layout.width - 1)
  return `</sheetData><autoFilter ref="A1:${last}${rows}"/><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

/** `number` counts from 1. Texts come from `storedText`. */
export function rowXml(number: number, texts: readonly string[], layout: SheetLayout): string {
  const isHeader = number === 1
  const cells = layout.columns.map(({ at, isAmount }, index) => {
    const text = texts[index] ?? ''
    const own = textXml(number, at, text)
    if (!isAmount) return own
    if (isHeader) return own + textXml(number, at + 1, approximateHeader(text))
    const value = approximate(text)
    return value === '' ? own : `${own}<c r="${columnName(at + 1)}${number}" s="2"><v>${value}</v></c>`
  })
  return `<row r="${number}">${cells.join('')}</row>`
}

function textXml(number: number, at: number, text: string): string {
  if (text === '') return ''
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  const style = number === 1 ? ' s="1"' : ''
  return `<c r="${columnName(at)}${number}"${style} t="inlineStr"><is><t${space}>${escapeXml(text)}</t></is></c>`
}

/** `A`, `B`, … `Z`, `AA`, … for 0, 1, … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** All parts except the sheets. */
export function packageParts(sheets: number): readonly (readonly [path: string, xml: string])[] {
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
    ['xl/styles.xml', styles()],
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

export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`
}

/** Three styles: text that stays text when edited, the same in bold for headers, and numbers. */
function styles(): string {
  return (
    `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">' +
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
    '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>' +
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

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
