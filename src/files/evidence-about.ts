/** What evidence is of: `about.json`. Whoever checks it makes the same files again by it. */
import * as z from 'zod/mini'
import type { EvidenceInputs } from './evidence-inputs.ts'
import { exportFormats } from './list-export.ts'

/** It changes only when the same answers make other files. */
export const evidenceFormat = 1

const shown = z.string().check(z.minLength(1), z.maxLength(2000))

const made = {
  format: z.literal(evidenceFormat),
  /** The page of the console that shows the same, as a path with its query. */
  link: shown,
}

export const evidenceAbout = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('report'), ...made, file: z.enum(exportFormats) }),
  z.strictObject({
    of: z.literal('list'),
    ...made,
    file: z.enum(exportFormats),
    columns: z.readonly(z.array(shown).check(z.maxLength(100))),
  }),
  z.strictObject({
    of: z.literal('pack'),
    ...made,
    period: z.strictObject({ first: shown, last: shown, name: shown }),
    vaults: z.nullable(shown),
  }),
])

export type EvidenceAbout = z.infer<typeof evidenceAbout>

export const aboutName = 'about.json'
export const readmeName = 'README.txt'
export const journalName = 'journal.jsonl.gz'

/** In one order, whatever that of `about`. */
export function writeAbout(about: EvidenceAbout): string {
  return `${JSON.stringify(evidenceAbout.parse(about), null, 2)}\n`
}

/** Null for anything that `writeAbout` does not write. */
export function readAbout(text: string): EvidenceAbout | null {
  try {
    const about = evidenceAbout.parse(JSON.parse(text))
    return writeAbout(about) === text ? about : null
  } catch {
    return null
  }
}

export interface EvidenceRequest {
  readonly about: EvidenceAbout
  readonly inputs: EvidenceInputs
  readonly session: string
  /** What the recipient gave to begin with; null for a random number. */
  readonly challenge: string | null
  readonly name: string
}
