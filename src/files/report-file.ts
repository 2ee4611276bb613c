/** What the console has worked out itself, such as a reconciliation, as a file with its facts: checked like every other export. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { ReportName } from '../contract/file-names.ts'
import { createTableWriter, jsonWriter } from './create-writer.ts'
import {
  type ExportFacts,
  type ExportFormat,
  factsOf,
  mediaTypes,
  proofWords,
  type Written,
} from './facts.ts'
import type { Cell } from './list-export.ts'
import { type Sign, seal } from './seal.ts'
import { collectTotals } from './totals.ts'
import { type ExportWriter, textTable } from './writer.ts'

/** A report: a table for CSV and XLSX, and everything in one object for JSON. */
export interface Report {
  readonly list: ReportName
  /** Paths of the endpoints that were read. */
  readonly endpoints: readonly string[]
  readonly parameters: Readonly<Record<string, string>>
  /** The view of the console that makes it, as a path with its query. */
  readonly link: string
  readonly service: string
  readonly account: string | null
  /** When reading began and ended: ISO 8601 UTC. */
  readonly begun: string
  readonly ended: string
  /** Records and pages that were read for it. */
  readonly read: { readonly records: number; readonly pages: number }
  /** Why it cannot be proved that everything was read, in sentences; none where it can. */
  readonly doubts: readonly string[]
  /** How many holdings it is about, and how many of them are proved: with fewer than all it is no complete file. */
  readonly proof?: ExportFacts['proof']
  /** What the facts are to say beside it, in sentences. */
  readonly remarks?: readonly string[]
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** The columns by which its rows are counted in the facts. */
  readonly countedBy: readonly string[]
  /** The columns that hold amounts: the facts have their sums, and a workbook numbers beside them. */
  readonly amounts?: readonly string[]
  readonly json: unknown
}

/** The file of a report and the facts about it. JSON holds the report as its one record. */
export async function reportFile(
  report: Report,
  format: ExportFormat,
  sign: Sign,
): Promise<{ readonly file: Blob; readonly facts: ExportFacts }> {
  const { columns, rows } = report
  const isJson = format === 'json'
  const writer: ExportWriter<unknown> = isJson
    ? jsonWriter({ received: (record) => record })
    : ofCells(await createTableWriter(format, textTable(columns, report.amounts ?? [])), rows)
  const head = writer.begin()
  const body = writer.rows(isJson ? [report.json] : rows)
  const facts = await seal(
    factsOf(known(report, format), withRemarks(report, writer.written())),
    report.list,
    sign,
  )
  const bytes = [head, body, writer.end(facts)]
  const file = new Blob(
    bytes.map((part) => new Uint8Array(part)),
    { type: mediaTypes[format] },
  )
  const digest = sha256.create()
  for (const part of bytes) digest.update(part)
  // The facts within XLSX stand in what they would have to tell the digest of.
  return {
    file,
    facts: { ...facts, file: { ...facts.file, bytes: file.size, sha256: bytesToHex(digest.digest()) } },
  }
}

function withRemarks({ remarks = [] }: Report, written: Written): Written {
  return { ...written, remarks: [...remarks, ...written.remarks] }
}

/** A writer of rows takes the rows that it is made for, whatever it is handed. */
function ofCells(
  writer: ExportWriter<readonly Cell[]>,
  rows: readonly (readonly Cell[])[],
): ExportWriter<unknown> {
  return { ...writer, rows: () => writer.rows(rows) }
}

function known(report: Report, format: ExportFormat) {
  const { list, endpoints, parameters, link, service, account, begun, ended, read, doubts, proof } = report
  const isProved = proof === undefined || proof.proved === proof.of
  return {
    list,
    asked: {
      endpoint: endpoints.join(', '),
      parameters: { ...parameters },
      link,
      columns: format === 'json' ? null : [...report.columns],
    },
    service: { address: service, account },
    begun,
    ended,
    pinned_end_date: null,
    dates: null,
    read: { ...read, passes: 1, repairs: 0, late: 0, misfits: 0 },
    ...(proof && { proof }),
    completeness: doubts.length === 0 && isProved ? ('complete' as const) : ('partial' as const),
    reasons: [...(isProved ? [] : [`${proofWords(proof)}.`]), ...doubts],
    // The one record of JSON has no rows that could be counted again.
    totals: format === 'json' ? { by: [], sums: [], groups: [] } : countsOf(report),
    fileFormat: format,
  }
}

function countsOf({ columns, rows, countedBy, amounts = [] }: Report): ExportFacts['totals'] {
  const totals = collectTotals({ by: countedBy, sums: amounts })
  for (const cells of rows)
    totals.add(Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? null])))
  return totals.totals()
}
