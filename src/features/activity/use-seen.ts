import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has come into view, or nearly so. */
export function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current || seen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '100px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, seen])
  return seen
}
