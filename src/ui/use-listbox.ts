import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { comboboxProps } from './combobox-props.ts'

/** A list of options of which one is active: moved by keys and by the pointer, chosen by Enter and by a click. */
export interface Listbox {
  readonly id: string
  /** The active option; null while there is none. */
  readonly active: number | null
  /** The id of its element. */
  readonly activeId: string | undefined
  readonly setActive: (index: number | null) => void
  readonly choose: (index: number) => void
  /** For the element with the focus: the list itself, or the text field over it. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * The active option of a list whose focus stays in one place (`aria-activedescendant`). Where that place is a text field, Home,
 * End, Space and letters are the text's; where it is the list, they are the list's, which needs to know the `texts` then.
 */
export function useListbox({
  count,
  texts,
  fallback,
  onChoose,
}: {
  count: number
  /** What the options are called, where letters move among them. */
  texts?: readonly string[]
  /** The option that is active until another one is made so. */
  fallback: number | null
  onChoose: (index: number) => void
}): Listbox {
  const id = useId()
  const [stored, setActive] = useState<number | null>(null)
  // The list may have become shorter since.
  const active = [stored, fallback].find((index) => index !== null && index < count) ?? null

  const activeId = active === null ? undefined : optionId(id, active)

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent, altKey, ctrlKey, metaKey } = event
    if (nativeEvent.isComposing || altKey || ctrlKey || metaKey || count === 0) return
    if (key === 'Enter' || (key === ' ' && texts)) {
      if (active === null) return
      event.preventDefault()
      onChoose(active)
      return
    }
    const next = nextOption(key, active, count, texts)
    if (next === null) return
    event.preventDefault()
    setActive(next)
  }

  return { id, active, activeId, setActive, choose: onChoose, onKeyDown }
}

/** A text field over a list of options. Escape closes the list, once, and an arrow opens it again. */
export function useCombobox({
  isOpen,
  onToggle,
  ...options
}: Omit<Parameters<typeof useListbox>[0], 'texts'> & {
  isOpen: boolean
  /** Left out where the list stays open. */
  onToggle?: ((open: boolean) => void) | undefined
}): {
  listbox: Listbox
  field: ReturnType<typeof comboboxProps> & { onKeyDown: (event: KeyboardEvent) => void }
} {
  const listbox = useListbox(options)
  const onKeyDown = (event: KeyboardEvent) => {
    if (onToggle && toggles(event, isOpen)) {
      // Taken: what is around the field, such as a sheet, closes at the next one.
      event.preventDefault()
      listbox.setActive(null)
      onToggle(!isOpen)
    } else if (isOpen) listbox.onKeyDown(event)
  }
  return {
    listbox,
    field: { ...comboboxProps(isOpen ? listbox.id : undefined, listbox.activeId), onKeyDown },
  }
}

/** The element id of one option of a list. */
export function optionId(id: string, index: number): string {
  return `${id}-${index}`
}

/** Where a key moves among the options; null where the key is not the list's. */
export function nextOption(
  key: string,
  active: number | null,
  count: number,
  texts: readonly string[] | undefined,
): number | null {
  if (key === 'ArrowDown') return active === null ? 0 : (active + 1) % count
  if (key === 'ArrowUp') return active === null ? count - 1 : (active + count - 1) % count
  if (!texts) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1) return null
  const after = (active ?? -1) + 1
  const turned = [...texts.slice(after), ...texts.slice(0, after)]
  const found = turned.findIndex((text) => text.toLowerCase().startsWith(key.toLowerCase()))
  return found < 0 ? null : (found + after) % count
}

function toggles(event: KeyboardEvent, isOpen: boolean): boolean {
  const { key, nativeEvent, altKey, ctrlKey, metaKey, shiftKey } = event
  if (nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return false
  return isOpen ? key === 'Escape' : key === 'ArrowDown' || key === 'ArrowUp'
}
