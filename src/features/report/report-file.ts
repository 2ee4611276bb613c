/** A report as a file with its signed facts: what CSV and XLSX have as one table, and JSON as one object. */
import { type ExportFacts, type ExportFormat, mediaTypes, proofCountText } from '../../files/facts.ts'
import type { Cell, FileRow } from '../../files/list-export.ts'
import type { Sign } from '../../files/seal.ts'
import {
  type AboutFile,
  type ByteSink,
  beginFile,
  type FileContent,
  writeRecord,
} from '../../files/written-file.ts'
import {
  type ColumnKind,
  type Report,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  remarksOf,
} from './report.ts'

export async function reportFile(
  report: Report,
  format: ExportFormat,
  sign: Sign,
): Promise<{ readonly file: Blob; readonly facts: ExportFacts }> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const sink = { write: (bytes: Uint8Array) => void pieces.push(new Uint8Array(bytes)) }
  const facts = await writeReport(report, format, sign, sink)
  return { file: new Blob(pieces, { type: mediaTypes[format] }), facts }
}

/** Gives the facts. JSON has the report as its one record, without rows that could be counted. */
export async function writeReport(
  report: Report,
  format: ExportFormat,
  sign: Sign,
  sink: ByteSink,
): Promise<ExportFacts> {
  const { basis, name, parameters, link } = report
  const { service, account, begun, ended, endpoints, read, doubts, proof } = basis
  const { columns, rows } = fileTable(report)
  const names = columns.map((column) => column.name)
  const namesOf = (...kinds: (ColumnKind | 'level')[]) =>
    columns.filter(({ kind }) => kinds.includes(kind)).map((column) => column.name)
  // Amounts of different assets are not added up.
  const isOfAssets = namesOf('asset').length > 0 && namesOf('network').length > 0
  const by = namesOf('level', 'asset', 'network', 'type', 'status', 'verdict')
  const isProved = proof === undefined || proof.proved === proof.of
  const about: AboutFile = {
    ...{ list: name, fileName: name, begun, ended, pinned_end_date: null, dates: null },
    asked: { endpoint: endpoints.join(', '), parameters: { ...parameters }, link, columns: names },
    service: { address: service, account },
    read: { ...read, passes: 1, repairs: 0, late: 0, misfits: 0 },
    ...(proof && { proof }),
    completeness: doubts.length === 0 && isProved ? 'complete' : 'partial',
    reasons: [...(isProved ? [] : [`${proofCountText(proof)}.`]), ...doubts],
    remarks: remarksOf(report),
  }
  if (format === 'json') return writeRecord(jsonOf(report), about, sign, sink)
  const content: FileContent<FileRow> = {
    totals: { by, sums: isOfAssets ? namesOf('amount') : [] },
    rowsOf: (row) => [row],
    received: (row) => row,
    hasOthers: () => false,
  }
  const file = await beginFile(format, content, names, sink)
  await file.add(rows)
  return file.end(about, sign)
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
    ...as('text', 'as_of', 'service', 'account'),
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
