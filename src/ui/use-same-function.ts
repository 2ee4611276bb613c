import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * One function for as long as the component lives, which calls the one given last. For what is handed to many memoised parts and
 * called on events alone.
 */
export function useSameFunction<A extends readonly unknown[]>(
  latest: (...parameters: A) => unknown,
): (...parameters: A) => void {
  const current = useRef(latest)
  useLayoutEffect(() => {
    current.current = latest
  })
  return useCallback((...parameters) => void current.current(...parameters), [])
}
