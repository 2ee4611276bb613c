import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { keepsItsKeys, nextRow, rowLinks } from './row-focus.ts'

/**
 * Makes the row links under `root` one stop for Tab, with arrows, j, k, Home and End between them. The stop is the row
 * that last had the focus, else the selected one, else the first. It is kept in the document and not in state: holding
 * an arrow key down draws no row again.
 */
export function useRowFocus(
  root: RefObject<HTMLElement | null>,
  selectedId: string | null,
): { onKeyDown: (event: KeyboardEvent) => void; onFocus: (event: FocusEvent) => void } {
  const lastId = useRef<string | null>(null)

  // After every render: rows may have come and gone.
  useLayoutEffect(() => {
    if (!root.current) return
    const links = rowLinks(root.current)
    const withId = (id: string | null) => links.find((link) => link.dataset.rowId === id)
    // Its row may have given way to another one.
    const focused = links.find((link) => link === document.activeElement)
    stopAt(withId(lastId.current) ?? focused ?? withId(selectedId) ?? links[0], links)
  })

  function onFocus(event: FocusEvent) {
    if (!root.current || !(event.target instanceof HTMLElement)) return
    const { rowId } = event.target.dataset
    if (rowId === undefined) return
    lastId.current = rowId
    stopAt(event.target, rowLinks(root.current))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (!root.current || !(event.target instanceof Element) || keepsItsKeys(event.target)) return
    const links = rowLinks(root.current)
    const row = event.target.closest('tr')
    const current = links.findIndex((link) => row?.contains(link))
    const next = nextRow(event.key, current, links.length)
    if (next === null) return
    event.preventDefault()
    links[next]?.focus()
  }

  return { onKeyDown, onFocus }
}

function stopAt(stop: HTMLElement | undefined, links: readonly HTMLElement[]): void {
  for (const link of links) {
    const tabIndex = link === stop ? 0 : -1
    // Written only where it differs: each writing has the styles of its row looked at again.
    if (link.getAttribute('tabindex') !== String(tabIndex)) link.tabIndex = tabIndex
  }
}
