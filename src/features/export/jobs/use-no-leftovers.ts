import { useEffect } from 'react'

/** On entering the console, and on leaving it by the sign-in page: removes what exports of closed tabs left on this browser's disk. */
export function useNoLeftovers(): void {
  useEffect(
    () =>
      // Nothing on screen waits for it.
      whenIdle(() =>
        import('./leftovers.ts').then(
          ({ clearExportLeftovers }) => clearExportLeftovers(),
          // What could not be loaded is asked for again the next time.
          () => {},
        ),
      ),
    [],
  )
}

/**
 * Does something once the browser has nothing better to do: what is on its way to the screen goes first. Gives back how to call it off.
 * WebKit has no such signal: there a moment passes.
 */
function whenIdle(work: () => unknown): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(work, { timeout: 2_000 })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(work, 500)
  return () => clearTimeout(timer)
}
