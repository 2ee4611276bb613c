import { explainError } from '../../records/explain-error.ts'
import { Instant } from '../../records/Instant.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { whyWaiting } from '../../records/waiting.ts'
import { Button } from '../../ui/Button.tsx'
import type { Period } from './periods.ts'
import type { UseActivity } from './use-activity.ts'
import { missingText, progressText } from './words.ts'

/** How far the figures are read, when they were, and which are missing. */
export function Reading({
  activity: { figures, isReading, waiting, failure, readAgain },
  periods,
}: {
  activity: UseActivity
  periods: readonly Period[]
}) {
  const times = figures.flatMap((figure) => figure?.readAt ?? []).sort()
  const missing = periods.length - times.length
  if (missing > 0 && isReading)
    return waiting ? `${whyWaiting(waiting)}.` : `${progressText(times.length, periods)}…`
  return (
    <>
      <ReadTimes first={times[0]} last={times.at(-1)} />
      {missing > 0 && (
        <span role="status">
          {' '}
          {missingText(missing, periods)}
          {failure && (
            <>
              : <UntrustedText text={explainError(failure).title} />
              {failure.failure.code && (
                <>
                  {' '}
                  (<UntrustedText text={failure.failure.code} />)
                </>
              )}
            </>
          )}
          .{' '}
          <Button small kind="quiet" onClick={readAgain} data-print="hide">
            Try again
          </Button>
        </span>
      )}
    </>
  )
}

/** Between which instants: what is over is kept for a while, today is not. */
function ReadTimes({ first, last }: { first: string | undefined; last: string | undefined }) {
  if (first === undefined || last === undefined) return null
  return (
    <>
      As of <Instant iso={first} timeOnly />
      {first.slice(0, 16) !== last.slice(0, 16) && (
        <>
          {' '}
          to <Instant iso={last} timeOnly />
        </>
      )}
      .
    </>
  )
}
