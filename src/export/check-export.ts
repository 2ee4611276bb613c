/** All that checking takes: loaded once the page is there, which shows sooner without it. */

import type { OpenExport } from './open-export.ts'
import { openExport } from './open-export.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import { type Verified, verifyExport } from './verify.ts'

/** An export that was opened, with what was found out about it. */
export interface Checked extends Verified {
  readonly opened: OpenExport
  readonly verdict: Verdict
}

/** Opens an export and makes every check. Throws as `openExport` does. */
export async function checkExport(
  file: { readonly name: string; readonly blob: Blob },
  facts: Blob | null,
  options: Parameters<typeof verifyExport>[1],
): Promise<Checked> {
  const opened = await openExport(file.blob, file.name, facts)
  const found = await verifyExport(opened, options)
  return { opened, verdict: verdictOf(opened.facts, found.checks), ...found }
}
