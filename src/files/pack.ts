/** An audit pack: what is asked for, and the manifest that says what is in it. */
import * as z from 'zod/mini'
import { type ExportFacts, factsFileName } from './facts.ts'

/** Days in UTC, both included, as `YYYY-MM-DD`; and what people call them: "October 2026". */
export interface PackPeriod {
  readonly first: string
  readonly last: string
  readonly name: string
}

/** Which part of a pack is being read. */
export interface PackPosition {
  readonly name: string
  /** From 1. */
  readonly number: number
  readonly of: number
}

/** What a pack's own files are called. */
export const manifestName = 'manifest.json'
export const readmeName = 'README.txt'
export const packListName = 'audit-pack'

const listOf = <S extends z.ZodMiniType>(schema: S) => z.readonly(z.array(schema))
/** The name of a file in a pack. One with any other path, or that a system takes for another, is no file of a pack. */
export const packedName = /^(books\/)?[a-z][a-z0-9.-]{0,99}$/i

/** The one record of `manifest.json`, which has facts of its own as every export. */
export const packManifest = z.object({
  format: z.literal('custody-console/audit-pack'),
  version: z.literal(1),
  /** UTC days, both included. */
  period: z.object({ first_day: z.string(), last_day: z.string() }),
  service: z.string(),
  account: z.nullable(z.string()),
  /** When the first part was begun and the last one ended: ISO 8601 UTC, by the clock of the reader. */
  begun: z.string(),
  ended: z.string(),
  /** Every file of the pack but the manifest and its facts. */
  files: listOf(
    z.object({
      name: z.string().check(z.regex(packedName)),
      bytes: z.int().check(z.minimum(0)),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      /** What it is, in a sentence. */
      what: z.string(),
      /** Of an export: whether it is complete, why not, and when the last of it was read. Null for facts, books and the README. */
      completeness: z.nullable(z.enum(['complete', 'read-once', 'partial'])),
      reasons: listOf(z.string()),
      as_of: z.nullable(z.string()),
    }),
  ),
  /** What was found out, in sentences. */
  results: listOf(z.object({ part: z.string(), result: z.string() })),
  /** Parts that are not in it, and why. */
  missing: listOf(z.object({ part: z.string(), why: z.string() })),
})

export type PackManifest = z.infer<typeof packManifest>

/** Name of a pack, by the facts of its manifest: their digest is in it, as in the name of every export. */
export function packFileName(facts: ExportFacts): string {
  return facts.file.name.replace(/json$/, 'zip')
}

/** The files of a pack that stand in no manifest. */
export const unlistedFiles: readonly string[] = [manifestName, factsFileName(manifestName)]
