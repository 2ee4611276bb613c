/** Reads workbooks that this console or another program saved: cell texts only, no formats. */
import type { ExportFacts } from '../../files/facts.ts'
import { UnreadableFile, unitsOf } from '../../files/text-units.ts'
import {
  approximate,
  approximateHeader,
  factsLayout,
  factsRows,
  headerOf,
  jsonRow,
  packageParts,
  readXlsxText,
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
} from '../../files/xlsx-form.ts'
import { readFacts } from './facts-file.ts'
import { limited, openZip, partText, unpacked, type ZipEntry } from './zip-file.ts'

/** `rows` gives cells as the file stores them, after the column names. */
export interface Workbook {
  readonly facts: ExportFacts
  readonly hasFacts: boolean
  rows(): AsyncGenerator<readonly (readonly string[])[]>
  /** True after reading if the workbook is exactly as this console writes it. */
  isOurs(): boolean
}

/** Throws `UnreadableFile` if it is not an export, or shows people something else than it gives programs. */
export async function openWorkbook(file: Blob, beside: ExportFacts | null): Promise<Workbook> {
  const zip = await openZip(file)
  const parts = new Map(zip?.entries.map((entry) => [entry.path, entry]))
  if (!zip || parts.size !== zip.entries.length) throw new UnreadableFile(noWorkbook)
  const sheets = await sheetsOf(parts)
  const strings = Array.from(
    elementsIn(await partText(parts.get('xl/sharedStrings.xml')), 'si'),
    ({ content }) => textIn(content),
  )
  const form = { isOurs: zip.isPlain && (await arePartsOurs(zip.entries)) }
  const textsOn = async (name: string, layout: SheetLayout) => {
    const sheet = sheets.get(name)
    if (!sheet) return null
    const rows: (readonly string[])[] = []
    for await (const some of sheetRows(limited(sheet), strings, layout, form)) rows.push(...some)
    return rows
  }
  const within = await textsOn('Facts', factsLayout)
  const facts = (within && factsOn(within)) ?? beside
  const ours = [...sheets].filter(([name]) => /^Rows( \d+)?$/.test(name))
  if (!facts || ours.length === 0) throw new UnreadableFile(noWorkbook)
  const other = [...sheets.keys()].find((name) => !/^(?:Rows(?: \d+)?|Summary|Facts)$/.test(name))
  if (other !== undefined) throw changedBy(`the sheet “${other}” is not one of the export’s`)
  if (within && !isText(within, factsRows(facts)))
    throw new UnreadableFile(
      'The sheet “Facts” was changed: people and programs read different things in it.',
    )
  const summary = await textsOn('Summary', summaryLayout)
  if (summary && !isText(summary, summaryRows(facts)))
    throw new UnreadableFile('The sheet “Summary” was changed: it differs from the facts.')
  const layout = rowsLayout(facts.asked.columns ?? [], facts.totals.sums)
  return {
    facts,
    hasFacts: within !== null,
    isOurs: () => form.isOurs,
    async *rows() {
      for (const [index, [, sheet]] of ours.entries()) {
        let cellsOf: ((row: readonly string[]) => readonly string[]) | null = null
        for await (const rows of sheetRows(sheet, strings, layout, form)) {
          const [header] = rows
          if (!header) continue
          if (cellsOf) yield rows.map(cellsOf)
          else {
            cellsOf = cellsUnder(header, facts)
            const names = new Map(facts.asked.columns?.map((name) => [headerOf(name), name]))
            // Every sheet repeats the header, which is not a row.
            if (index === 0) yield [cellsOf(header).map((text) => names.get(text) ?? text)]
            yield rows.slice(1).map(cellsOf)
          }
        }
      }
    },
  }
}

const noWorkbook =
  'This is not an XLSX export of this console: it is another file, was cut off, or lost its sheets when another program saved it.'

function changedBy(what: string): UnreadableFile {
  return new UnreadableFile(`Another program saved or changed this workbook: ${what}.`)
}

async function sheetsOf(parts: ReadonlyMap<string, ZipEntry>): Promise<ReadonlyMap<string, ZipEntry>> {
  const workbook = await partText(parts.get('xl/workbook.xml'))
  const relations = await partText(parts.get('xl/_rels/workbook.xml.rels'))
  const targets = new Map(
    [...relations.matchAll(/<Relationship\s[^<>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  )
  if (/<sheet\s[^<>]*\bstate="(?:h|veryH)idden"/.test(workbook))
    throw changedBy('some of its sheets are hidden')
  return new Map(
    [...workbook.matchAll(/<sheet\s[^<>]*>/g)].map(([tag]) => {
      const target = targets.get(attribute(tag, 'r:id')) ?? ''
      const sheet = parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
      if (!sheet) throw new UnreadableFile(noWorkbook)
      return [attribute(tag, 'name'), sheet] as const
    }),
  )
}

/** Our parts, in our order, and no others. */
async function arePartsOurs(entries: readonly ZipEntry[]): Promise<boolean> {
  const sheets = entries.filter(({ path }) => path.startsWith('xl/worksheets/')).length
  if (sheets < 3) return false
  const others = packageParts(sheets - 2)
  const paths = [
    ...Array.from({ length: sheets }, (_, index) => sheetPath(index + 1)),
    ...others.map(([path]) => path),
  ]
  if (paths.join('\n') !== entries.map(({ path }) => path).join('\n')) return false
  const texts = await Promise.all(entries.slice(sheets).map(partText))
  return others.every(([, xml], index) => texts[index] === xml)
}

function factsOn(rows: readonly (readonly string[])[]): ExportFacts {
  return readFacts(rows.flatMap(([name, text = '']) => (name === jsonRow ? readXlsxText(text) : [])).join(''))
}

/** Programs drop empty cells, and empty rows at the end. */
function isText(rows: readonly (readonly string[])[], written: readonly (readonly string[])[]): boolean {
  const isSame = (one: readonly string[] = [], other: readonly string[] = []) =>
    [...one.keys(), ...other.keys()].every((at) => (one[at] ?? '') === (other[at] ?? ''))
  return [...rows.keys(), ...written.keys()].every((at) => isSame(rows[at], written[at]))
}

/** Leaves out the numbers beside amounts, and throws if they differ from their amounts. */
function cellsUnder(header: readonly string[], { totals }: ExportFacts) {
  const amounts = new Map(totals.sums.map((name) => [approximateHeader(headerOf(name)), headerOf(name)]))
  const columns = header.flatMap((text, at) => (amounts.has(text) ? [] : [at]))
  const numbers = header.flatMap((text, at) => {
    const of = header.indexOf(amounts.get(text) ?? '')
    return of < 0 ? [] : [{ text, at, of }]
  })
  return (row: readonly string[]): readonly string[] => {
    for (const { text, at, of } of numbers)
      if (row !== header && !isNumberOf(row[at] ?? '', row[of] ?? ''))
        throw changedBy(`a number under “${text}” is not the amount beside it`)
    return columns.map((at) => row[at] ?? '')
  }
}

/** The number is only an approximation, so rounding is allowed; the amount itself is text. */
function isNumberOf(found: string, amount: string): boolean {
  const expected = approximate(amount)
  return found === expected || Math.abs(Number(found) / Number(expected) - 1) < 1e-13
}

/**
 * Yields rows from the first, with the empty ones that the file omits. Writes each row in our layout again: a sheet with any other text is
 * not ours. Throws `UnreadableFile` if a cell shows something else than its text.
 */
async function* sheetRows(
  sheet: ZipEntry,
  strings: readonly string[],
  layout: SheetLayout,
  form: { isOurs: boolean },
): AsyncGenerator<readonly (readonly string[])[]> {
  let before = sheetHead(layout)
  let count = 0
  const rest = yield* unitsOf(unpacked(sheet), (text) => {
    const rows: (readonly string[])[] = []
    let length = 0
    for (let end = text.indexOf(rowEnd); end >= 0; end = text.indexOf(rowEnd, length)) {
      const xml = text.slice(length, end + rowEnd.length)
      length += xml.length
      const found = rowsIn(xml, count, strings)
      rows.push(...found)
      count += found.length
      if (!form.isOurs) continue
      const texts = layout.columns.map(({ at }) => found[0]?.[at] ?? '')
      form.isOurs = found.length === 1 && before + rowXml(count, texts, layout) === xml
      before = ''
    }
    return { units: rows, length }
  })
  if (hidden.test(rest)) throw changedBy('some of its rows or columns are hidden')
  form.isOurs &&= rest === before + sheetTail(layout, count)
}

const rowEnd = '</row>'
const hidden = /<(?:row|col)\s[^<>]*\bhidden="(?:1|true)"/
const mostColumns = 1000
const mostEmptyRows = 10_000

/** `xml` ends with a row, after `before` other rows. Empty rows may be missing. */
function rowsIn(xml: string, before: number, strings: readonly string[]): readonly (readonly string[])[] {
  if (hidden.test(xml)) throw changedBy('some of its rows or columns are hidden')
  const rows: (readonly string[])[] = []
  for (const { tag, content } of elementsIn(xml, 'row')) {
    const number = Math.min(Number(attribute(tag, 'r') || before + rows.length + 1), xlsxLimits.rows)
    if (number - before - rows.length > mostEmptyRows)
      throw new UnreadableFile('The workbook has thousands of empty rows between others. No export has.')
    while (before + rows.length < number - 1) rows.push([])
    rows.push(cellsIn(content, strings))
  }
  return rows
}

function cellsIn(row: string, strings: readonly string[]): readonly string[] {
  const cells: string[] = []
  for (const { tag, content } of elementsIn(row, 'c')) {
    const column = columnOf(attribute(tag, 'r')) ?? cells.length
    if (/<f\b/.test(content)) throw changedBy('a cell has a formula')
    if (column > mostColumns) throw new UnreadableFile('The workbook has far more columns than any export.')
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

/** 0 for A1, 27 for AB7; null if the cell has no reference. */
function columnOf(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : null
}

/** A text may have several runs with different formats. <rPh> says how to read it aloud. */
function textIn(xml: string): string {
  const spoken = xml.indexOf('<rPh')
  const runs = elementsIn(spoken < 0 ? xml : xml.slice(0, spoken), 't')
  return Array.from(runs, ({ content }) => unescapedXml(content)).join('')
}

/** Elements of a name that do not nest. One without an end is the last. Takes linear time for any text. */
function* elementsIn(
  xml: string,
  name: keyof typeof beginnings,
): Generator<{ readonly tag: string; readonly content: string }> {
  const begin = beginnings[name]
  const end = `</${name}>`
  for (let at = 0; ; ) {
    begin.lastIndex = at
    const found = begin.exec(xml)
    if (!found) return
    const { 0: all, 1: tag = '', index } = found
    const from = index + all.length
    const to = tag.endsWith('/') ? from : xml.indexOf(end, from)
    if (to < 0) return
    yield { tag, content: xml.slice(from, to) }
    at = tag.endsWith('/') ? from : to + end.length
  }
}

const beginnings = {
  row: /<row(\s[^<>]*|\/)?>/g,
  c: /<c(\s[^<>]*|\/)?>/g,
  v: /<v(\s[^<>]*|\/)?>/g,
  t: /<t(\s[^<>]*|\/)?>/g,
  si: /<si(\s[^<>]*|\/)?>/g,
} as const

/** Empty if the tag does not have it. */
function attribute(tag: string, name: keyof typeof attributes): string {
  return unescapedXml(attributes[name].exec(tag)?.[1] ?? '')
}

const attributes = {
  r: /\sr="([^"]*)"/,
  t: /\st="([^"]*)"/,
  Id: /\sId="([^"]*)"/,
  Target: /\sTarget="([^"]*)"/,
  name: /\sname="([^"]*)"/,
  'r:id': /\sr:id="([^"]*)"/,
} as const

function unescapedXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|\w{2,4});/g, (found, decimal, hex) => {
    const code = Number(decimal ?? (hex === undefined ? Number.NaN : `0x${hex}`))
    return code <= 0x10ffff ? String.fromCodePoint(code) : (entities.get(found) ?? found)
  })
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
])
