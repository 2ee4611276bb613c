import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * How content lies in a scroller within a frame, told by attributes and not by state, so that nothing is drawn again for it: the frame has
 * `data-overflows` where the content is wider, and `data-before` and `data-after` while some of it is hidden at the start or the end.
 * A scroller that overflows is a region of its own, named by `regionLabelledBy`, where nothing in it takes the focus: keys could not
 * scroll it otherwise.
 */
export function useOverflow(regionLabelledBy: string | null): {
  frame: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
} {
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)

  const measure = useCallback(() => {
    const content = scroller.current?.firstElementChild
    if (!frame.current || !scroller.current || !content) return
    // Against the frame and not the scroller, whose own scroll bar must not decide whether it is there.
    const overflows = content.getBoundingClientRect().width > frame.current.clientWidth + 1
    const { scrollLeft, clientWidth, scrollWidth } = scroller.current
    frame.current.toggleAttribute('data-overflows', overflows)
    frame.current.toggleAttribute('data-before', overflows && scrollLeft > 1)
    frame.current.toggleAttribute('data-after', overflows && scrollLeft + clientWidth < scrollWidth - 1)
    const isRegion = overflows && regionLabelledBy !== null
    for (const [name, value] of [
      ['role', 'region'],
      ['tabindex', '0'],
      ['aria-labelledby', regionLabelledBy],
    ] as const)
      if (isRegion && value !== null) scroller.current.setAttribute(name, value)
      else scroller.current.removeAttribute(name)
  }, [regionLabelledBy])

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

  return { frame, scroller }
}
