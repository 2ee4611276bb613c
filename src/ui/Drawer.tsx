import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './buttons.tsx'
import { useDialog } from './dialogs.tsx'
import { useMedia } from './hooks.ts'
import { classes, LiveRegion } from './inline.tsx'
import layout from './layout.module.css'
import styles from './overlays.module.css'

/**
 * The details of one thing, beside the list it came from, which stays usable and whose page keeps its `DrawerPlace`; on a narrow screen over the
 * list. Open while it is mounted. The focus moves to the heading.
 */
export function Drawer({
  label,
  heading,
  toolbar,
  footer,
  onClose,
  children,
}: {
  label: string
  heading: ReactNode
  toolbar?: ReactNode
  /** Stays in sight below the scrolling content. */
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const beside = useMedia(roomBeside)
  useDialog(ref, { modal: !beside, focus: headingRef, onClose })
  useEscapeAnywhere(beside, onClose)
  useCoveredPassed(ref, beside)

  // A portal, so that no ancestor clips it and Tab reaches it after the list.
  return createPortal(
    <dialog ref={ref} className={styles.drawer} data-drawer={beside ? 'beside' : 'over'} aria-label={label}>
      <div className={classes(layout.row, layout.apart, styles.head)}>
        <h2 ref={headingRef} className={classes(layout.row, layout.heading, styles.heading)} tabIndex={-1}>
          {heading}
        </h2>
        <div className={classes(layout.line, layout.end, layout.tight)} data-print="hide">
          {toolbar}
          <IconButton label="Close" className={styles.close} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
      </div>
      <div className={styles.body}>{children}</div>
      {footer == null ? null : (
        <div className={classes(layout.row, styles.footer)} data-print="hide">
          {footer}
        </div>
      )}
      {beside ? null : <LiveRegion />}
    </dialog>,
    document.body,
  )
}

// Paper counts as wide: printing must not turn the drawer into a modal.
const roomBeside = 'print, (width >= 1000px)'

/** Has Tab skip the controls that lie under the drawer, where nobody would see the focus (WCAG 2.4.11). */
function useCoveredPassed(drawer: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    if (!active) return
    const isCovered = (control: Element) =>
      control.closest('dialog, [popover]') === null &&
      control.getBoundingClientRect().left >= (drawer.current?.getBoundingClientRect().left ?? Infinity)
    let by = 0
    const pressed = (event: Event) => {
      const isTab = event instanceof KeyboardEvent && event.key === 'Tab'
      by = !isTab ? 0 : event.shiftKey ? -1 : 1
    }
    const focused = ({ target }: FocusEvent) => {
      if (by === 0 || !(target instanceof HTMLElement) || !isCovered(target)) return
      const stops = [...document.querySelectorAll<HTMLElement>(focusable)].filter(
        (control) => control.tabIndex >= 0 && control.getClientRects().length > 0,
      )
      const others =
        by < 0 ? stops.slice(0, stops.indexOf(target)).reverse() : stops.slice(stops.indexOf(target))
      others.find((control) => !isCovered(control))?.focus()
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('keydown', pressed, { signal, capture: true })
    document.addEventListener('pointerdown', pressed, { signal, capture: true })
    document.addEventListener('focusin', focused, { signal })
    return () => listening.abort()
  }, [drawer, active])
}

const focusable = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)'

function useEscapeAnywhere(active: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  // A layout effect, so that Escape works as soon as the drawer is visible.
  useLayoutEffect(() => {
    if (!active) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTakenElsewhere(event)) close()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [active])
}

/** Whether this Escape belongs to a composition, a layer on top, or a search field with text. */
function isTakenElsewhere(event: KeyboardEvent): boolean {
  if (event.isComposing || document.querySelector('dialog:modal, [popover="auto"]:popover-open') !== null)
    return true
  const { target } = event
  if (target instanceof HTMLInputElement && target.type === 'search') return target.value !== ''
  return target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]')
}
