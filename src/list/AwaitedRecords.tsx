import { useRevision } from '../api/revision.ts'
import { counted, countText } from '../contract/count-text.ts'
import type { Revision } from '../contract/revision.ts'
import { Box } from '../ui/messages.tsx'
import { RecordsText } from './records-words.tsx'

/**
 * In place of what needs all records (GTW-26), or when some were recorded, while the service is asked for these: how far that is. Another
 * revision reads every query of records again, so the page goes on by itself.
 */
export function AwaitedRecords({ what }: { /** The start of a sentence: "This list". */ what: string }) {
  const revision = useRevision()
  if (revision?.moments) return <AwaitedMoments what={what} {...revision.moments} />
  const part = revision?.reading?.part ?? null
  return (
    <Box>
      <p role="status">
        {what} needs all records of the account, which are still being read. The page goes on by itself.
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

function AwaitedMoments({ what, missing, sought }: { what: string } & NonNullable<Revision['moments']>) {
  const known = sought - missing
  return (
    <Box>
      <p role="status">
        {what} waits for {counted(sought, 'transaction')}: the custody service is asked whether each was
        recorded before or after the period begins and ends. The page goes on by itself.
      </p>
      <p>{`${countText(known)} of ${countText(sought)} are known`}</p>
      <progress aria-label="Transactions known so far" value={known / sought} />
    </Box>
  )
}
