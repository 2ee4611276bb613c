/** Whether a file is still what its facts say, and whether a key vouches for those: checks that need nothing but these. */
import { factsDigest } from '../facts-digest.ts'
import type { Check } from './check.ts'
import { checkSignature, type TrustedKeys } from './check-signature.ts'
import {
  checkColumns,
  checkCompleteness,
  checkContent,
  checkDigest,
  checkFacts,
  checkFilter,
  checkForm,
  checkName,
  checkRepeated,
  checkRows,
  checkSize,
  checkTotals,
} from './checks.ts'
import { type OpenExport, openExport } from './open-export.ts'
import { readThrough, type VerifyOptions } from './read-through.ts'
import { checkDates } from './recorded-days.ts'
import { checkTimes } from './times.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** An export that was opened, with all that was found out about it. */
export interface Checked {
  readonly opened: OpenExport
  readonly verdict: Verdict
  readonly checks: readonly Check[]
  /** SHA-256 of the whole file. */
  readonly sha256: string
  /** See `factsDigest`. */
  readonly factsSha256: string
}

/**
 * Opens an export and makes every check; throws as `openExport` does. Memory grows with the number of ids by some twenty bytes each,
 * and with nothing else.
 */
export async function checkExport(
  file: { readonly name: string; readonly blob: Blob },
  beside: Blob | null,
  { keys, ...options }: VerifyOptions & { readonly keys: TrustedKeys },
): Promise<Checked> {
  const opened = await openExport(file.blob, file.name, beside)
  const found = await readThrough(opened, options)
  const { facts } = opened
  const checks = [
    checkForm(opened, found),
    ...checkSize(opened),
    ...checkDigest(opened, found),
    checkContent(opened, found),
    await checkSignature(facts, keys),
    checkFacts(opened, found),
    checkName(opened),
    checkTimes(facts, found.times),
    ...checkColumns(facts, found),
    checkRows(facts, found),
    ...checkDates(facts, found),
    checkRepeated(found),
    ...checkFilter(facts, found),
    checkTotals(opened, found),
    checkCompleteness(opened),
  ]
  return {
    opened,
    verdict: verdictOf(facts, checks),
    checks,
    sha256: found.sha256,
    factsSha256: factsDigest(facts),
  }
}
