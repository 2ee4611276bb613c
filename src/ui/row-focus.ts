/**
 * Where a key moves the focus among `count` rows: the row's index, or null where the key means nothing here.
 * `current` is -1 while no row has the focus.
 */
export function nextRow(key: string, current: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(current + 1, count - 1)
    case 'ArrowUp':
    case 'k':
      return Math.max(current - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Puts the focus on the link of the row with this id, anywhere under `root`, where it stands; false where there is none. */
export function focusRow(root: ParentNode, id: string): boolean {
  const link = linkOf(root, id)
  link?.focus({ preventScroll: true })
  return link !== undefined
}

/** Scrolls no further than needed for the row with this id to be in sight. One under the pointer is, and stays there. */
export function showRow(root: ParentNode, id: string): void {
  const link = linkOf(root, id)
  if (!link?.closest('tr')?.matches(':hover')) link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Puts the focus on the one row under `root` where Tab stops, which is where the reader was last, else on the first. */
export function focusRowStop(root: ParentNode): void {
  const links = rowLinks(root)
  const stop = links.find((link) => link.tabIndex === 0) ?? links[0]
  stop?.focus()
}

/** The links of all rows under `root`, from the first row to the last, and the buttons of those that open. */
export function rowLinks(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-row-id]')]
}

/** The link of the row with this id, anywhere under `root`. */
export function linkOf(root: ParentNode, id: string): HTMLElement | undefined {
  return rowLinks(root).find((candidate) => candidate.dataset.rowId === id)
}

/** Whether keys pressed on this element are text or belong to a layer of its own above the table. */
export function keepsItsKeys(element: Element): boolean {
  return (
    element.closest('input, select, textarea, [contenteditable], [popover], dialog:modal, [role="menu"]') !==
    null
  )
}
