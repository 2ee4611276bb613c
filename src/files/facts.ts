/** The facts of an export: what it is, where it is from, whether it is complete, and what it can be checked by later. */
import * as z from 'zod/mini'
import { counted, countText } from '../contract/count-text.ts'
import { signature } from '../contract/signature.ts'

export const exportFormats = ['csv', 'json', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const listOf = <S extends z.ZodMiniType>(schema: S) => z.readonly(z.array(schema))
const count = z.int().check(z.minimum(0))
const hexDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** See `totals.ts`. Sums are exact decimal text; `unreadable` cells are no decimals and not in them. */
const controlTotals = z.object({
  by: listOf(z.string()),
  sums: listOf(z.string()),
  groups: listOf(
    z.object({
      values: listOf(z.nullable(z.string())),
      rows: count,
      sums: listOf(
        z.object({
          sum: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
          unreadable: count,
        }),
      ),
    }),
  ),
})

const core = {
  format: z.literal('custody-console/export-facts'),
  /** Before 4 there were no dates; 5 had times, too; before 7 the file's name had neither period nor filter. */
  version: z.union([z.literal(3), z.literal(4), z.literal(5), z.literal(6), z.literal(7)]),
  application: z.object({ name: z.string(), version: z.string() }),
  /** A list of the API, or a report such as "reconciliation". */
  list: z.string(),
  asked: z.object({
    endpoint: z.string(),
    /** The filter, under the API's own parameter names. */
    parameters: z.record(z.string(), z.string()),
    /** The view of the console that shows the same, as a path with its query. */
    link: z.string(),
    /** In the order of the file; null for JSON, which holds whole records. */
    columns: z.nullable(listOf(z.string())),
  }),
  service: z.object({ address: z.string(), account: z.nullable(z.string()) }),
  /** When reading began and ended: ISO 8601 UTC, by the reader's clock. */
  begun: z.string(),
  ended: z.string(),
  /** The `end_date` that was set so that nothing new enters; null where the filter has one, or the list has no dates. */
  pinned_end_date: z.nullable(z.string()),
  /** `late` records were found only by a later pass and are the last of the file; `misfits` do not match the filter. */
  read: z.object({
    records: count,
    pages: count,
    passes: count,
    repairs: count,
    late: count,
    misfits: count,
  }),
  /**
   * How the day of each record was found; null where the file has no dates. With `second_reading`, reading day by day met the same
   * records as the one pass over the list.
   */
  dates: z.optional(
    z.nullable(
      z.object({
        rule: z.string(),
        /** UTC days, or days of the service in a zone that is not known. */
        days: z.optional(z.enum(['utc', 'service'])),
        /** See `DateForm`. */
        form: z.enum(['day', 'instant', 'next-day']),
        /** Ranges of time that were asked for. Missing where the days are those of the books. */
        windows: z.optional(count),
        requests: count,
        second_reading: z.boolean(),
        /** Records without a date; `reasons` says why. */
        undated: count,
        reasons: listOf(z.string()),
        /** Version 5 only. */
        times: z.optional(z.unknown()),
      }),
    ),
  ),
  /** Complete: two readings met the same records, see `walk.ts`. Read-once: the second reading was skipped. */
  completeness: z.enum(['complete', 'read-once', 'partial']),
  /** Why it is not proved complete, in sentences. */
  reasons: listOf(z.string()),
  /** Of a statement: how many of its holdings are proved. It is complete only if all are. */
  proof: z.optional(z.object({ proved: count, of: count })),
  /** Without the header; of JSON its records. */
  rows: count,
  totals: controlTotals,
  /**
   * SHA-256 of each column as a CSV file of its own (UTF-8, CR LF, no header, quoted where needed), its cells as the file stores them.
   * JSON has one for its records, each as compact JSON. They stay the same when a spreadsheet saves the file again.
   */
  content: z.record(z.string(), hexDigest),
  /** What the format could not hold as it came, in sentences. */
  remarks: listOf(z.string()),
}
const fileFormat = z.enum(exportFormats)

/** What facts state of an export itself. Their digest covers these alone. */
export const coreFacts = z.object({ ...core, file: z.object({ format: fileFormat }) })

/** The schema of `….facts.json`, and of what an XLSX file holds on its sheet of facts. */
export const exportFacts = z.object({
  ...core,
  file: z.object({
    /** Holds the first digits of the digest of the facts. */
    name: z.string(),
    format: fileFormat,
    /** Of the whole file; null within XLSX, which cannot contain its own. */
    bytes: z.nullable(count),
    sha256: z.nullable(hexDigest),
  }),
  /** The gateway's signature of the digest of the facts, or why there is none, in a sentence. */
  signature: z.union([signature, z.object({ unsigned: z.string() })]),
})

export type CoreFacts = z.infer<typeof coreFacts>
export type ExportFacts = z.infer<typeof exportFacts>

/** "0 of 21 holdings proved". */
export function proofCountText({ proved, of }: NonNullable<CoreFacts['proof']>): string {
  return `${countText(proved)} of ${counted(of, 'holding')} proved`
}

/** The facts as the text of a file, with their fields in the order of the schema. */
export function writeFacts(facts: ExportFacts): string {
  return `${JSON.stringify(exportFacts.parse(facts), null, 2)}\n`
}

/** The whole name of the file comes first, since one reading can be saved in several formats. */
export function factsFileName(fileName: string): string {
  return `${fileName}.facts.json`
}

/** A test keeps the version equal to that of package.json. */
export const application = { name: 'Custody Console', version: '0.1.0' } as const
