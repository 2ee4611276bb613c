import { type KeyboardEvent, useEffect, useId, useState } from 'react'

/** What the element with the focus must carry: the list itself, or the text field over it. */
interface FocusProps {
  readonly 'aria-activedescendant': string | undefined
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** A list of options of which one is active: moved by keys and by the pointer, chosen by Enter and by a click. */
export interface Listbox {
  readonly id: string
  /** The active option; null while there is none. */
  readonly active: number | null
  readonly setActive: (index: number | null) => void
  readonly choose: (index: number) => void
  readonly focusProps: FocusProps
}

/**
 * The active option of a list whose focus stays in one place (`aria-activedescendant`). Where that place is a text field, Home,
 * End and letters are the text's; where it is the list, they move to the first, the last and the next that begins so.
 */
export function useListbox({
  texts,
  onChoose,
  fallback = null,
  inText,
}: {
  /** What the options are called, from the first to the last. */
  texts: readonly string[]
  onChoose: (index: number) => void
  /** The option that is active until another one is made so. */
  fallback?: number | null
  inText: boolean
}): Listbox {
  const id = useId()
  const [stored, setActive] = useState<number | null>(null)
  const count = texts.length
  // The list may have become shorter since.
  const active = [stored, fallback].find((index) => index !== null && index < count) ?? null

  useEffect(() => {
    if (active === null) return
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent, altKey, ctrlKey, metaKey } = event
    if (nativeEvent.isComposing || altKey || ctrlKey || metaKey || count === 0) return
    if (key === 'Enter' || (key === ' ' && !inText)) {
      if (active === null) return
      event.preventDefault()
      onChoose(active)
      return
    }
    const next = nextOption(key, active, texts, inText)
    if (next === null) return
    event.preventDefault()
    setActive(next)
  }

  return {
    id,
    active,
    setActive,
    choose: onChoose,
    focusProps: {
      'aria-activedescendant': active === null ? undefined : optionId(id, active),
      onKeyDown,
    },
  }
}

/**
 * What a key does to the suggestions of a text field beside moving among them: Escape closes them, once; an arrow brings them back.
 * Null where it does neither.
 */
export function nextExpansion(
  { key, nativeEvent, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  isOpen: boolean,
): 'open' | 'closed' | null {
  if (nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return null
  if (key === 'Escape') return isOpen ? 'closed' : null
  return !isOpen && (key === 'ArrowDown' || key === 'ArrowUp') ? 'open' : null
}

/** The element id of one option of a list. */
export function optionId(id: string, index: number): string {
  return `${id}-${index}`
}

/** Where a key moves among the options; null where the key is not the list's. */
export function nextOption(
  key: string,
  active: number | null,
  texts: readonly string[],
  inText: boolean,
): number | null {
  const count = texts.length
  if (key === 'ArrowDown') return active === null ? 0 : (active + 1) % count
  if (key === 'ArrowUp') return active === null ? count - 1 : (active + count - 1) % count
  if (inText) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1) return null
  const after = (active ?? -1) + 1
  const turned = [...texts.slice(after), ...texts.slice(0, after)]
  const found = turned.findIndex((text) => text.toLowerCase().startsWith(key.toLowerCase()))
  return found < 0 ? null : (found + after) % count
}
