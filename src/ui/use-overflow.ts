import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { followSizes } from './hooks.ts'

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

  useLayoutEffect(() => {
    const [room, scrolled] = [frame.current, scroller.current]
    const content = scrolled?.firstElementChild
    if (!room || !scrolled || !content) return
    const measure = () => {
      // Compares with the frame: the scroller's own scroll bar must not decide whether it is there.
      const isWider = content.getBoundingClientRect().width > room.clientWidth + 1
      const isChange = isWider !== room.hasAttribute('data-overflows')
      const { scrollLeft, clientWidth, scrollWidth } = scrolled
      room.toggleAttribute('data-overflows', isWider)
      room.toggleAttribute('data-before', isWider && scrollLeft > 1)
      room.toggleAttribute('data-after', isWider && scrollLeft + clientWidth < scrollWidth - 1)
      setNeedsFocus(isWider && !hasFocusable)
      return isChange
    }
    // Before the first paint. The observer’s first call would do, but then layout and paint are one long task.
    measure()
    scrolled.addEventListener('scroll', measure, { passive: true })
    const stopFollowing = followSizes([room, content], measure)
    return () => {
      stopFollowing()
      scrolled.removeEventListener('scroll', measure)
    }
  }, [hasFocusable])

  return { frame, scroller, needsFocus }
}
