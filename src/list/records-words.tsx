/** How far the records of the account are read, in the words of the frame and of pages that wait for them. */
import type { ReactNode } from 'react'
import { counted, countText } from '../contract/count-text.ts'
import type { Revision } from '../contract/revision.ts'
import type { NothingKept } from '../contract/sync.ts'
import { Instant } from '../display/text.tsx'

/** What is read now, what there is, or why there is nothing. */
export function RecordsText({ revision }: { revision: Revision }): ReactNode {
  const { not_kept, silence, as_of, transactions } = revision
  if (not_kept !== null) return 'Records are not kept here'
  if (silence !== null)
    return (
      <>
        Not answered since <Instant iso={silence.since} timeOnly />
        {/^[A-Z]/.test(silence.code) && ` (${silence.code})`}
      </>
    )
  if (revision.reading !== null || transactions === null) return readingInWords(revision)
  return (
    <>
      {counted(transactions, 'record')} <br />
      as of <Instant iso={as_of} timeOnly />
    </>
  )
}

/** "Reading records, 12,000", or "Checking, 12,000 of 25,000" once there are some. */
function readingInWords({ reading, transactions }: Pick<Revision, 'reading' | 'transactions'>): string {
  const records = reading?.records ?? 0
  if (transactions !== null) return `Checking, ${countText(records)} of ${countText(transactions)}`
  return records === 0 ? 'Reading records' : `Reading records, ${countText(records)}`
}

export const whyNothingKept: Readonly<Record<NothingKept, string>> = {
  off: 'The operator has switched off reading accounts (SYNC=off). Lists come from the custody service, page by page.',
  none: 'The operator keeps no records (KEEP_RECORDS=none). Lists come from the custody service, page by page.',
  database:
    'The console’s database is not available. Lists come from the custody service, page by page, until it is.',
  full: 'More keys are in use than the console keeps records of. Lists come from the custody service, page by page.',
  refused: 'The custody service no longer accepts the key that read these records.',
}
