/** The facts of an export: what it is, where it is from, whether it is complete, and by what it can be checked later. */
import * as z from 'zod/mini'
import { counted, countText } from '../contract/count-text.ts'
import { signature } from '../contract/signature.ts'

/** Formats of a file. */
export const exportFormats = ['csv', 'json', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What browsers and mail programs call each of them. */
export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const listOf = <S extends z.ZodMiniType>(schema: S) => z.readonly(z.array(schema))
const count = z.int().check(z.minimum(0))
const hexDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Control totals as they are written: see `totals.ts`. */
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
  /** Files of version 3, which knew no dates, of version 4, and of version 5, which had times, are still read. */
  version: z.union([z.literal(3), z.literal(4), z.literal(5), z.literal(6)]),
  application: z.object({ name: z.string(), version: z.string() }),
  /** A list of the API, or the name of a table that the console made itself, such as "reconciliation". */
  list: z.string(),
  asked: z.object({
    /** Path of the endpoint, such as /transactions. */
    endpoint: z.string(),
    /** The filter, under the API's own parameter names. */
    parameters: z.record(z.string(), z.string()),
    /** The view of the console that shows the same, as a path with its query. */
    link: z.string(),
    /** The file's columns in their order; null for JSON, which holds whole records. */
    columns: z.nullable(listOf(z.string())),
  }),
  service: z.object({ address: z.string(), account: z.nullable(z.string()) }),
  /** When reading began and ended, ISO 8601 UTC, by the clock of the reader. */
  begun: z.string(),
  ended: z.string(),
  /** The `end_date` that was set so that nothing new enters; null where the filter has one, or the list has no dates. */
  pinned_end_date: z.nullable(z.string()),
  /**
   * How it was read: pages, passes over the list that came to its end, shifts of the list that were repaired, records that only a
   * later pass met (the last ones of the file), and records that do not match the filter.
   */
  read: z.object({
    records: count,
    pages: count,
    passes: count,
    repairs: count,
    late: count,
    misfits: count,
  }),
  /**
   * How the day of each record was found; null where the file has no dates. What was met day by day is the second reading where
   * `second_reading` says so: the one pass over the list met the same records.
   */
  dates: z.optional(
    z.nullable(
      z.object({
        /** What a date means, in a sentence. */
        rule: z.string(),
        /** Whose days: UTC's, or those of the service, whose zone is not known. */
        days: z.optional(z.enum(['utc', 'service'])),
        /** How the service was asked: for days, for their first and last instant, or to the day after the last. */
        form: z.enum(['day', 'instant', 'next-day']),
        /** Days that were asked for; not of what was taken from books. */
        windows: z.optional(count),
        requests: count,
        second_reading: z.boolean(),
        /** Records without a date, and why, in sentences. */
        undated: count,
        reasons: listOf(z.string()),
        /** Only of version 5. */
        times: z.optional(z.unknown()),
      }),
    ),
  ),
  /** Complete where two readings met the same records, see `walk.ts`; read-once where the second one was skipped. */
  completeness: z.enum(['complete', 'read-once', 'partial']),
  /** Why it cannot be proved complete, in sentences; empty where it is complete. */
  reasons: listOf(z.string()),
  /** Of a statement: how many holdings it has, and how many are proved. With fewer than all it is not complete. */
  proof: z.optional(z.object({ proved: count, of: count })),
  /** Rows of the file without its header; of JSON its records. */
  rows: count,
  totals: controlTotals,
  /**
   * SHA-256 of each column, as a CSV file of that column alone: UTF-8, CR LF, no header, cells quoted where they need it. Cells are as
   * the file stores them. JSON has one for its records, each as compact JSON. A spreadsheet that saves the file anew leaves them as they are.
   */
  content: z.record(z.string(), hexDigest),
  /** What the format could not hold as it came, in sentences. */
  remarks: listOf(z.string()),
}
const fileFormat = z.enum(exportFormats)

/** What facts state of an export itself. Their digest is of these alone, whatever the file is called and however it was spelt. */
export const coreFacts = z.object({ ...core, file: z.object({ format: fileFormat }) })

/** The schema of `….facts.json`, and of what an XLSX file holds on its sheet of facts. */
export const exportFacts = z.object({
  ...core,
  file: z.object({
    /** Holds the first digits of the digest of the facts. */
    name: z.string(),
    format: fileFormat,
    /** Of the whole file; null within XLSX, which cannot state its own. */
    bytes: z.nullable(count),
    sha256: z.nullable(hexDigest),
  }),
  /** The gateway's signature of the digest of the facts; or why there is none, in a sentence. */
  signature: z.union([signature, z.object({ unsigned: z.string() })]),
})

export type CoreFacts = z.infer<typeof coreFacts>
export type ExportFacts = z.infer<typeof exportFacts>

/** "0 of 21 holdings proved". */
export function proofCountText({ proved, of }: NonNullable<CoreFacts['proof']>): string {
  return `${countText(proved)} of ${counted(of, 'holding')} proved`
}

/** What a writer knows of what it has written so far. */
export interface Written {
  /** Rows without the header; of JSON records. */
  readonly rows: number
  /** What the format could not hold as it came, in sentences. */
  readonly remarks: readonly string[]
  /** See `facts.content`. */
  readonly content: Readonly<Record<string, string>>
}

/** What is known of an export beside what its writer knows. */
export type FactsKnown = Omit<
  CoreFacts,
  'format' | 'version' | 'application' | 'rows' | 'content' | 'remarks' | 'file'
> & { readonly fileFormat: ExportFormat }

/** The facts of what was written, before they have a name and a signature: see `seal.ts`. */
export function factsOf({ fileFormat: format, ...known }: FactsKnown, written: Written): CoreFacts {
  return {
    format: 'custody-console/export-facts',
    version: 6,
    application: { ...application },
    ...known,
    rows: written.rows,
    content: { ...written.content },
    remarks: written.remarks,
    file: { format },
  }
}

/** The facts as the text of a file. */
export function writeFacts(facts: ExportFacts): string {
  return `${JSON.stringify(canonicalFacts(facts), null, 2)}\n`
}

/** Facts with their fields in the order of the schema, whoever put them together. Throws where they are none. */
export function canonicalFacts(facts: ExportFacts): ExportFacts {
  return exportFacts.parse(facts)
}

/** Name of the facts beside a file: its own with more behind it, since one reading can be saved in several formats. */
export function factsFileName(fileName: string): string {
  return `${fileName}.facts.json`
}

/** What writes the files. The version is that of package.json: a test holds the two together, so that no build has to. */
const application = { name: 'Custody Console', version: '0.1.0' } as const
