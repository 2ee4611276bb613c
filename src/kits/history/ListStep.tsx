import type { RecordChange } from '../../contract/changes.ts'
import { UntrustedText } from '../../display/text.tsx'
import { BeforeAndAfter, FieldChanges } from './FieldChanges.tsx'
import { TimelineStep } from './Timeline.tsx'

/** What became of a vault or a whitelist itself. */
export function ListStep({ step }: { step: RecordChange }) {
  const { kind, event, before, after, fields } = step
  const isRenamed = event === 'changed' && before !== after
  const others = fields.filter(({ field }) => field !== `${kind}_name`)
  return (
    <TimelineStep
      step={step}
      title={titleOf(event, isRenamed)}
      tone={event === 'gone' ? 'warning' : 'neutral'}
    >
      {isRenamed && (
        <p>
          <BeforeAndAfter
            before={<UntrustedText text={before} fallback="Without a name" />}
            after={<UntrustedText text={after} fallback="Without a name" />}
          />
        </p>
      )}
      <FieldChanges fields={others} networkId={null} />
    </TimelineStep>
  )
}

function titleOf(event: RecordChange['event'], isRenamed: boolean): string {
  switch (event) {
    case 'new':
      return 'Added'
    case 'gone':
      return 'Removed'
    case 'unlisted':
      return 'No longer listed'
    case 'returned':
      return 'Listed again'
    default:
      return isRenamed ? 'Renamed' : 'Changed'
  }
}
