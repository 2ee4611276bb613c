/** XLSX as other programs save it: the texts of its cells, with nothing of how they look. Loaded when such a file turns up. */
import { strFromU8, type Unzipped, unzipSync } from 'fflate'
import type { ExportFacts } from '../facts.ts'
import {
  approximate,
  approximateHeader,
  factsRows,
  headerOf,
  jsonRow,
  readXlsxText,
  storedText,
  xlsxLimits,
} from '../write/xlsx-layout.ts'
import { summaryRows } from '../write/xlsx-summary.ts'
import { faultWords } from './check-words.ts'
import { UnreadableFile } from './file-faults.ts'
import { readFacts } from './read-facts.ts'
import type { XlsxExport } from './read-xlsx.ts'

/** Packed and unpacked bytes that are read at once. */
const mostPacked = 128 * 2 ** 20
const mostUnpacked = 512 * 2 ** 20

/**
 * Opens a workbook that another program saved, with the facts within it, or else beside it. Null where it is no such workbook of an
 * export. Throws `UnreadableFile` where a cell shows something else than its text: a formula, or rows, columns or sheets that are hidden.
 */
export async function openOtherXlsx(file: Blob, beside: ExportFacts | null): Promise<XlsxExport | null> {
  if (file.size > mostPacked) return null
  const parts = unzipped(new Uint8Array(await file.arrayBuffer()))
  const sheets = parts && sheetsOf(parts)
  if (!parts || !sheets) return null
  const strings = sharedStrings(textOf(parts, 'xl/sharedStrings.xml') ?? '')
  const rowsAt = (path: string) => rowsOf(textOf(parts, path) ?? '', strings)
  const factsSheet = sheets.get('Facts')
  const facts = (factsSheet && factsIn(rowsAt(factsSheet))) ?? beside
  const ours = [...sheets].filter(([name]) => /^Rows( \d+)?$/.test(name))
  const summary = sheets.get('Summary')
  if (!facts || ours.length === 0) return null
  if (summary && !isText(rowsAt(summary), summaryRows(facts))) return null
  return {
    facts,
    async *rows({ onOddity }) {
      onOddity?.('workbook')
      if (/<sheet\b[^>]*\bstate="(?:h|veryH)idden"/.test(textOf(parts, workbookPath) ?? ''))
        throw new UnreadableFile(faultWords.hiddenSheets)
      for (const [index, [, path]] of ours.entries()) {
        const [header = [], ...rows] = rowsAt(path)
        const { columns, checked } = columnsOf(header, facts)
        if (index === 0) yield [columns.map(({ name }) => name)]
        for (const cells of rows) for (const check of checked) check(cells)
        yield rows.map((cells) => columns.map(({ at }) => storedText(cells[at] ?? '')))
      }
    },
  }
}

const workbookPath = 'xl/workbook.xml'

/** Null where it is no zip, or unpacks to more than is read at once. */
function unzipped(bytes: Uint8Array): Unzipped | null {
  let total = 0
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!needed.test(name)) return false
        total += originalSize
        if (total > mostUnpacked) throw new RangeError('too large')
        return true
      },
    })
  } catch {
    return null
  }
}

const needed = /^xl\/(workbook|sharedStrings|worksheets\/[^/]+|_rels\/workbook)\.xml(\.rels)?$/

function textOf(parts: Unzipped, path: string): string | null {
  const bytes = Object.hasOwn(parts, path) ? parts[path] : undefined
  return bytes ? strFromU8(bytes) : null
}

/** Paths of the sheets by their names, in their order; null where it is no workbook. */
function sheetsOf(parts: Unzipped): ReadonlyMap<string, string> | null {
  const workbook = textOf(parts, workbookPath)
  const relations = textOf(parts, 'xl/_rels/workbook.xml.rels')
  if (workbook === null || relations === null) return null
  const targets = new Map(
    [...relations.matchAll(/<Relationship\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  )
  return new Map(
    [...workbook.matchAll(/<sheet\b[^>]*>/g)].flatMap(([tag]) => {
      const target = targets.get(attribute(tag, 'r:id'))
      return target === undefined
        ? []
        : [[attribute(tag, 'name'), target.startsWith('/') ? target.slice(1) : `xl/${target}`] as const]
    }),
  )
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

/** The texts that cells of all sheets share. A text may be in several runs, each with a look of its own. */
function sharedStrings(xml: string): readonly string[] {
  return [...xml.matchAll(/<si>([\s\S]*?)<\/si>|<si\/>/g)].map(([, text = '']) => textIn(text))
}

function textIn(xml: string): string {
  // What stands in <rPh> is how to read it aloud.
  const texts = xml.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)
  return readXlsxText([...texts].map(([, text = '']) => unescaped(text)).join(''))
}

function rowsOf(xml: string, strings: readonly string[]): readonly (readonly string[])[] {
  if (/<(?:row|col)\b[^>]*\shidden="(?:1|true)"/.test(xml)) throw new UnreadableFile(faultWords.hiddenRows)
  const rows: (readonly string[])[] = []
  for (const [, own = '', row = ''] of xml.matchAll(/<row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/row>)/g)) {
    const number = Math.min(Number(attribute(own, 'r') || rows.length + 1), xlsxLimits.rows)
    // Empty rows need not be there.
    while (rows.length < number - 1) rows.push([])
    const cells: string[] = []
    for (const [, attributes = '', content = ''] of row.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const column = columnOf(attribute(attributes, 'r'), cells.length)
      if (/<f\b/.test(content)) throw new UnreadableFile(faultWords.formula)
      if (column > mostColumns) throw new UnreadableFile(faultWords.tooManyColumns)
      while (cells.length < column) cells.push('')
      cells.push(cellText(attribute(attributes, 't'), content, strings))
    }
    rows.push(cells)
  }
  return rows
}

const mostColumns = 1000

function cellText(type: string, content: string, strings: readonly string[]): string {
  if (type === 'inlineStr') return textIn(content)
  const value = unescaped(/<v(?:\s[^>]*)?>([^<]*)<\/v>/.exec(content)?.[1] ?? '')
  return type === 's' ? (strings[Number(value)] ?? '') : type === 'str' ? readXlsxText(value) : value
}

/** 0 for A1, 27 for AB7; the next one where the cell does not say. */
function columnOf(reference: string, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next
}

/** The columns under the names of the facts, without the numbers beside amounts, which are held against these row by row. */
function columnsOf(header: readonly string[], { asked, totals }: ExportFacts) {
  const names = new Map((asked.columns ?? []).map((name) => [headerOf(name), name]))
  const numbers = new Map(totals.sums.map((name) => [approximateHeader(headerOf(name)), headerOf(name)]))
  const columns = header.flatMap((text, at) =>
    numbers.has(text) ? [] : [{ name: names.get(text) ?? text, at }],
  )
  const checked = header.flatMap((text, at) => {
    const of = header.indexOf(numbers.get(text) ?? '')
    if (of < 0) return []
    return (cells: readonly string[]) => {
      // What is compared is the number beside the amount, which is an approximation already; the amount stays text.
      const [found, expected] = [cells[at] ?? '', approximate(cells[of] ?? '')]
      if (found === expected || Math.abs(Number(found) / Number(expected) - 1) < 1e-13) return
      throw new UnreadableFile(faultWords.otherNumber(text))
    }
  })
  return { columns, checked }
}

/** Null where there are none; those that say one thing to people and another to programs are none. */
function factsIn(rows: readonly (readonly string[])[]): ExportFacts | null {
  try {
    const facts = readFacts(rows.flatMap(([name, text = '']) => (name === jsonRow ? text : [])).join(''))
    return isText(rows, factsRows(facts)) ? facts : null
  } catch {
    return null
  }
}

/** Whether a sheet has the texts that this console wrote. Programs drop empty cells, and empty rows at the end. */
function isText(rows: readonly (readonly string[])[], written: readonly (readonly string[])[]): boolean {
  return Array.from({ length: Math.max(rows.length, written.length) }).every((_, index) => {
    const [found = [], own = []] = [rows[index], written[index]?.map(readXlsxText)]
    return Array.from({ length: Math.max(found.length, own.length) }).every(
      (__, at) => (found[at] ?? '') === (own[at] ?? ''),
    )
  })
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|lt|gt|quot|apos|amp);/g, (found, decimal, hex) => {
    const code =
      decimal === undefined ? (hex === undefined ? null : Number.parseInt(hex, 16)) : Number(decimal)
    if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : found
    return entities.get(found) ?? found
  })
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
])
