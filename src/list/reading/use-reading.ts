import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ApiError, failureOf, gatewayRefusal } from '../../api/api-error.ts'
import { useSession } from '../../api/hooks.ts'
import { openSession } from '../../api/session.ts'
import { createHold, type Hold } from '../../api/walk/retries.ts'
import { sessionPath } from '../../contract/session.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { type Position, type ReadingControl, type ReadingProgress, readInSession } from './read-in-session.ts'
import { createTimeLeft } from './time-left.ts'

/** What is read, and how. */
export interface ReadingOptions<P extends Position, R> {
  /** Tells it from all other readings of the console. */
  readonly queryKey: readonly unknown[]
  /** How far it is before its first answer. */
  readonly beginning: P
  readonly read: (control: ReadingControl<P>) => Promise<R>
  /** What it came to, for those who listen: without the full stop. */
  readonly sentence: (result: R) => string
  /** Whether what it came to is forgotten when its page is left; else it is kept for an hour. */
  readonly isForgotten?: boolean
}

/** Something that is read when the reader asks for it. */
export interface UseReading<P extends Position, R> {
  /** What it came to last. */
  readonly result: R | undefined
  /** Whether it came to something under another key or account, which is not for this one to see. */
  readonly isOfOthers: boolean
  /** Null while nothing is read. */
  readonly progress: ReadingProgress<P> | null
  readonly failure: ApiError | null
  readonly start: () => void
  /** Asks for nothing more until it is resumed. */
  readonly pause: () => void
  readonly resume: () => void
  /** Ends it without a result. */
  readonly cancel: () => void
  /** Ends it with what was read so far, where that is given. */
  readonly stop: () => void
}

/**
 * Reads many pages when the reader asks for it, all of them in the session that is open then: see `readInSession`. What a lost
 * session holds up goes on by itself when somebody has signed in again. It ends when the page is left.
 */
export function useReading<P extends Position, R>({
  queryKey: name,
  beginning,
  read,
  sentence,
  isForgotten = false,
}: ReadingOptions<P, R>): UseReading<P, R> {
  const client = useQueryClient()
  const { data: session, dataUpdatedAt: sessionKnownAt } = useSession()
  const begun: ReadingProgress<P> = {
    position: beginning,
    waiting: null,
    heldUp: null,
    isPaused: false,
    timeLeft: null,
  }
  const [progress, setProgress] = useState(begun)
  const stopper = useRef<AbortController>(null)
  const holder = useRef<Pick<Hold, 'pause' | 'resume'>>(null)
  const queryKey = ['reading', ...name] as const
  const query = useQuery({
    queryKey,
    enabled: false,
    retry: false,
    gcTime: isForgotten ? 0 : 60 * 60_000,
    // Thousands of rows: comparing each with the one before would only take time.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const stopping = new AbortController()
      stopper.current = stopping
      setProgress(begun)
      const tell = (change: Partial<ReadingProgress<P>>) => setProgress((now) => ({ ...now, ...change }))
      const hold = createHold()
      const left = createTimeLeft()
      holder.current = {
        pause() {
          hold.pause()
          left.pause()
          tell({ isPaused: true })
        },
        resume() {
          hold.resume()
          left.resume()
          tell({ isPaused: false })
        },
      }
      const known = await readInSession(() => openSession(client), read, {
        signal,
        stop: stopping.signal,
        gate: hold.gate,
        tell: (change) => {
          const part = change.position?.part ?? null
          tell({ ...change, ...(change.position && { timeLeft: part === null ? null : left.seconds(part) }) })
        },
      })
      announce(`${sentence(known.result)}.`)
      return known
    },
  })

  const isReading = query.isFetching
  const goOnIfSignedIn = useEffectEvent(() => {
    const { heldUp } = progress
    if (isReading && session?.signedIn && heldUp?.error.remedy === 'sign-in') heldUp.goOn()
  })
  useEffect(() => {
    if (sessionKnownAt > 0) goOnIfSignedIn()
  }, [sessionKnownAt])

  const known = query.data
  const mark = session?.mark ?? null
  const isOver = known !== undefined && session?.signedIn === false
  return {
    result: known?.mark === mark ? known?.result : undefined,
    isOfOthers: known !== undefined && mark !== null && known.mark !== mark,
    progress: isReading ? progress : null,
    failure: isReading ? null : isOver ? sessionIsOver : failureOf(query),
    start: () => void query.refetch(),
    pause: () => holder.current?.pause(),
    resume: () => holder.current?.resume(),
    cancel: () => {
      announce('Cancelled.')
      void client.cancelQueries({ queryKey })
    },
    stop: () => stopper.current?.abort('It was stopped before the end.'),
  }
}

/** What was read is not shown without a session, and is there again with its own. */
const sessionIsOver = gatewayRefusal('GTW-04', sessionPath)
