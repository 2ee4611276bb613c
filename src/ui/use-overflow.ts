import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * Marks a frame with `data-overflows` if its content is wider, and with `data-before` and `data-after` while some is hidden at the start or
 * end. Attributes, not state, so that nothing renders again. `needsFocus`: only a focusable scroller can be scrolled by keys.
 */
export function useOverflow(hasFocusable: boolean): {
  frame: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  needsFocus: boolean
} {
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [needsFocus, setNeedsFocus] = useState(false)

  const measure = useCallback(() => {
    const content = scroller.current?.firstElementChild
    if (!frame.current || !scroller.current || !content) return
    const isWider = overflows(frame.current, content)
    const { scrollLeft, clientWidth, scrollWidth } = scroller.current
    frame.current.toggleAttribute('data-overflows', isWider)
    frame.current.toggleAttribute('data-before', isWider && scrollLeft > 1)
    frame.current.toggleAttribute('data-after', isWider && scrollLeft + clientWidth < scrollWidth - 1)
    setNeedsFocus(isWider && !hasFocusable)
  }, [hasFocusable])

  // Before the first paint. Later the observer calls: measuring after every render would lay the table out again.
  useLayoutEffect(measure, [measure])

  useEffect(() => {
    const content = scroller.current?.firstElementChild
    if (!frame.current || !scroller.current || !content) return
    let next = 0
    const [room, table] = [frame.current, content]
    const sizes = new ResizeObserver(() => {
      cancelAnimationFrame(next)
      // A change resizes the observed frame, which browsers report as an error unless it waits for the next frame.
      if (overflows(room, table) === room.hasAttribute('data-overflows')) measure()
      else next = requestAnimationFrame(measure)
    })
    sizes.observe(room)
    sizes.observe(table)
    const scrolled = scroller.current
    scrolled.addEventListener('scroll', measure, { passive: true })
    return () => {
      cancelAnimationFrame(next)
      sizes.disconnect()
      scrolled.removeEventListener('scroll', measure)
    }
  }, [measure])

  return { frame, scroller, needsFocus }
}

/** Compares with the frame: the scroller's own scroll bar must not decide whether it is there. */
function overflows(frame: HTMLElement, content: Element): boolean {
  return content.getBoundingClientRect().width > frame.clientWidth + 1
}
