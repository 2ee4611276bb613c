/** The facts of an export: what it is, where it comes from, whether it is complete, and how to check it later. */
import * as z from 'zod/mini'
import { isUnfinished } from '../api/dates/day.ts'
import { counted, countText } from '../contract/count-text.ts'
import { signature } from '../contract/signing.ts'
import { readPeriod } from '../url/periods.ts'

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

/** Each group has a value for every name. No file has half as many. */
const fewNames = z.readonly(z.array(z.string()).check(z.maxLength(20)))

/** See `totals.ts`. Sums are exact decimal text, without the `unreadable` cells. */
const controlTotals = z.object({
  by: fewNames,
  sums: fewNames,
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

export const factsFormat = 'custody-console/export-facts'
export const factsVersion = 8

const core = {
  format: z.literal(factsFormat),
  version: z.literal(factsVersion),
  application: z.object({ name: z.string(), version: z.string() }),
  /** A list of the API, or a report such as "reconciliation". */
  list: z.string(),
  asked: z.object({
    endpoint: z.string(),
    /** By the API's parameter names. */
    parameters: z.record(z.string(), z.string()),
    /** The same view in the console: a path with its query. */
    link: z.string(),
    /** In the file's order; null for JSON, which has whole records. */
    columns: z.nullable(listOf(z.string())),
  }),
  service: z.object({ address: z.string(), account: z.nullable(z.string()) }),
  /** ISO 8601 UTC, by the reader's clock. */
  begun: z.string(),
  ended: z.string(),
  /** Set so that nothing new enters; null if the filter has an `end_date` or the list has no dates. */
  pinned_end_date: z.nullable(z.string()),
  /** `late` records came with a later pass; `misfits` do not match the filter. */
  read: z.object({
    records: count,
    pages: count,
    passes: count,
    repairs: count,
    late: count,
    misfits: count,
  }),
  /** Null if the file has no dates. */
  dates: z.nullable(
    z.object({
      rule: z.string(),
      /** `service`: the service's own days, in an unknown time zone. */
      days: z.enum(['utc', 'service']),
      /** See `DateForm`. */
      form: z.enum(['day', 'instant', 'next-day']),
      requests: count,
      /** `reasons` says why these records have no date. */
      undated: count,
      reasons: listOf(z.string()),
    }),
  ),
  /** Complete: two readings found the same records, see `walk.ts`. Read-once: it was read once, or so long ago that it may have changed. */
  completeness: z.enum(['complete', 'read-once', 'partial']),
  /** Sentences that say why it is not proved complete. */
  reasons: listOf(z.string()),
  /** Only for a statement, which is complete only if all holdings are proved. */
  proof: z.optional(z.object({ proved: count, of: count })),
  /** Without the header; for JSON, records. */
  rows: count,
  totals: controlTotals,
  /**
   * SHA-256 of each column as a CSV file (UTF-8, CR LF, no header, quoted where needed), with cells as the file stores them. JSON has one
   * column, its records as compact JSON.
   */
  content: z.record(z.string(), hexDigest),
  /** Sentences about what the format could not hold as it came. */
  remarks: listOf(z.string()),
}
const fileFormat = z.enum(exportFormats)

/** The digest of the facts covers only these. */
export const coreFacts = z.object({ ...core, file: z.object({ format: fileFormat }) })

/** The schema of `….facts.json`. */
export const exportFacts = z.object({
  ...core,
  file: z.object({
    /** Contains the first digits of the digest of the facts. */
    name: z.string(),
    format: fileFormat,
    /** Of the whole file. The signature does not cover them. */
    bytes: count,
    sha256: hexDigest,
  }),
  /** The gateway's signature of the digest of the facts, or a sentence that says why there is none. */
  signature: z.union([signature, z.object({ unsigned: z.string() })]),
})

export type CoreFacts = z.infer<typeof coreFacts>
export type ExportFacts = z.infer<typeof exportFacts>

export function proofCountText({ proved, of }: NonNullable<CoreFacts['proof']>): string {
  return `${countText(proved)} of ${counted(of, 'holding')} proved`
}

/** The list cannot hold all of a period that ended after reading began. */
export function isBeforeItsEnd({
  asked: { parameters },
  pinned_end_date,
  begun,
  dates,
}: ExportFacts): boolean {
  const end_date = parameters.end_date ?? parameters.end_of_day ?? readPeriod(parameters.period ?? '')?.last
  if (end_date === undefined || pinned_end_date !== null) return false
  return isUnfinished(end_date, dates?.days ?? 'utc', Date.parse(begun))
}

export function writeFacts(facts: ExportFacts): string {
  return `${JSON.stringify(exportFacts.parse(facts), null, 2)}\n`
}

/** Keeps the whole file name, since one reading can be saved in several formats. */
export function factsFileName(fileName: string): string {
  return `${fileName}.facts.json`
}

/** A test compares the version with package.json. */
export const application = { name: 'Custody Console', version: '0.1.0' } as const
