import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import { useSecondsUntil, whyWaiting } from '../../records/waiting.ts'
import { Box, BoxNote } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Position, ReadingProgress as Progress } from './read-in-session.ts'
import styles from './reading.module.css'
import { timeLeftText } from './time-left.ts'
import type { UseReading } from './use-reading.ts'

/** How far a reading is, what holds it up, and the ways to let it go on and to end it. */
export function ReadingProgress({
  doing,
  count,
  lists,
  note,
  progress: { position, waiting, heldUp, isPaused, timeLeft },
  endLabel = 'Cancel',
  onEnd,
  hold,
  keepsFocus = false,
  focusAfter,
}: {
  /** What is done at present: "Reading vaults". */
  doing: string
  /** How much of it there is so far: "12 rows". */
  count: string
  /** How many lists are read, of so many, where it is more than one. */
  lists?: { readonly done: number; readonly of: number }
  /** What this is about. */
  note?: string
  progress: Progress<Position>
  /** What the button that ends it says. */
  endLabel?: string
  onEnd: () => void
  /** Where it takes long enough that somebody may want to pause it. */
  hold?: Pick<UseReading<Position, unknown>, 'pause' | 'resume'>
  /** It began by itself: the focus stays where it is. */
  keepsFocus?: boolean
  /** Where one goes on from when it has ended; the page's title where it is not said. */
  focusAfter?: RefObject<HTMLElement | null>
}) {
  const { part = null } = position
  const isSilent = useSilence(position)
  const end = useRef<HTMLButtonElement>(null)
  const leave = useEffectEvent(() => {
    const next = focusAfter?.current ?? document.querySelector<HTMLElement>('h1')
    if (document.activeElement === document.body) next?.focus()
  })
  // The button that started it has gone, as this one will.
  useEffect(() => {
    if (keepsFocus) return
    end.current?.focus()
    return () => leave()
  }, [keepsFocus])
  const isHeldUp = heldUp !== null
  useEffect(() => {
    if (!isHeldUp) return
    return () => {
      // So has the button that let it go on.
      if (document.activeElement === document.body) end.current?.focus()
    }
  }, [isHeldUp])
  const isSignInNeeded = heldUp?.error.remedy === 'sign-in'
  const state = heldUp
    ? 'On hold'
    : isPaused
      ? 'Paused'
      : waiting
        ? whyWaiting(waiting)
        : isSilent
          ? 'Waiting for the service'
          : doing
  return (
    <Box label="Progress">
      <p>
        <span role="status">{state}</span>: {count} so far{timeLeft !== null && `, ${timeLeftText(timeLeft)}`}
        .{waiting && !isPaused && <Countdown until={waiting.until} />}
      </p>
      {part !== null ? (
        <progress aria-label="Read so far" className={styles.bar} value={part} />
      ) : (
        lists && <progress aria-label="Lists read" className={styles.bar} max={lists.of} value={lists.done} />
      )}
      {note !== undefined && <BoxNote>{note}</BoxNote>}
      {heldUp && <ErrorBanner error={heldUp.error} isHeldUp />}
      {isSignInNeeded && (
        <BoxNote>When somebody has signed in with the same key in another tab, it resumes by itself.</BoxNote>
      )}
      <div className={styles.actions}>
        {heldUp && (
          <Button small kind={isSignInNeeded ? 'secondary' : 'primary'} onClick={heldUp.goOn}>
            Resume
          </Button>
        )}
        {hold && !heldUp && (
          <Button small onClick={isPaused ? hold.resume : hold.pause}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
        <Button small ref={end} onClick={onEnd}>
          {endLabel}
        </Button>
      </div>
    </Box>
  )
}

/** Whether nothing has come since this position for so long that somebody may wonder. */
function useSilence(position: Position): boolean {
  const [silentSince, setSilentSince] = useState<Position | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSilentSince(position), 10_000)
    return () => clearTimeout(timer)
  }, [position])
  return silentSince === position
}

function Countdown({ until }: { until: number }) {
  const seconds = useSecondsUntil(until)
  return <span>{` Resumes in ${seconds} s.`}</span>
}
