/** The rows of a sheet of a workbook, ours or as another program saved it: texts of cells, with nothing of how they look. */
import { readXlsxText, type SheetLayout, storedText, xlsxLimits } from '../../files/xlsx-layout.ts'
import { rowXml, sheetHead, sheetTail } from '../../files/xlsx-xml.ts'
import { unitsOf } from './file-pieces.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { faults } from './words.ts'
import { attribute, elementsIn, unescapedXml } from './xml.ts'
import { unpacked, type ZipEntry } from './zip-file.ts'

/** Whether all that was read so far is exactly as this console writes it. */
export interface Form {
  isOurs: boolean
}

/**
 * Reads a sheet: its rows from the first, with empty ones where they are left out, and cells as our writer stores them. Each row is
 * written again in our own layout: where that gives another text, or other text lies around the rows, `form` says so. Throws
 * `UnreadableFile` where a cell shows something else than its text.
 */
export async function* sheetRows(
  sheet: ZipEntry,
  strings: readonly string[],
  layout: SheetLayout,
  form: Form,
): AsyncGenerator<readonly (readonly string[])[]> {
  let head = sheetHead(layout)
  let count = 0
  const rest = yield* unitsOf(unpacked(sheet), (text) => {
    const rows: (readonly string[])[] = []
    let at = 0
    for (let end = text.indexOf(rowEnd); end >= 0; end = text.indexOf(rowEnd, at)) {
      const xml = text.slice(at, end + rowEnd.length)
      const ours = form.isOurs ? ourRow(xml, head, count + 1, layout) : null
      const found = ours ? [ours] : rowsIn(xml, count, strings)
      form.isOurs = ours !== null
      head = ''
      rows.push(...found)
      count += found.length
      at = end + rowEnd.length
    }
    return { units: rows, length: at }
  })
  if (hidden.test(rest)) throw new UnreadableFile(faults.hiddenRows)
  form.isOurs &&= rest === head + sheetTail(layout, count)
}

const rowEnd = '</row>'
const hidden = /<(?:row|col)\s[^<>]*\bhidden="(?:1|true)"/
const mostColumns = 1000
const mostEmptyRows = 10_000

/** A row exactly as our writer writes it, by writing it again; null for any other. */
function ourRow(xml: string, head: string, number: number, layout: SheetLayout): readonly string[] | null {
  if (!xml.startsWith(head)) return null
  const cells: string[] = []
  for (const [, reference = '', text = '', value = ''] of xml.matchAll(ourCell))
    cells[columnOf(reference) ?? 0] = unescapedXml(text || value)
  const texts = layout.columns.map(({ at }) => cells[at] ?? '')
  if (head + rowXml(number, texts, layout) !== xml) return null
  return Array.from({ length: layout.width }, (_, at) => cells[at] ?? '')
}

const ourCell = /<c r="([A-Z]{1,3})\d+"[^<>]*>(?:<is><t[^<>]*>([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>/g

/** The rows of a text that ends with one, after so many others. Those that are empty need not be there. */
function rowsIn(xml: string, before: number, strings: readonly string[]): readonly (readonly string[])[] {
  if (hidden.test(xml)) throw new UnreadableFile(faults.hiddenRows)
  const rows: (readonly string[])[] = []
  for (const { tag, content } of elementsIn(xml, 'row')) {
    const number = Math.min(Number(attribute(tag, 'r') || before + rows.length + 1), xlsxLimits.rows)
    if (number - before - rows.length > mostEmptyRows) throw new UnreadableFile(faults.emptyRows)
    while (before + rows.length < number - 1) rows.push([])
    rows.push(cellsIn(content, strings))
  }
  return rows
}

function cellsIn(row: string, strings: readonly string[]): readonly string[] {
  const cells: string[] = []
  for (const { tag, content } of elementsIn(row, 'c')) {
    const column = columnOf(attribute(tag, 'r')) ?? cells.length
    if (/<f\b/.test(content)) throw new UnreadableFile(faults.formula)
    if (column > mostColumns) throw new UnreadableFile(faults.tooManyColumns)
    while (cells.length < column) cells.push('')
    cells[column] = storedText(readXlsxText(cellText(attribute(tag, 't'), content, strings)))
  }
  return cells
}

function cellText(type: string, content: string, strings: readonly string[]): string {
  if (type === 'inlineStr') return textIn(content)
  const [value] = elementsIn(content, 'v')
  const text = unescapedXml(value?.content ?? '')
  return type === 's' ? (strings[Number(text)] ?? '') : text
}

/** 0 for A1, 27 for AB7; null where the cell does not say. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : null
}

/** The texts that cells of all sheets share. */
export function sharedStrings(xml: string): readonly string[] {
  return Array.from(elementsIn(xml, 'si'), ({ content }) => textIn(content))
}

/** A text may be in several runs, each with a look of its own. */
function textIn(xml: string): string {
  // What stands in <rPh> is how to read it aloud.
  const spoken = xml.indexOf('<rPh')
  const runs = elementsIn(spoken < 0 ? xml : xml.slice(0, spoken), 't')
  return Array.from(runs, ({ content }) => unescapedXml(content)).join('')
}
