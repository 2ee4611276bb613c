import { useEffect, useState } from 'react'
import type { Waiting } from '../api/walk/retries.ts'

/** Whole seconds until a moment, counted down once a second; 0 without one or after it. */
export function useSecondsUntil(moment: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  const seconds = moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1000))
  const waiting = moment !== null && seconds > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return seconds
}

/** Why nothing comes at present, although nobody has to do anything about it. */
export function whyWaiting({ error }: Waiting): string {
  if (error.failure.code === 'ERR-03') return 'The service asks to wait (ERR-03)'
  // What it says of being online proves nothing: there may be no way to the gateway all the same.
  if (error.failure.kind === 'unreachable' && navigator.onLine === false) return 'This browser is offline'
  return 'No good answer for the moment'
}
