/** The focus in a table: its headers are one stop for Tab, its rows another, with what the row holds after it; keys move within each. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface FocusHandlers {
  readonly onFocus: (event: FocusEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Makes the rows under `root` one stop for Tab, with what it holds: the row that last had the focus, else the selected one, else the first. It
 * is kept in the document, not in state, so that holding an arrow key renders nothing.
 */
export function useRowFocus(root: RefObject<HTMLElement | null>, selectedId: string | null): FocusHandlers {
  const lastId = useRef<string | null>(null)
  // After every render: rows come and go.
  useLayoutEffect(() => {
    if (!root.current) return
    const links = rowLinks(root.current)
    const withId = (id: string | null) => links.find((link) => link.dataset.rowId === id)
    // The focused element may show another row now: the focus follows its row.
    const focused = links.find((link) => link === document.activeElement)
    const last = withId(lastId.current)
    if (focused && last && focused !== last) last.focus({ preventScroll: true })
    stopAtRow(root.current, last ?? focused ?? withId(selectedId) ?? links[0])
  })
  return {
    onFocus({ target }) {
      const link = target.closest('tr')?.querySelector<HTMLElement>('[data-row-id]')
      if (!root.current || !link) return
      lastId.current = link.dataset.rowId ?? null
      stopAtRow(root.current, link)
    },
    onKeyDown(event) {
      if (!root.current || !(event.target instanceof Element) || keepsItsKeys(event.target)) return
      const links = rowLinks(root.current)
      const row = event.target.closest('tr')
      const current = links.findIndex((link) => row?.contains(link))
      moveFocus(event, links, nextRow(event.key, current, links.length))
    },
  }
}

/** Makes the headers of a table one stop for Tab. */
export function useHeaderFocus(root: RefObject<HTMLElement | null>): FocusHandlers {
  const last = useRef(0)
  const stopAtHeader = () => {
    const headers = [...(root.current?.querySelectorAll<HTMLElement>('[data-header]') ?? [])]
    stopAt([headers.find((header) => cellIndexOf(header) === last.current) ?? headers[0]], headers)
  }
  useLayoutEffect(stopAtHeader)
  return {
    onFocus({ target }) {
      last.current = cellIndexOf(target) ?? last.current
      stopAtHeader()
    },
    onKeyDown(event) {
      const { target } = event
      if (!(target instanceof HTMLElement) || !target.matches('[data-header]')) return
      const names = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-header]')]
      const key = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp', Home: 'Home', End: 'End' }[event.key]
      moveFocus(event, names, key ? nextRow(key, names.indexOf(target), names.length) : null)
    },
  }
}

function cellIndexOf(header: Element): number | undefined {
  return header.closest('th')?.cellIndex
}

/** Moves the focus to one of these elements, unless the key is held with another or has been handled. */
function moveFocus(event: KeyboardEvent, among: readonly HTMLElement[], to: number | null): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (to === null) return
  event.preventDefault()
  among[to]?.focus()
}

/** What is in a row is reached from its link: of hundreds of rows, nobody gets past so many stops. */
function stopAtRow(root: HTMLElement, link: HTMLElement | undefined): void {
  const row = link?.closest('tr')
  const inRows = [...root.querySelectorAll<HTMLElement>('tr:has([data-row-id]) > td :is(a, button)')]
  stopAt([link], rowLinks(root))
  stopAt(
    inRows.filter((element) => row?.contains(element)),
    inRows,
  )
}

/** Writes only what differs: each write invalidates the styles of its row. */
function stopAt(stops: readonly (HTMLElement | undefined)[], among: readonly HTMLElement[]): void {
  for (const element of among) {
    const tabIndex = stops.includes(element) ? 0 : -1
    if (element.getAttribute('tabindex') !== String(tabIndex)) element.tabIndex = tabIndex
  }
}

/** The row to which a key moves the focus, or null. `current` is -1 while no row has the focus. */
function nextRow(key: string, current: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return Math.min(current + 1, count - 1)
    case 'ArrowUp':
      return Math.max(current - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Focuses the row with this id without scrolling; false if there is none. */
export function focusRow(root: ParentNode, id: string): boolean {
  const link = linkOf(root, id)
  link?.focus({ preventScroll: true })
  return link !== undefined
}

/** Scrolls the row with this id into view. A row under the pointer stays there. */
export function showRow(root: ParentNode, id: string): void {
  const link = linkOf(root, id)
  if (!link?.closest('tr')?.matches(':hover')) link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Moves the focus to the row before or after the one that has it, or to the row where Tab stops. */
export function stepRow(by: -1 | 1): void {
  const { activeElement } = document
  const links = rowLinks(activeElement?.closest('table') ?? document)
  const current = links.findIndex((link) => link.closest('tr')?.contains(activeElement) === true)
  if (current < 0) focusRowStop(document)
  else links[current + by]?.focus()
}

/** Focuses the row where Tab stops: where the reader was last, else the first. */
export function focusRowStop(root: ParentNode): void {
  const links = rowLinks(root)
  const stop = links.find((link) => link.tabIndex === 0) ?? links[0]
  stop?.focus()
}

export function rowLinks(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-row-id]')]
}

function linkOf(root: ParentNode, id: string): HTMLElement | undefined {
  return rowLinks(root).find((candidate) => candidate.dataset.rowId === id)
}

/** Whether keys on this element type text, or belong to a layer. */
export function keepsItsKeys(element: Element): boolean {
  return element.closest(`${textEntry}, [popover], dialog:modal, [role="menu"]`) !== null
}

const textEntry = 'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]'
