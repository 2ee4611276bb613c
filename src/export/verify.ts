/** Whether a file is still what its facts say: checks that need nothing but the two. */
import type { Check } from './check.ts'
import {
  checkAnew,
  checkColumns,
  checkCompleteness,
  checkDigests,
  checkFacts,
  checkFilter,
  checkForm,
  checkRepeated,
  checkRows,
  checkSize,
  checkTotals,
} from './checks.ts'
import type { OpenExport } from './open-export.ts'
import { readThrough, type VerifyOptions } from './read-through.ts'

/** Makes every check. Memory grows with the number of ids by some twenty bytes each, and with nothing else. */
export async function verifyExport(opened: OpenExport, options: VerifyOptions): Promise<readonly Check[]> {
  const found = await readThrough(opened, options)
  const { facts } = opened
  return [
    checkForm(opened, found),
    ...checkSize(opened),
    ...checkDigests(facts, found),
    ...checkAnew(facts, found),
    checkFacts(opened, found),
    ...checkColumns(facts, found),
    checkRows(facts, found),
    checkRepeated(found),
    ...checkFilter(found),
    checkTotals(opened, found),
    checkCompleteness(opened),
  ]
}

/** True where no check has failed. */
export function isVerified(checks: readonly Check[]): boolean {
  return checks.every(({ verdict }) => verdict !== 'fail')
}
