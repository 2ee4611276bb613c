/** Where the focus goes when the element that has it disappears: a button that was pressed, a layer that was closed. */
import { useEffect } from 'react'

const layers = 'dialog, [popover]'

/**
 * From a closed layer to what opened it; else to the nearest element marked `data-takes-focus`, which is the heading of the page if nothing nearer
 * is. A nearer one may still be loading, and takes it later. What takes the focus by itself, in a layout effect or an event, comes first.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let trail: readonly Element[] = []
    let given: HTMLElement | undefined
    const note = ({ target }: FocusEvent) => {
      if (target === given || !(target instanceof Element)) return
      given = undefined
      trail = trailOf(target, trail)
    }
    const give = () => {
      const [last] = trail
      // First, since to ask what is shown lays out the page.
      if (!last || document.activeElement === last) return
      if (isShown(last) || !(isLost() || document.activeElement === given)) return
      const taker = takerIn(trail)
      if (!taker || taker === given) return
      given = taker
      taker.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(give)
    document.addEventListener('focusin', note)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      changes.disconnect()
    }
  }, [])
}

/** Of each layer: what had the focus when it opened. */
const openers = new WeakMap<Element, readonly Element[]>()

/** The element and what it is in, then the same of what opened its layer: nobody can ask once they are gone. */
function trailOf(target: Element, before: readonly Element[]): readonly Element[] {
  const within: Element[] = []
  for (let at: Element | null = target; at !== null; at = at.parentElement) {
    within.push(at)
    if (!at.matches(layers)) continue
    const button = document.querySelector(`[popovertarget="${CSS.escape(at.id)}"]`)
    const opener = button ? trailOf(button, before) : (openers.get(at) ?? before)
    openers.set(at, opener)
    return [...within, ...opener]
  }
  return within
}

function takerIn(trail: readonly Element[]): HTMLElement | undefined {
  for (const at of trail) {
    if (!(at instanceof HTMLElement && isShown(at))) continue
    if (at.matches(`a, button, input, select, textarea, ${layers}`)) return at
    const marked = [...at.querySelectorAll<HTMLElement>('[data-takes-focus]')].find(isShown)
    if (marked) return marked
  }
  return undefined
}

function isLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || !isShown(activeElement)
}

function isShown(element: Element): boolean {
  return element.isConnected && element.checkVisibility()
}
