import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

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
