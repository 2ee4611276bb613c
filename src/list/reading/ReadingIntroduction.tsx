import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedReading, useFailureShown } from '../FailedReading.tsx'
import type { Position } from './read-in-session.ts'
import type { UseReading } from './use-reading.ts'

/** What stands on a page before anything was read: what will be, and the way to begin. */
export function ReadingIntroduction({
  icon,
  title,
  reading: { result, progress, failure, isOfOthers, start },
  children,
}: {
  icon: ReactNode
  title: string
  reading: UseReading<Position, unknown>
  children: ReactNode
}) {
  if (result !== undefined || progress || failure) return null
  return (
    <EmptyState
      icon={icon}
      title={title}
      actions={
        <Button kind="primary" onClick={start}>
          Start
        </Button>
      }
    >
      {isOfOthers && <p>What was read here earlier belongs to another key or account, and is not shown.</p>}
      {children}
    </EmptyState>
  )
}

/** Begins again, once it came to something or failed. */
export function ReadAgainButton({
  reading: { result, progress, failure, start },
}: {
  reading: UseReading<Position, unknown>
}) {
  if (progress || (result === undefined && !failure)) return null
  return (
    <Button kind="primary" onClick={start}>
      Run again
    </Button>
  )
}

/** Why it failed, at once: somebody asked for it. */
export function ReadingFailure({
  reading: { result, failure, start },
  ...actions
}: {
  reading: UseReading<Position, unknown>
} & Pick<ComponentProps<typeof FailedReading>, 'onClearFilters'>) {
  const failed = useFailureShown(failure, {
    hasRows: result !== undefined,
    reading: String(failure?.at),
    isUrgent: true,
  })
  return <FailedReading failed={failed} onRetry={start} {...actions} />
}
