import type { ExportFacts } from '../facts.ts'
import {
  factsLayout,
  factsRows,
  headerOf,
  jsonRow,
  readXlsxText,
  rowsLayout,
  type SheetLayout,
} from '../write/xlsx-layout.ts'
import { summaryLayout, summaryRows } from '../write/xlsx-summary.ts'
import { columnName, packageParts, rowXml, sheetHead, sheetPath, sheetTail } from '../write/xlsx-xml.ts'
import { faultWords } from './check-words.ts'
import { longestRow, UnreadableFile } from './file-faults.ts'
import { decode, type RowReader } from './read-csv.ts'
import { readFacts } from './read-facts.ts'
import type { RowsListener } from './read-rows.ts'
import { readZip, type ZipPart } from './read-zip.ts'

/** An XLSX file of this console: its facts, and its rows as cells store them, after the names of the columns. */
export interface XlsxExport {
  readonly facts: ExportFacts
  rows(listener: RowsListener): AsyncGenerator<readonly (readonly string[])[]>
}

/**
 * Opens an XLSX file that this console wrote. Throws `UnreadableFile` where anything in it is not as our writer writes it: a
 * formula, a hidden row, a further sheet, facts that say one thing to people and another to programs.
 */
export async function openXlsx(file: Blob): Promise<XlsxExport> {
  const parts = await readZip(file)
  const sheets = parts.filter(({ path }) => path.startsWith('xl/worksheets/'))
  const others = packageParts(sheets.length - 2)
  const expected = [...sheets.map((_, index) => sheetPath(index + 1)), ...others.map(([path]) => path)]
  if (sheets.length < 3 || parts.length !== expected.length) throw changed()
  if (parts.some(({ path }, index) => path !== expected[index])) throw changed()
  for (const [index, [, xml]] of others.entries())
    if ((await textOf(parts[sheets.length + index], xml.length)) !== xml) throw changed()
  const facts = await factsOfSheet(sheets.at(-1))
  const summary = await textsOf(sheets.at(-2), summaryLayout)
  if (JSON.stringify(summary) !== JSON.stringify(summaryRows(facts)))
    throw new UnreadableFile(faultWords.summary)
  return { facts, rows: () => rowsOfSheets(sheets.slice(0, -2), facts) }
}

async function* rowsOfSheets(
  sheets: readonly ZipPart[],
  { asked, totals }: ExportFacts,
): AsyncGenerator<readonly (readonly string[])[]> {
  const names = asked.columns ?? []
  const layout = rowsLayout(names, totals.sums)
  const header = names.map(headerOf).join('\n')
  yield [names]
  for (const sheet of sheets) {
    const reader = sheetReader(layout)
    let isHead = true
    for await (const bytes of sheet.content()) {
      const rows = reader.push(bytes)
      const [first] = rows
      if (!first) continue
      // Every sheet begins with the same header, which is no row.
      if (isHead && first.join('\n') !== header) throw changed()
      yield isHead ? rows.slice(1) : rows
      isHead = false
    }
    reader.end()
  }
}

/** Reads a sheet as our writer writes it, by writing each row again. */
function sheetReader(layout: SheetLayout): RowReader<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const head = sheetHead(layout)
  let rest = ''
  let number = 0
  let isBegun = false
  return {
    push(bytes) {
      let text = rest + decode(() => decoder.decode(bytes, { stream: true }))
      const rows: (readonly string[])[] = []
      if (!isBegun && text.length >= head.length) {
        if (!text.startsWith(head)) throw changed()
        text = text.slice(head.length)
        isBegun = true
      }
      let at = 0
      for (let end = text.indexOf(rowEnd, at); end >= 0; end = text.indexOf(rowEnd, at)) {
        const xml = text.slice(at, end + rowEnd.length)
        number += 1
        rows.push(readRow(xml, number, layout))
        at = end + rowEnd.length
      }
      rest = text.slice(at)
      if (rest.length > longestRow) throw new UnreadableFile(faultWords.endlessRow(number + 1))
      return rows
    },
    end() {
      if (rest + decode(() => decoder.decode()) !== sheetTail(layout, number)) throw changed()
    },
  }
}

const rowEnd = '</row>'

/** The stored texts of a row, one for each column of the layout. */
function readRow(xml: string, number: number, layout: SheetLayout): readonly string[] {
  const texts = new Map<string, string>()
  for (const [, column = '', text = ''] of xml.matchAll(/<c r="([A-Z]{1,3})\d+"[^>]*><is><t[^>]*>([^<]*)</g))
    texts.set(column, text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
  const cells = layout.columns.map(({ at }) => texts.get(columnName(at)) ?? '')
  // Whatever else there is, a number that is not of its amount among it, is not written again.
  if (rowXml(number, cells, layout) !== xml) throw changed()
  return cells
}

/** Bytes of the sheet of facts: 100,000 control totals stand on it twice, for people and for programs. */
const longestFacts = 256 * 2 ** 20

async function textsOf(
  sheet: ZipPart | undefined,
  layout: SheetLayout,
): Promise<readonly (readonly string[])[]> {
  const reader = sheetReader(layout)
  const rows: (readonly string[])[] = []
  let bytesRead = 0
  if (sheet)
    for await (const bytes of sheet.content()) {
      bytesRead += bytes.length
      if (bytesRead > longestFacts) throw changed()
      rows.push(...reader.push(bytes))
    }
  reader.end()
  return rows
}

async function factsOfSheet(sheet: ZipPart | undefined): Promise<ExportFacts> {
  const rows = await textsOf(sheet, factsLayout)
  const json = rows.flatMap(([name, text = '']) => (name === jsonRow ? readXlsxText(text) : [])).join('')
  if (json === '') throw new UnreadableFile(faultWords.noFactsSheet)
  const facts = readFacts(json)
  if (JSON.stringify(rows) !== JSON.stringify(factsRows(facts)))
    throw new UnreadableFile(faultWords.factsSheet)
  return facts
}

async function textOf(part: ZipPart | undefined, length: number): Promise<string | null> {
  if (!part) return null
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of part.content()) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > length) return null
  }
  return text + decoder.decode()
}

function changed(): UnreadableFile {
  return new UnreadableFile(faultWords.changedXlsx)
}
