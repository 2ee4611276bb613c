/** What the console has worked out itself, such as a reconciliation, as a file with its facts: checked like every other export. */
import type { ReportName } from '../contract/file-names.ts'
import { type ExportFacts, type ExportFormat, mediaTypes, proofCountText } from './facts.ts'
import type { Cell } from './list-export.ts'
import type { Sign } from './seal.ts'
import type { FileContent } from './writer.ts'
import { beginFile } from './written-file.ts'

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
  const { columns, rows, countedBy, amounts = [], list, link, proof, begun, ended } = report
  const isJson = format === 'json'
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const content: FileContent<readonly Cell[]> = {
    totals: isJson ? { by: [], sums: [] } : { by: countedBy, sums: amounts },
    // The one record of JSON has no rows that could be counted again.
    rowsOf: (cells) =>
      isJson ? [] : [Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? null]))],
    received: () => report.json,
    hasOthers: () => false,
  }
  const sink = { write: (bytes: Uint8Array) => void pieces.push(new Uint8Array(bytes)) }
  const file = await beginFile(format, content, columns, sink)
  await file.add(isJson ? [[]] : rows)
  const isProved = proof === undefined || proof.proved === proof.of
  const facts = await file.end(
    {
      list,
      fileName: list,
      asked: {
        endpoint: report.endpoints.join(', '),
        parameters: { ...report.parameters },
        link,
        columns: isJson ? null : [...columns],
      },
      service: { address: report.service, account: report.account },
      ...{ begun, ended, pinned_end_date: null, dates: null },
      read: { ...report.read, passes: 1, repairs: 0, late: 0, misfits: 0 },
      ...(proof && { proof }),
      completeness: report.doubts.length === 0 && isProved ? 'complete' : 'partial',
      reasons: [...(isProved ? [] : [`${proofCountText(proof)}.`]), ...report.doubts],
      remarks: report.remarks ?? [],
    },
    sign,
  )
  return { file: new Blob(pieces, { type: mediaTypes[format] }), facts }
}
