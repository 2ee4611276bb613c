/** A report as a file: what CSV and XLSX have as one table, and JSON as one object. */
import { counted, countText } from '../contract/count-text.ts'
import {
  type ColumnKind,
  type Report,
  type ReportCells,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  remarksOf,
} from '../contract/report.ts'
import { type AboutFile, madeFileName } from '../files/file-name.ts'
import type { ColumnKinds, ExportFormat, FileRow } from '../files/list-export.ts'
import { type ByteSink, beginFile, type FileDigest, type WrittenFile } from '../files/written-file.ts'
import { isLongReport } from './entry.ts'

export async function writeReport(
  report: Report,
  format: ExportFormat,
  sink: ByteSink,
  digest: FileDigest,
): Promise<WrittenFile> {
  const { basis, name, parameters } = report
  const { as_of: asOf, doubts, proof } = basis
  const isProved = proof === undefined || proof.proved === proof.of
  const about: AboutFile = {
    ...{ fileName: name, parameters, begun: asOf, ended: asOf, days: null },
    completeness: doubts.length === 0 && isProved ? 'complete' : 'partial',
    reasons: [
      ...(isProved ? [] : [`${countText(proof.proved)} of ${counted(proof.of, 'holding')} proved.`]),
      ...doubts,
    ],
    remarks: remarksOf(report),
  }
  const isLong = isLongReport(report)
  const { columns, rows } = fileTable(report)
  const names = columns.map((column) => column.name)
  const kinds = columns.flatMap(({ name, kind }) => {
    const own = cellKinds[kind]
    return own ? [[name, own] as const] : []
  })
  const content = {
    kinds: Object.fromEntries(kinds),
    rowsOf: (row: FileRow) => [row],
    received: isLong
      ? (row: FileRow) => Object.fromEntries(names.map((one) => [one, row[one] ?? null]))
      : () => jsonOf(report),
    hasOthers: () => false,
  }
  await sink.named?.(madeFileName(about, format))
  const file = await beginFile(format, content, names, sink, digest)
  if (isLong) {
    for await (const piece of report.allRows())
      await file.add(piece.map((row) => rowCells(report, report.tables[0], row, 0)))
  }
  // JSON has one record, whatever its rows.
  else await file.add(format === 'json' ? [{}] : rows)
  return file.end(about)
}

const cellKinds: Partial<Record<ColumnKind | 'level', ColumnKinds[string]>> = {
  ...{ amount: 'amount', balance: 'amount', count: 'count', day: 'day', instant: 'instant' },
}

/** Columns of all tables, each once, plus table, level and remark of a row, and the basis. Secondary tables are in JSON only. */
export function fileTable({ tables: all, basis }: Pick<Report, 'tables' | 'basis'>) {
  const tables = all.filter(({ isSecondary }) => !isSecondary)
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
  const rows = flat.map(({ table, row, depth }) => rowCells({ basis }, table, row, depth))
  return { columns, rows }
}

function rowCells(
  { basis: { as_of, service, account } }: Pick<Report, 'basis'>,
  table: ReportTable | undefined,
  { cells, remark }: ReportRow,
  depth: number,
): ReportCells {
  const level = table?.levels?.[depth] ?? String(depth + 1)
  return { ...cells, table: table?.name ?? null, level, remark: remark ?? null, as_of, service, account }
}

function columnsInFile(columns: readonly ReportColumn[]): readonly ReportColumn[] {
  return columns.filter(({ where }) => where !== 'page')
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
  const { as_of, service, account, doubts } = basis
  const remarks = remarksOf(report)
  return {
    report: name,
    result: headline.text,
    ...{ as_of, service, account, parameters, doubts, remarks },
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
