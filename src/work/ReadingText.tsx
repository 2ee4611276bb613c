import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ErrorBanner, FailureTitle, WaitText } from '../records/errors.tsx'
import { UntrustedText } from '../records/text.tsx'
import { Button, ButtonLink } from '../ui/buttons.tsx'
import { useSecondsUntil } from '../ui/hooks.ts'
import layout from '../ui/layout.module.css'
import { signInHref } from '../url/sign-in.ts'
import { isSignInNeeded, type ReadingState } from './task.ts'
import { useReading, useReadingState } from './work.ts'

export function ReadingText({ reading }: { reading: ReadingState }): ReactNode {
  const { phase, progress, waiting, error, isOpening } = reading
  const seconds = useSecondsUntil(waiting?.until ?? null)
  if (isOpening) return 'Opening the records'
  switch (phase) {
    case 'waiting':
      return (
        waiting && (
          <>
            <WaitText waiting={waiting} />. Reading continues in {seconds} s.
          </>
        )
      )
    case 'held':
      return isSignInNeeded(reading) ? 'Signed out while reading' : error && <FailureTitle error={error} />
    case 'broken':
      return 'The records could not be read'
    default:
      return progress.text || 'Reading records'
  }
}

/** What holds a reading up in full, and what the reader can do about it. */
export function ReadingActions(): ReactNode {
  const location = useLocation()
  const reading = useReadingState()
  const { isUnderWay, read, again } = useReading()
  const { phase, error, message } = reading
  if (isUnderWay && phase !== 'held') return null
  if (isSignInNeeded(reading))
    return (
      <ButtonLink small kind="primary" to={signInHref(location, { again: true })}>
        Sign in and continue
      </ButtonLink>
    )
  if (phase === 'held' && error) return <ErrorBanner error={error} onRetry={again} />
  return (
    <>
      {message !== null && (
        <p className={layout.bad}>
          <UntrustedText text={message} />
        </p>
      )}
      {phase === 'broken' && (
        <Button small kind="primary" onClick={read}>
          Try again
        </Button>
      )}
    </>
  )
}
