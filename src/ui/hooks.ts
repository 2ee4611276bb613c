import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'

/** A function with a stable identity that calls the latest one given. Only for events. */
export function useStableCallback<A extends readonly unknown[]>(
  latest: (...parameters: A) => unknown,
): (...parameters: A) => void {
  const current = useRef(latest)
  useLayoutEffect(() => {
    current.current = latest
  })
  return useCallback((...parameters) => void current.current(...parameters), [])
}

/** The previous object while its JSON is the same. */
export function useStableValue<T>(value: T): T {
  const spelled = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: values that are spelled alike are the same
  return useMemo(() => value, [spelled])
}

/**
 * Calls `changed` before the next paint, and whenever an element changes size. `changed` returns whether it may have changed a size itself;
 * observing goes on in the next frame then, since browsers report an error where a notification changes what is observed.
 */
export function followSizes(elements: readonly Element[], changed: () => boolean): () => void {
  let next = 0
  const sizes = new ResizeObserver(() => {
    if (!changed()) return
    sizes.disconnect()
    next = requestAnimationFrame(observe)
  })
  const observe = () => {
    for (const element of elements) sizes.observe(element)
  }
  observe()
  return () => {
    cancelAnimationFrame(next)
    sizes.disconnect()
  }
}

/** True once `is` has been true for 300 ms. */
export function useDelayedTrue(is: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!is) return
    const timer = setTimeout(() => setLasts(true), 300)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [is])
  return lasts
}

/** Counts down; 0 without a moment. */
export function useSecondsUntil(moment: number | null): number {
  const secondsLeft = () => (moment === null ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000)))
  return useSyncExternalStore(moment === null ? atNoTime : everySecond, secondsLeft)
}

const atNoTime = () => () => {}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000)
  return () => clearInterval(timer)
}

export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser lays the paper out as soon as its listeners return.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

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
