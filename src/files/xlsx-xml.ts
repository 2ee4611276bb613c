/**
 * The parts of our XLSX files as XML text. What the service said is inline strings: nothing in it can be taken for a formula, and an
 * amount stays the text that it is, beside a number made of it. The verifier writes again with these same functions what it read, so
 * that it tells every other form.
 */
import { approximate, approximateHeader, type SheetLayout } from './xlsx-layout.ts'

/** What a sheet begins with: the first row stays in sight, and columns are as wide as what they are for. */
export function sheetHead(layout: SheetLayout): string {
  const widths = layout.columns.flatMap(({ at, width, isAmount }) => [
    [at, width] as const,
    ...(isAmount ? [[at + 1, approximateWidth] as const] : []),
  ])
  const cols = widths.map(
    ([at, width]) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${declaration()}<worksheet xmlns="${main()}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${cols.join('')}</cols><sheetData>`
  )
}

const approximateWidth = 20

/** What it ends with after so many rows: no green corner at numbers that are kept as text, since they are so on purpose. */
export function sheetTail(layout: SheetLayout, rows: number): string {
  const last = columnName(layout.width - 1)
  const filter = layout.hasFilter ? `<autoFilter ref="A1:${last}${rows}"/>` : ''
  return `</sheetData>${filter}<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

/**
 * One row; `number` counts from 1. Empty cells are left out. Texts are as `xlsxText` gives them; the numbers beside amounts are made
 * of them.
 */
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

/** The other parts of a file with so many sheets of rows, and a summary and the facts after them: path and content. */
export function packageParts(sheets: number): readonly (readonly [path: string, xml: string])[] {
  const names = [
    ...Array.from({ length: sheets }, (_, index) => (index === 0 ? 'Rows' : `Rows ${index + 1}`)),
    'Summary',
    'Facts',
  ]
  const numbers = names.map((_, index) => index + 1)
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return [
    [
      'xl/workbook.xml',
      `${declaration()}<workbook xmlns="${main()}" xmlns:r="${relationships('officeDocument')}"><sheets>${names
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
      `${declaration()}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
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

/** Path of a sheet within the file; `number` counts from 1. */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`
}

/** Three looks: text that stays text when it is edited, the same in bold for headers, and a number. */
function styles(): string {
  return (
    `${declaration()}<styleSheet xmlns="${main()}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
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
  return `${declaration()}<Relationships xmlns="${relationships('package')}">${lines.join('')}</Relationships>`
}

function relationships(scope: 'officeDocument' | 'package'): string {
  return `http://schemas.openxmlformats.org/${scope}/2006/relationships`
}

function main(): string {
  return 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
}

function declaration(): string {
  return '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
