import X from 'lucide-react/icons/x'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './buttons.tsx'
import { LiveRegion } from './inline.tsx'
import styles from './layers.module.css'

/** Where a modal stands: in the centre, near the top, at the side, or as a sheet from below that is centred where there is room. */
type DialogPlacement = 'centre' | 'top' | 'sheet' | 'side'

/**
 * A modal on the platform's own `<dialog>`: it is open as long as it is mounted. Escape and a click beside it ask to
 * close; focus goes in, stays in, and returns to where it was.
 */
export function Dialog({
  label,
  onClose,
  headed = false,
  wide = false,
  footer,
  placement = 'centre',
  children,
}: {
  /** What the dialog is called; drawn only where it is headed. */
  label: string
  onClose: () => void
  /** Begins with its name and a button that closes it, always in sight; the focus goes there first. */
  headed?: boolean
  /** For what stands in two columns. */
  wide?: boolean
  /** Stays in sight under the scrolling content. */
  footer?: ReactNode
  placement?: DialogPlacement
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useDialog(ref, { modal: true, onClose, ...(headed && { focus: heading }) })
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-placement={placement}
      data-wide={wide || undefined}
      aria-label={label}
      tabIndex={-1}
    >
      {headed && (
        <div className={styles.head}>
          <h2 ref={heading} className={styles.heading} tabIndex={-1}>
            {label}
          </h2>
          <IconButton label="Close" className={styles.close} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
      <div className={styles.body}>{children}</div>
      {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
      <LiveRegion />
    </dialog>
  )
}

/** A modal for a few controls at once, under its name: a sheet from below where the screen is narrow, a centred dialog elsewhere. Mounted is open. */
export function Sheet({
  label,
  onClose,
  footer,
  wide = false,
  children,
}: {
  label: string
  onClose: () => void
  /** The buttons that end it, always in sight. */
  footer?: ReactNode
  /** For what stands in two columns where there is room. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <Dialog label={label} onClose={onClose} footer={footer} placement="sheet" headed wide={wide}>
      {children}
    </Dialog>
  )
}

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
          <IconButton label="Close" className={styles.close} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
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

/**
 * Opens a `<dialog>` for as long as its component is mounted, over the page or beside it, and asks to close when the
 * platform would. Focus returns to where it was.
 */
function useDialog(
  ref: RefObject<HTMLDialogElement | null>,
  { modal, focus, onClose }: { modal: boolean; focus?: RefObject<HTMLElement | null>; onClose: () => void },
): void {
  const close = useEffectEvent(onClose)
  useFocusReturned(ref)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // It was beside the page and is now over it, or the other way round.
    if (dialog.open) dialog.close()
    if (modal) dialog.showModal()
    else dialog.show()
    focus?.current?.focus({ preventScroll: true })

    const listening = new AbortController()
    const { signal } = listening
    // Whether it closes is for the page to say (it is in the URL): the platform only asks.
    const asked = (event: Event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    }
    // A second Escape closes without asking.
    const insisted = (event: Event) => {
      if (event.target === dialog && !dialog.open) close()
    }
    // The content covers the dialog, so only its backdrop can be the target. Pressed and not released: a selection of
    // text may well end outside.
    const pressed = (event: PointerEvent) => {
      if (modal && event.target === dialog && event.button === 0) close()
    }
    dialog.addEventListener('cancel', asked, { signal })
    dialog.addEventListener('close', insisted, { signal })
    dialog.addEventListener('pointerdown', pressed, { signal })
    return () => listening.abort()
  }, [ref, modal, focus])
}

/**
 * Once the dialog is gone, focus returns to where it was, unless it was taken elsewhere since. The platform does so as well when a dialog
 * is closed, but it then is still in the page, which would be laid out twice: without the open dialog, and again without the dialog.
 */
function useFocusReturned(ref: RefObject<HTMLDialogElement | null>): void {
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const dialog = ref.current
    return () => {
      const { activeElement } = document
      const isLost = activeElement === null || activeElement === document.body
      if (!dialog?.isConnected && isLost && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    }
  }, [ref, before])
}

/** Whether a media query holds now; the component is drawn again when that changes. */
function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
