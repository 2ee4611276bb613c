import { useEffect, useState } from 'react'

/** Waits until the next frame is painted; not at all while nobody sees the page, which has no frames then. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** A value once a frame is painted with it elsewhere: null at first, and the one before as long as the new one waits for its turn. */
export function usePaintedValue<T>(value: T): T | null {
  const [shown, show] = useState<T | null>(null)
  useEffect(() => {
    let isLatest = true
    void painted().then(() => isLatest && show(() => value))
    return () => {
      isLatest = false
    }
  }, [value])
  return shown
}
