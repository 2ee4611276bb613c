import X from 'lucide-react/icons/x'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './buttons.tsx'
import { useMedia } from './hooks.ts'
import { classes, LiveRegion } from './inline.tsx'
import styles from './layers.module.css'
import layout from './layout.module.css'
import { Fetched, LazyBoundary } from './lazy.tsx'

/**
 * `sheet` rises from below on a narrow screen, and is centred elsewhere. It begins with its name and a button to close it, and the focus goes
 * to the name.
 */
type DialogPlacement = 'centre' | 'top' | 'sheet' | 'side'

/** A modal on the platform’s `<dialog>`, open while it is mounted. Escape and a click on the backdrop ask to close it. */
export function Dialog({
  label,
  onClose,
  wide = false,
  footer,
  placement = 'centre',
  children,
}: {
  /** Accessible name; drawn only on a sheet. */
  label: string
  onClose: () => void
  wide?: boolean
  /** Stays in sight below the scrolling content. */
  footer?: ReactNode
  placement?: DialogPlacement
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useDialog(ref, { modal: true, onClose, focus: heading })
  return (
    <dialog
      ref={ref}
      className={classes(layout.raised, styles.dialog)}
      data-placement={placement}
      data-wide={wide || undefined}
      aria-label={label}
      tabIndex={-1}
    >
      {placement === 'sheet' && (
        <div className={classes(layout.row, layout.apart, styles.head)}>
          <h2 ref={heading} className={classes(layout.row, layout.heading, styles.heading)} tabIndex={-1}>
            {label}
          </h2>
          <IconButton label="Close" className={styles.close} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
      <div className={styles.body}>{children}</div>
      {footer === undefined ? null : <div className={classes(layout.row, styles.footer)}>{footer}</div>}
      <LiveRegion />
    </dialog>
  )
}

/** A modal for a few controls, open while it is mounted. */
export function Sheet(props: Omit<ComponentProps<typeof Dialog>, 'placement'>) {
  return <Dialog {...props} placement="sheet" />
}

/** Around a dialog of another chunk: where it cannot be loaded, a dialog says so. */
export function LazyDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return <LazyBoundary around={notLoaded(onClose)}>{children}</LazyBoundary>
}

/** The same for a drawer, which is open while it has `children`. */
export function FetchedDrawer({
  onClose,
  ...drawer
}: Omit<ComponentProps<typeof Fetched>, 'around'> & { onClose: () => void }) {
  return <Fetched {...drawer} around={notLoaded(onClose)} />
}

function notLoaded(onClose: () => void) {
  return (message: ReactNode) => (
    <Dialog label="Not loaded" onClose={onClose}>
      {message}
    </Dialog>
  )
}

/**
 * The details of one thing, beside the list it came from, which stays usable; on a narrow screen over the list. Open while it is mounted. The focus
 * moves to the heading.
 */
export function Drawer({
  label,
  heading,
  toolbar,
  onClose,
  children,
}: {
  label: string
  heading: ReactNode
  toolbar?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const beside = useMedia(roomBeside)
  useDialog(ref, { modal: !beside, focus: headingRef, onClose })
  useEscapeAnywhere(beside, onClose)
  useMarkedRoot(beside)
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
      {beside ? null : <LiveRegion />}
    </dialog>,
    document.body,
  )
}

/** Sets `data-beside` on the root, so that the head and the pager of the page end at the drawer. `:has()` would check the whole page. */
function useMarkedRoot(active: boolean): void {
  // Measured before the drawer is drawn: later the whole page would be laid out once more.
  const [width] = useState(widthAtColumn)
  useLayoutEffect(() => {
    if (!active) return
    const root = document.documentElement
    root.toggleAttribute('data-beside', true)
    root.style.setProperty('--drawer-width', width)
    const unfit = () => root.style.removeProperty('--drawer-width')
    window.addEventListener('resize', unfit)
    return () => {
      window.removeEventListener('resize', unfit)
      unfit()
      root.toggleAttribute('data-beside', false)
    }
  }, [active, width])
}

/** Where a column of the list begins not far from the drawer, the drawer begins there, and cuts none. */
function widthAtColumn(): string {
  const { clientWidth } = document.documentElement
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const column = [...document.querySelectorAll('main thead th')]
    .map((header) => (clientWidth - header.getBoundingClientRect().left) / rem)
    .findLast((width) => width >= 30)
  return column !== undefined && column <= 37 ? `${column}rem` : ''
}

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

/** Opens a `<dialog>` while its component is mounted, and asks to close it when the platform would. */
function useDialog(
  ref: RefObject<HTMLDialogElement | null>,
  { modal, focus, onClose }: { modal: boolean; focus: RefObject<HTMLElement | null>; onClose: () => void },
): void {
  const close = useEffectEvent(onClose)
  useFocusReturned(ref)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // The drawer has just changed between beside and over the list.
    if (dialog.open) dialog.close()
    if (modal) dialog.showModal()
    // `show()` would look for a control to focus, and lay out the whole page for that.
    else dialog.open = true
    focus.current?.focus({ preventScroll: true })

    const listening = new AbortController()
    const { signal } = listening
    // The address says whether it is open, so the platform may only ask.
    const asked = (event: Event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    }
    // A second Escape closes a dialog without asking.
    const insisted = (event: Event) => {
      if (event.target === dialog && !dialog.open) close()
    }
    // Only the backdrop targets the dialog itself. On press, not release: a text selection may end outside.
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
 * Returns the focus once the dialog is gone, unless something else took it. `dialog.close()` would do so too, but costs a second layout of the
 * page while the dialog is still in it.
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

// Paper counts as wide: printing must not turn the drawer into a modal.
const roomBeside = 'print, (width >= 1000px)'
