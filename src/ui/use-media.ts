import { useCallback, useSyncExternalStore } from 'react'

export function useMedia(query: string): boolean {
  const follow = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches)
}
