import type { ExportFacts } from '../../files/facts.ts'
import {
  approximate,
  approximateHeader,
  factsLayout,
  factsRows,
  headerOf,
  jsonRow,
  readXlsxText,
  rowsLayout,
  type SheetLayout,
} from '../../files/xlsx-layout.ts'
import { summaryLayout, summaryRows } from '../../files/xlsx-summary.ts'
import { packageParts, sheetPath } from '../../files/xlsx-xml.ts'
import { readFacts } from './facts-file.ts'
import { type Form, sharedStrings, sheetRows } from './sheet.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { faults } from './words.ts'
import { attribute } from './xml.ts'
import { openZip, unpacked, type ZipEntry } from './zip-file.ts'

/** A workbook of an export: its facts, and its rows as cells store them, after the names of the columns. */
export interface Workbook {
  readonly facts: ExportFacts
  /** Whether the facts are within it. */
  readonly hasFacts: boolean
  rows(): AsyncGenerator<readonly (readonly string[])[]>
  /** Once its rows are read: whether it is exactly as this console writes it. */
  isOurs(): boolean
}

/**
 * Opens a workbook that this console wrote, or that another program saved since, with the facts within it or else beside it. Throws
 * `UnreadableFile` where it is no workbook of an export, or says one thing to people and another to programs.
 */
export async function openWorkbook(file: Blob, beside: ExportFacts | null): Promise<Workbook> {
  const zip = await openZip(file)
  const parts = new Map(zip?.entries.map((entry) => [entry.path, entry]))
  if (!zip || parts.size !== zip.entries.length) throw new UnreadableFile(faults.noWorkbook)
  const sheets = await sheetsOf(parts)
  const strings = sharedStrings(await textOf(parts.get('xl/sharedStrings.xml')))
  const form: Form = { isOurs: zip.isPlain && (await arePartsOurs(zip.entries)) }
  const textsOn = async (name: string, layout: SheetLayout) => {
    const sheet = sheets.get(name)
    return sheet ? all(sheetRows(limited(sheet), strings, layout, form)) : null
  }
  const within = await textsOn('Facts', factsLayout)
  const facts = (within && factsOf(within)) ?? beside
  const ours = [...sheets].filter(([name]) => /^Rows( \d+)?$/.test(name))
  if (!facts || ours.length === 0) throw new UnreadableFile(faults.noWorkbook)
  if (within && !isText(within, factsRows(facts))) throw new UnreadableFile(faults.factsSheet)
  const summary = await textsOn('Summary', summaryLayout)
  if (summary && !isText(summary, summaryRows(facts))) throw new UnreadableFile(faults.summary)
  const layout = rowsLayout(facts.asked.columns ?? [], facts.totals.sums)
  return {
    facts,
    hasFacts: within !== null,
    isOurs: () => form.isOurs,
    async *rows() {
      let hasHeader = false
      for (const [, sheet] of ours) {
        let columns: SheetColumns | null = null
        for await (const rows of sheetRows(sheet, strings, layout, form)) {
          const [first] = rows
          if (!first) continue
          const isHead: boolean = columns === null
          columns ??= columnsOf(first, facts)
          const { names, cellsOf }: SheetColumns = columns
          const cells = (isHead ? rows.slice(1) : rows).map(cellsOf)
          // Every sheet begins with the same header, which is no row.
          yield hasHeader ? cells : [names, ...cells]
          hasHeader = true
        }
      }
    },
  }
}

const workbookPath = 'xl/workbook.xml'
/** Bytes of a part that is read whole: 100,000 control totals stand on the sheet of facts twice. */
const mostWhole = 256 * 2 ** 20

/** The sheets by their names, in their order. */
async function sheetsOf(parts: ReadonlyMap<string, ZipEntry>): Promise<ReadonlyMap<string, ZipEntry>> {
  const workbook = await textOf(parts.get(workbookPath))
  const relations = await textOf(parts.get('xl/_rels/workbook.xml.rels'))
  const targets = new Map(
    [...relations.matchAll(/<Relationship\s[^<>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  )
  if (/<sheet\s[^<>]*\bstate="(?:h|veryH)idden"/.test(workbook)) throw new UnreadableFile(faults.hiddenSheets)
  return new Map(
    [...workbook.matchAll(/<sheet\s[^<>]*>/g)].flatMap(([tag]) => {
      const target = targets.get(attribute(tag, 'r:id')) ?? ''
      const sheet = parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
      return sheet ? [[attribute(tag, 'name'), sheet] as const] : []
    }),
  )
}

/** Whether it has the parts that this console writes, in their order, and no others. */
async function arePartsOurs(entries: readonly ZipEntry[]): Promise<boolean> {
  const sheets = entries.filter(({ path }) => path.startsWith('xl/worksheets/'))
  if (sheets.length < 3) return false
  const others = packageParts(sheets.length - 2)
  const expected = [...sheets.map((_, index) => sheetPath(index + 1)), ...others.map(([path]) => path)]
  if (entries.length !== expected.length) return false
  if (entries.some(({ path }, index) => path !== expected[index])) return false
  for (const [index, [, xml]] of others.entries())
    if ((await textOf(entries[sheets.length + index])) !== xml) return false
  return true
}

async function textOf(part: ZipEntry | undefined): Promise<string> {
  if (!part) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of unpacked(limited(part))) text += decoder.decode(bytes, { stream: true })
  return text + decoder.decode()
}

function limited(part: ZipEntry): ZipEntry {
  if (part.size > mostWhole) throw new UnreadableFile(faults.bomb(part.path))
  return part
}

async function all<T>(pieces: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const found: T[] = []
  for await (const piece of pieces) for (const each of piece) found.push(each)
  return found
}

function factsOf(rows: readonly (readonly string[])[]): ExportFacts {
  return readFacts(rows.flatMap(([name, text = '']) => (name === jsonRow ? readXlsxText(text) : [])).join(''))
}

/** Whether a sheet has the texts that this console wrote. Programs drop empty cells, and empty rows at the end. */
function isText(rows: readonly (readonly string[])[], written: readonly (readonly string[])[]): boolean {
  return Array.from({ length: Math.max(rows.length, written.length) }).every((_, index) => {
    const [found = [], own = []] = [rows[index], written[index]]
    const cells = Array.from({ length: Math.max(found.length, own.length) })
    return cells.every((__, at) => (found[at] ?? '') === (own[at] ?? ''))
  })
}

interface SheetColumns {
  readonly names: readonly string[]
  cellsOf(row: readonly string[]): readonly string[]
}

/** The columns under the names of the facts, without the numbers beside amounts, which have to be those of their amounts. */
function columnsOf(header: readonly string[], { asked, totals }: ExportFacts): SheetColumns {
  const names = new Map((asked.columns ?? []).map((name) => [headerOf(name), name]))
  const amounts = new Map(totals.sums.map((name) => [approximateHeader(headerOf(name)), headerOf(name)]))
  const columns = header.flatMap((text, at) =>
    amounts.has(text) ? [] : [{ name: names.get(text) ?? text, at }],
  )
  const numbers = header.flatMap((text, at) => {
    const of = header.indexOf(amounts.get(text) ?? '')
    return of < 0 ? [] : [{ text, at, of }]
  })
  return {
    names: columns.map(({ name }) => name),
    cellsOf(row) {
      for (const { text, at, of } of numbers)
        if (!isNumberOf(row[at] ?? '', row[of] ?? '')) throw new UnreadableFile(faults.otherNumber(text))
      return columns.map(({ at }) => row[at] ?? '')
    },
  }
}

/** What is compared is the number beside the amount, which is an approximation already; the amount stays text. */
function isNumberOf(found: string, amount: string): boolean {
  const expected = approximate(amount)
  return found === expected || Math.abs(Number(found) / Number(expected) - 1) < 1e-13
}
