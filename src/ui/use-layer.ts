import { type RefObject, useEffect } from 'react'
import { type Alignment, place } from './placement.ts'

/**
 * Keeps a layer in the top layer at its anchor while it is open: when either changes its size, and when anything
 * scrolls. Written to the element itself, since no part of React's tree depends on it.
 */
export function useLayer(
  layerRef: RefObject<HTMLElement | null>,
  anchorRef: RefObject<Element | null>,
  { open, alignment, gap }: { open: boolean; alignment: Alignment; gap: number },
): void {
  useEffect(() => {
    const layer = layerRef.current
    const anchor = anchorRef.current
    if (!open || !layer || !anchor) return

    const update = () => {
      const { style } = layer
      // Measured as high as it wants to be, not as high as it was last allowed to be.
      style.maxHeight = ''
      const size = { width: layer.offsetWidth, height: layer.offsetHeight }
      const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const { left, top, maxHeight } = place(anchor.getBoundingClientRect(), size, viewport, {
        alignment,
        gap,
      })
      style.left = `${left}px`
      style.top = `${top}px`
      style.maxHeight = `${maxHeight}px`
    }

    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true, passive: true }
    // It calls back before the first painting too: a layer is never seen where it does not belong.
    const resized = new ResizeObserver(update)
    resized.observe(layer)
    resized.observe(anchor)
    window.addEventListener('scroll', update, options)
    window.addEventListener('resize', update, options)
    return () => {
      resized.disconnect()
      listening.abort()
    }
  }, [open, layerRef, anchorRef, alignment, gap])
}
