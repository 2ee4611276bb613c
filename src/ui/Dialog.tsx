import X from 'lucide-react/icons/x'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './Button.tsx'
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
