/** A report as a file: what CSV and XLSX have as one table, and JSON as one object. */

import type { Books } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { AboutFile } from '../../files/about-file.ts'
import {
  type Cell,
  type ColumnKinds,
  type ExportFormat,
  type FileRow,
  mediaTypes,
} from '../../files/list-export.ts'
import { type ByteSink, beginFile, type WrittenFile } from '../../files/written-file.ts'
import type { Question } from '../../work/task.ts'
import type { ViewControl } from '../../work/views.ts'
import {
  type ColumnKind,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  remarksOf,
} from './report.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    'report-file': typeof reportFileAnswer
  }
}

interface ReportOrder extends Pick<Question, 'view' | 'input'> {
  readonly format: ExportFormat
}

/** Written where the report was made: a page would stand still meanwhile. */
export async function reportFileAnswer(
  _books: Books,
  { view, input, format }: ReportOrder,
  { ask }: Pick<ViewControl, 'ask'>,
): ReturnType<typeof reportFile> {
  return await reportFile(reportIn(await ask(view, input)), format)
}

/** An answer is a report, or has one. */
function reportIn(answer: unknown): Report {
  const report = isReport(answer) ? answer : Reflect.get(Object(answer), 'report')
  if (!isReport(report)) throw new TypeError('This view has no report.')
  return report
}

function isReport(answer: unknown): answer is Report {
  return typeof answer === 'object' && answer !== null && 'tables' in answer && 'basis' in answer
}

export async function reportFile(
  report: Report,
  format: ExportFormat,
): Promise<{ readonly content: Blob; readonly written: WrittenFile }> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const sink = { write: (bytes: Uint8Array) => void pieces.push(new Uint8Array(bytes)) }
  const written = await writeReport(report, format, sink)
  return { content: new Blob(pieces, { type: mediaTypes[format] }), written }
}

export async function writeReport(
  report: Report,
  format: ExportFormat,
  sink: ByteSink,
): Promise<WrittenFile> {
  const { basis, name, parameters } = report
  const { begun, ended, doubts, proof } = basis
  const isProved = proof === undefined || proof.proved === proof.of
  const about: AboutFile = {
    ...{ fileName: name, parameters, begun, ended, days: null },
    completeness: doubts.length === 0 && isProved ? 'complete' : 'partial',
    reasons: [
      ...(isProved ? [] : [`${countText(proof.proved)} of ${counted(proof.of, 'holding')} proved.`]),
      ...doubts,
    ],
    remarks: remarksOf(report),
  }
  const { columns, rows } = fileTable(report)
  const names = columns.map((column) => column.name)
  const content = {
    kinds: Object.fromEntries(
      columns.flatMap(({ name, kind }) => {
        const own = cellKinds[kind]
        return own ? [[name, own]] : []
      }),
    ),
    rowsOf: (row: FileRow) => [row],
    received: () => jsonOf(report),
    hasOthers: () => false,
  }
  const file = await beginFile(format, content, names, sink)
  // JSON has one record, whatever its rows.
  await file.add(format === 'json' ? [{}] : rows)
  return file.end(about)
}

const cellKinds: Partial<Record<ColumnKind | 'level', ColumnKinds[string]>> = {
  ...{ amount: 'amount', balance: 'amount' },
  ...{ count: 'count', day: 'day', instant: 'instant' },
}

/** The columns of all tables, each once, beside the table, level and remark of a row and what it rests on. Asides are in JSON alone. */
export function fileTable({ tables: all, basis }: Pick<Report, 'tables' | 'basis'>): {
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind | 'level' }[]
  readonly rows: readonly Readonly<Record<string, Cell>>[]
} {
  const tables = all.filter(({ isAside }) => !isAside)
  const flat = tables.flatMap((table) => flatRows(table, table.rows, 0))
  const own = new Map(
    tables.flatMap(({ columns }) => columnsInFile(columns).map((column) => [column.name, column] as const)),
  )
  const as = (kind: ColumnKind | 'level', ...names: string[]) => names.map((name) => ({ name, kind }))
  const columns = [
    ...(tables.length > 1 ? as('level', 'table') : []),
    ...(flat.some(({ depth }) => depth > 0) ? as('level', 'level') : []),
    ...own.values(),
    ...(flat.some(({ row }) => row.remark) ? as('sentence', 'remark') : []),
    ...as('instant', 'as_of'),
    ...as('text', 'service', 'account'),
  ]
  return {
    columns,
    rows: flat.map(({ table, row, depth }) => ({
      ...row.cells,
      table: table.name,
      level: table.levels?.[depth] ?? String(depth + 1),
      remark: row.remark ?? null,
      as_of: basis.ended,
      service: basis.service,
      account: basis.account,
    })),
  }
}

function columnsInFile(columns: readonly ReportColumn[]): readonly ReportColumn[] {
  return columns.filter(({ inFile }) => inFile !== 'never')
}

function flatRows(
  table: ReportTable,
  rows: readonly ReportRow[],
  depth: number,
): readonly { readonly table: ReportTable; readonly row: ReportRow; readonly depth: number }[] {
  return rows.flatMap((row) => [{ table, row, depth }, ...flatRows(table, row.parts ?? [], depth + 1)])
}

function jsonOf(report: Report) {
  const { name, headline, tables, basis, parameters } = report
  const { ended, service, account, doubts } = basis
  const remarks = remarksOf(report)
  return {
    report: name,
    result: headline.text,
    as_of: ended,
    ...{ service, account, parameters, doubts, remarks },
    tables: tables.map(({ name, title, columns, rows, remarks }) => ({
      ...{ name, title, ...(remarks && { remarks }) },
      rows: rows.map((row) => jsonRow(row, columnsInFile(columns))),
    })),
  }
}

function jsonRow({ cells, remark, parts = [] }: ReportRow, columns: readonly ReportColumn[]): unknown {
  return {
    ...Object.fromEntries(columns.map(({ name }) => [name, cells[name] ?? null])),
    ...(remark !== undefined && { remark }),
    ...(parts.length > 0 && { parts: parts.map((part) => jsonRow(part, columns)) }),
  }
}
