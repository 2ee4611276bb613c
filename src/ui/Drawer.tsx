import X from 'lucide-react/icons/x'
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './Drawer.module.css'
import { LiveRegion } from './LiveRegion.tsx'
import { useDialog } from './use-dialog.ts'
import { useMediaQuery } from './use-media-query.ts'

/**
 * The details of one thing, over the end of the list it came from, which stays usable and as it is: no row moves. On a narrow
 * screen over all of it. Mounted is open. Focus goes to the heading, Escape asks to close, and focus returns to where it was.
 */
export function Drawer({
  label,
  heading,
  toolbar,
  onClose,
  children,
}: {
  /** What the drawer is called; not drawn. */
  label: string
  heading: ReactNode
  /** Beside the closing button: previous and next, a link to copy. */
  toolbar?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  // Paper counts as wide: printing must not turn the drawer into a modal.
  const beside = useMediaQuery('print, (width >= 1000px)')
  useDialog(ref, { modal: !beside, focus: headingRef, onClose })
  useEscapeAnywhere(beside, onClose)
  useMarkedRoot(beside)

  // Out of the page's flow, so that no ancestor's containment catches it and Tab reaches it after the list.
  return createPortal(
    <dialog ref={ref} className={styles.drawer} data-drawer={beside ? 'beside' : 'over'} aria-label={label}>
      <div className={styles.head}>
        <h2 ref={headingRef} className={styles.heading} tabIndex={-1}>
          {heading}
        </h2>
        <div className={styles.toolbar} data-print="hide">
          {toolbar}
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <X size={16} aria-hidden />
          </button>
        </div>
      </div>
      <div className={styles.body}>{children}</div>
      {beside ? null : <LiveRegion />}
    </dialog>,
    document.body,
  )
}

/** `data-beside` on the root has what floats over the page keep clear of the drawer: `:has()` would have the whole page looked through. */
function useMarkedRoot(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return
    const root = document.documentElement
    root.toggleAttribute('data-beside', true)
    return () => void root.toggleAttribute('data-beside', false)
  }, [active])
}

function useEscapeAnywhere(active: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  // Before it is painted: whoever sees it can close it.
  useLayoutEffect(() => {
    if (!active) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTakenElsewhere(event)) close()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [active])
}

/** Whether this Escape ends something nearer: a composition, a layer on top, what is being typed in a search field. */
function isTakenElsewhere(event: KeyboardEvent): boolean {
  if (event.isComposing || document.querySelector('dialog:modal, [popover="auto"]:popover-open') !== null)
    return true
  const { target } = event
  if (target instanceof HTMLInputElement && target.type === 'search') return target.value !== ''
  return target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]')
}
