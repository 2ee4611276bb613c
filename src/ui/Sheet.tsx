import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

/** A modal for a few controls at once: a sheet from below where the screen is narrow, a centred dialog elsewhere. Mounted is open. */
export function Sheet({
  label,
  onClose,
  footer,
  children,
}: {
  label: string
  onClose: () => void
  /** The buttons that end it, always in sight. */
  footer?: ReactNode
  children: ReactNode
}) {
  return (
    <Dialog label={label} onClose={onClose} footer={footer} placement="sheet">
      {children}
    </Dialog>
  )
}
