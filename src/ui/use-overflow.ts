import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * How content lies in a scroller within a frame: `overflows` where it is wider than the frame. While some of it is
 * hidden at the start or the end, the frame carries `data-before` and `data-after`: attributes and not state, so that
 * scrolling repaints nothing but shadows.
 */
export function useOverflow(): {
  frame: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  overflows: boolean
} {
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)

  const measure = useCallback(() => {
    const content = scroller.current?.firstElementChild
    if (!frame.current || !scroller.current || !content) return
    const { scrollLeft, clientWidth, scrollWidth } = scroller.current
    // Against the frame and not the scroller, whose own scroll bar must not decide whether it is there.
    const tooWide = content.getBoundingClientRect().width > frame.current.clientWidth + 1
    setOverflows(tooWide)
    frame.current.toggleAttribute('data-before', tooWide && scrollLeft > 1)
    frame.current.toggleAttribute('data-after', tooWide && scrollLeft + clientWidth < scrollWidth - 1)
  }, [])

  // The first time before anything is painted. Later the observer tells, before painting too: to measure after every render would lay the
  // whole table out once more.
  useLayoutEffect(measure, [measure])

  useEffect(() => {
    const content = scroller.current?.firstElementChild
    if (!frame.current || !scroller.current || !content) return
    const sizes = new ResizeObserver(measure)
    sizes.observe(frame.current)
    sizes.observe(content)
    const scrolled = scroller.current
    scrolled.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      scrolled.removeEventListener('scroll', measure)
    }
  }, [measure])

  return { frame, scroller, overflows }
}
