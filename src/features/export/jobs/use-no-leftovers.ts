import { useEffect } from 'react'
import { whenIdle } from '../../../ui/when-idle.ts'

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
