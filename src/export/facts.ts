/** The facts of an export: what it is, where it is from, whether it is complete, and by what it can be checked later. */
import * as z from 'zod/mini'
import { application } from './application.ts'
import type { Written } from './writer.ts'

/** Formats of a file. */
export const exportFormats = ['csv', 'json', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

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

/** The schema of `….facts.json`, and of what an XLSX file holds on its sheet of facts. */
export const exportFacts = z.object({
  format: z.literal('custody-console/export-facts'),
  /** Since version 2 no two texts become the same cell of CSV: see `csvGuarded`. */
  version: z.union([z.literal(1), z.literal(2)]),
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
  /** Complete where two passes in a row met the same records in the same order; read-once where the second one was skipped. */
  completeness: z.enum(['complete', 'read-once', 'partial']),
  /** Why it cannot be proved complete, in sentences; empty where it is complete. */
  reasons: listOf(z.string()),
  /** Rows of the file without its header; of JSON its records. */
  rows: count,
  totals: controlTotals,
  /** What the format could not hold as it came, in sentences. */
  remarks: listOf(z.string()),
  file: z.object({
    name: z.string(),
    format: z.enum(exportFormats),
    /** Of the whole file; null within XLSX, which cannot state its own. */
    bytes: z.nullable(count),
    sha256: z.nullable(hexDigest),
    /**
     * Of an XLSX file's rows: SHA-256 of the columns' names and the rows as RFC 4180 text in UTF-8 (CR LF, quoted where a cell holds a
     * comma, a quote or a line break), each cell as it is stored, with its _xHHHH_ escapes, without the approximate numbers. Null for
     * CSV and JSON.
     */
    rows_sha256: z.nullable(hexDigest),
  }),
})

export type ExportFacts = z.infer<typeof exportFacts>

/** What is known of an export beside what its writer knows. */
export type FactsKnown = Omit<
  ExportFacts,
  'format' | 'version' | 'application' | 'rows' | 'remarks' | 'file'
> & {
  readonly fileName: string
  readonly fileFormat: ExportFormat
}

/** The facts of a file that was written, but for size and digest of the whole, which XLSX does not state. */
export function factsOf({ fileName, fileFormat, ...known }: FactsKnown, written: Written): ExportFacts {
  return {
    format: 'custody-console/export-facts',
    version: 2,
    application: { ...application },
    ...known,
    rows: written.rows,
    remarks: [...written.remarks],
    file: {
      name: fileName,
      format: fileFormat,
      bytes: null,
      sha256: null,
      rows_sha256: written.rowsSha256,
    },
  }
}

/** The facts as the text of a file. */
export function writeFacts(facts: ExportFacts): string {
  return `${JSON.stringify(inOrder(facts), null, 2)}\n`
}

/** Facts with their fields in the order of the schema, whoever put them together. Throws where they are none. */
export function inOrder(facts: ExportFacts): ExportFacts {
  return exportFacts.parse(facts)
}

/** Reads the text of a facts file. What is none gives a sentence that says so. */
export function readFacts(text: string): ExportFacts | string {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return 'The facts are no readable JSON: the file is cut off, or another one.'
  }
  const facts = exportFacts.safeParse(parsed)
  if (facts.success) return facts.data
  const [issue] = facts.error.issues
  return `These are no facts of an export of this console: ${issue?.path.join('.') || 'the whole'} is not as it has to be.`
}

/**
 * Name of an export's file: list, the instant at which it was begun, and what it is where it is not complete. Nothing in it comes from outside,
 * so that every file system accepts it.
 */
export function exportFileName(
  list: string,
  begun: string,
  format: ExportFormat,
  completeness: ExportFacts['completeness'],
): string {
  const instant = `${begun.slice(0, 19).replaceAll(':', '-')}Z`
  const safeList = list.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
  return `${safeList}_${instant.replace(/[^0-9TZ-]/g, '-')}${marks[completeness]}.${format}`
}

const marks = { complete: '', 'read-once': '.READ-ONCE', partial: '.PARTIAL' } as const

/** Name of the facts beside a file: its own with more behind it, since one reading can be saved in several formats. */
export function factsFileName(fileName: string): string {
  return `${fileName}.facts.json`
}
