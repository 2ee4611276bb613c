import X from 'lucide-react/icons/x'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { IconButton } from './buttons.tsx'
import { classes, LiveRegion } from './inline.tsx'
import layout from './layout.module.css'
import { LazyBoundary } from './lazy.tsx'
import styles from './overlays.module.css'

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

export function notLoaded(onClose: () => void) {
  return (message: ReactNode) => (
    <Dialog label="Not loaded" onClose={onClose}>
      {message}
    </Dialog>
  )
}

/** Opens a `<dialog>` while its component is mounted, and asks to close it when the platform would. */
export function useDialog(
  ref: RefObject<HTMLDialogElement | null>,
  { modal, focus, onClose }: { modal: boolean; focus: RefObject<HTMLElement | null>; onClose: () => void },
): void {
  const close = useEffectEvent(onClose)

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
      if (!modal || event.target !== dialog || event.button !== 0) return
      // The page under the backdrop would take the focus.
      event.preventDefault()
      close()
    }
    dialog.addEventListener('cancel', asked, { signal })
    dialog.addEventListener('close', insisted, { signal })
    dialog.addEventListener('pointerdown', pressed, { signal })
    return () => listening.abort()
  }, [ref, modal, focus])
}
