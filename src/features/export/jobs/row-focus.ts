import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ExportPhase } from './job.ts'

/** Takes a row away from under the button that was pressed in it; the focus goes to its neighbour, or back to the page. */
export function leaveRow(button: Element, dismiss: () => void): void {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const next = neighbour?.querySelector('article') ?? document.querySelector('main')
  next?.focus()
  dismiss()
}

/** Keeps the focus within a row when the button that has it goes because the export has come further. */
export function useFocusKept(phase: ExportPhase) {
  const article = useRef<HTMLElement>(null)
  const hadFocus = useRef<ExportPhase>(null)
  useLayoutEffect(() => {
    // The row had the focus when this was drawn before, and nothing has it now: its button has gone.
    if (hadFocus.current !== null && hadFocus.current !== phase && document.activeElement === document.body)
      article.current?.focus()
  }, [phase])
  useEffect(() => {
    const row = article.current
    if (!row) return
    const watch = () => {
      hadFocus.current = row.contains(document.activeElement) ? phase : null
    }
    watch()
    // To press where nothing takes the focus leaves the row as well.
    const press = ({ target }: Event) => {
      if (target instanceof Node && !row.contains(target)) hadFocus.current = null
    }
    document.addEventListener('focusin', watch)
    document.addEventListener('pointerdown', press)
    return () => {
      document.removeEventListener('focusin', watch)
      document.removeEventListener('pointerdown', press)
    }
  }, [phase])
  return article
}
