import type { MouseEvent } from 'react'

/** Whether a click means "open this row": plain, on nothing that has a use of its own, at no end of selecting text. */
export function opensRow(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget: row } = event
  if (!isPlainClick(event) || !(target instanceof Element)) return false
  // What React hands up from a layer that is drawn elsewhere in the document.
  if (!row.contains(target)) return false
  return target.closest(pressable) === null && !selectsText(row)
}

/** Whether the browser would follow a link here, in this tab: the left button or Enter, without Ctrl, Shift and the like. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !modified
}

/** Whether some text of the element is selected now. */
export function selectsText(element: Element): boolean {
  const selection = window.getSelection()
  return selection?.type === 'Range' && selection.containsNode(element, true)
}

const pressable = 'a, button, input, select, textarea, label, summary, [popover], dialog, [role="button"]'
