import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'

/**
 * One function for as long as the component lives, which calls the one given last. For what is handed to many memoised parts and
 * called on events alone.
 */
export function useStableCallback<A extends readonly unknown[]>(
  latest: (...parameters: A) => unknown,
): (...parameters: A) => void {
  const current = useRef(latest)
  useLayoutEffect(() => {
    current.current = latest
  })
  return useCallback((...parameters) => void current.current(...parameters), [])
}

/** The same object for as long as what it says is the same, as JSON: for what is parsed anew at every change of the address. */
export function useStableValue<T>(value: T): T {
  const spelled = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: values that are spelled alike are the same
  return useMemo(() => value, [spelled])
}
