import * as z from 'zod/mini'
import { type ExportFacts, factsFileName } from './facts.ts'

/** UTC days, both included, as `YYYY-MM-DD`; the name is "October 2026". */
export interface PackPeriod {
  readonly first: string
  readonly last: string
  readonly name: string
}

export interface PackPosition {
  readonly name: string
  /** From 1. */
  readonly number: number
  readonly of: number
}

export const manifestName = 'manifest.json'
export const readmeName = 'README.txt'
export const packListName = 'audit-pack'

const listOf = <S extends z.ZodMiniType>(schema: S) => z.readonly(z.array(schema))
/** Refuses other paths, and names that some systems confuse. */
export const packedName = /^(books\/)?[a-z][a-z0-9.-]{0,99}$/i

export const packFormat = 'custody-console/audit-pack'
export const packVersion = 1

/** The only record of `manifest.json`, which has facts like every export. */
export const packManifest = z.object({
  format: z.literal(packFormat),
  version: z.literal(packVersion),
  period: z.object({ first_day: z.string(), last_day: z.string() }),
  service: z.string(),
  account: z.nullable(z.string()),
  /** ISO 8601 UTC, by the reader's clock. */
  begun: z.string(),
  ended: z.string(),
  /** All files except the manifest and its facts. */
  files: listOf(
    z.object({
      name: z.string().check(z.regex(packedName)),
      bytes: z.int().check(z.minimum(0)),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      what: z.string(),
      /** Null for facts, books and the README. */
      completeness: z.nullable(z.enum(['complete', 'read-once', 'partial'])),
      reasons: listOf(z.string()),
      as_of: z.nullable(z.string()),
    }),
  ),
  results: listOf(z.object({ part: z.string(), result: z.string() })),
  missing: listOf(z.object({ part: z.string(), why: z.string() })),
})

export type PackManifest = z.infer<typeof packManifest>

export function packFileName(facts: ExportFacts): string {
  return facts.file.name.replace(/json$/, 'zip')
}

export const unlistedFiles: readonly string[] = [manifestName, factsFileName(manifestName)]
