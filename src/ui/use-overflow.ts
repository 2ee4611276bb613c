import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * How content lies in a scroller within a frame. The frame has `data-overflows` where the content is wider, and `data-before` and
 * `data-after` while some of it is hidden at the start or the end: attributes and not state, so that nothing is drawn again for it.
 * `needsFocus`: the scroller overflows and `hasFocusable` is false, so that keys could not scroll it unless it takes the focus itself.
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

  // The first time before anything is painted. Later the observer tells: to measure after every render would lay
  // the whole table out once more.
  useLayoutEffect(measure, [measure])

  useEffect(() => {
    const content = scroller.current?.firstElementChild
    if (!frame.current || !scroller.current || !content) return
    let next = 0
    const [room, table] = [frame.current, content]
    const sizes = new ResizeObserver(() => {
      cancelAnimationFrame(next)
      // Whether it overflows decides how high the frame is, and browsers report as an error that what is being observed changes.
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

/** Against the frame and not the scroller, whose own scroll bar must not decide whether it is there. */
function overflows(frame: HTMLElement, content: Element): boolean {
  return content.getBoundingClientRect().width > frame.clientWidth + 1
}
