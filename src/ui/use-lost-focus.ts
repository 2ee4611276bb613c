import { type RefObject, useEffect, useRef } from 'react'

/** Takes the focus for what has come in the place of the button that had it, where the reader's own doing brought it. */
export function useLostFocus<E extends HTMLElement>(isAsked: boolean): RefObject<E | null> {
  const taker = useRef<E>(null)
  useEffect(() => {
    if (isAsked && document.activeElement === document.body) taker.current?.focus({ preventScroll: true })
  }, [isAsked])
  return taker
}
