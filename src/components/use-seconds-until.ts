import { useEffect, useState } from 'react'

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
