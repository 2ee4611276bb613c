import { type ReactNode, useRef } from 'react'
import styles from './Dialog.module.css'
import { LiveRegion } from './LiveRegion.tsx'
import { useDialog } from './use-dialog.ts'

/** Where a modal stands: in the centre, near the top, at the side, or as a sheet from below that is centred where there is room. */
type DialogPlacement = 'centre' | 'top' | 'sheet' | 'side'

/**
 * A modal on the platform's own `<dialog>`: it is open as long as it is mounted. Escape and a click beside it ask to
 * close; focus goes in, stays in, and returns to where it was.
 */
export function Dialog({
  label,
  onClose,
  footer,
  placement = 'centre',
  children,
}: {
  /** What the dialog is called; not drawn. */
  label: string
  onClose: () => void
  /** Stays in sight under the scrolling content. */
  footer?: ReactNode
  placement?: DialogPlacement
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  useDialog(ref, { modal: true, onClose })
  return (
    <dialog ref={ref} className={styles.dialog} data-placement={placement} aria-label={label} tabIndex={-1}>
      <div className={styles.body}>{children}</div>
      {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
      <LiveRegion />
    </dialog>
  )
}
