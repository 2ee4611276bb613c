import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'

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

/** Takes the focus for what has come in the place of the button that had it, where the reader's own doing brought it. */
export function useLostFocus<E extends HTMLElement>(isAsked: boolean): RefObject<E | null> {
  const taker = useRef<E>(null)
  useEffect(() => {
    if (isAsked && document.activeElement === document.body) taker.current?.focus({ preventScroll: true })
  }, [isAsked])
  return taker
}
