import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Makes the headers of a table one stop for Tab, and the edge of the same column the next: a table of ten columns would be twenty stops
 * before its first row. Arrows, Home and End move between headers. Kept in the document and not in state, as the rows' own stop is.
 */
export function useHeaderFocus(head: RefObject<HTMLElement | null>): {
  onFocus: (event: FocusEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
} {
  const stop = useRef(0)

  // After every render: columns may have come and gone.
  useLayoutEffect(() => {
    if (head.current) stop.current = stopAt(head.current, stop.current)
  })

  function onFocus({ target }: FocusEvent) {
    const header = target.closest('th')
    if (head.current && header) stop.current = stopAt(head.current, header.cellIndex)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const { target } = event
    if (!head.current || !(target instanceof HTMLElement) || !target.matches('[data-header]')) return
    const controls = [...head.current.querySelectorAll<HTMLElement>('[data-header]')]
    const next = nextHeader(event.key, controls.indexOf(target), controls.length)
    if (next === null) return
    event.preventDefault()
    controls[next]?.focus()
  }

  return { onFocus, onKeyDown }
}

function nextHeader(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(current + 1, count - 1)
    case 'ArrowLeft':
      return Math.max(current - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Only one column's controls can be reached by Tab: this one's, or the first that has any. */
function stopAt(head: HTMLElement, wanted: number): number {
  const headers = [...head.querySelectorAll('th')]
  const place = headers[wanted]?.querySelector(controls)
    ? wanted
    : headers.findIndex((header) => header.querySelector(controls) !== null)
  for (const [index, header] of headers.entries())
    for (const control of header.querySelectorAll<HTMLElement>(controls)) {
      const tabIndex = index === place ? 0 : -1
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex
    }
  return Math.max(0, place)
}

const controls = '[data-header], [data-edge]'
