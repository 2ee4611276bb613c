import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Tells a frame, by data attributes that its styles read, how its content lies in the scroller within:
 * `data-overflows` when it is wider than the frame, `data-before` and `data-after` while some of it is hidden at the
 * start or the end. Attributes and not state: scrolling repaints nothing but shadows.
 */
export function useOverflow(): {
  frame: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
} {
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)

  // After every render, before it is painted: other rows may be wider.
  useLayoutEffect(() => measure(frame.current, scroller.current))

  useEffect(() => {
    const content = scroller.current?.firstElementChild
    if (!frame.current || !scroller.current || !content) return
    const update = () => measure(frame.current, scroller.current)
    const sizes = new ResizeObserver(update)
    sizes.observe(frame.current)
    sizes.observe(content)
    const scrolled = scroller.current
    scrolled.addEventListener('scroll', update, { passive: true })
    return () => {
      sizes.disconnect()
      scrolled.removeEventListener('scroll', update)
    }
  }, [])

  return { frame, scroller }
}

function measure(frame: HTMLElement | null, scroller: HTMLElement | null): void {
  const content = scroller?.firstElementChild
  if (!frame || !scroller || !content) return
  // Against the frame and not the scroller, whose own scroll bar must not decide whether it is there.
  const overflows = content.getBoundingClientRect().width > frame.clientWidth + 1
  frame.toggleAttribute('data-overflows', overflows)
  frame.toggleAttribute('data-before', overflows && scroller.scrollLeft > 1)
  frame.toggleAttribute(
    'data-after',
    overflows && scroller.scrollLeft + scroller.clientWidth < scroller.scrollWidth - 1,
  )
}
