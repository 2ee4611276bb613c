import { useRevision } from '../api/revision.ts'
import { UntrustedText } from '../display/text.tsx'
import { Box } from '../ui/messages.tsx'
import { RecordsText } from './records-words.tsx'

/**
 * In place of what needs all records (GTW-26), while these are read: how far that is. Another revision reads every query of records again, so
 * the page goes on by itself.
 */
export function AwaitedRecords({
  what,
  missing,
}: {
  /** The start of a sentence: "This list". */
  what: string
  /** What is asked of the service beside the records, once these are there: sentences of the gateway. */
  missing?: string
}) {
  const revision = useRevision()
  if (missing !== undefined && typeof revision?.revision === 'string')
    return (
      <Box>
        <p role="status">{what} needs dates that are still being found. This page updates by itself.</p>
        <p>
          <UntrustedText text={missing} />
        </p>
        {revision.moments && (
          <progress
            aria-label="Transactions dated so far"
            max={revision.moments.sought}
            value={revision.moments.sought - revision.moments.missing}
          />
        )}
      </Box>
    )
  const part = revision?.reading?.part ?? null
  return (
    <Box>
      <p role="status">
        {what} needs all records of the account, which are still being read. This page updates by itself.
      </p>
      {revision && (
        <p>
          <RecordsText revision={revision} />
        </p>
      )}
      {part !== null && <progress aria-label="Records read so far" value={part} />}
    </Box>
  )
}
