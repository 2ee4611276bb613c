import { lazy } from 'react'
import type { SessionState } from '../../../contract/session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LazyBoundary, lazyChunk } from '../../../ui/LazyBoundary.tsx'
import { openExportDialog, useListToExport, useWasExportDialogOpened } from './dialog-state.ts'

// Most visits take nothing away.
const ExportCentre = lazy(lazyChunk(() => import('./ExportCentre.tsx')))

/** The exports of this tab, over whatever page is shown. */
export function Exports({ session }: { session: SessionState }) {
  const wasOpened = useWasExportDialogOpened()
  const list = useListToExport()
  if (!wasOpened) return null
  return (
    <LazyBoundary
      around={(message) =>
        list && (
          <Dialog label="Export" onClose={() => openExportDialog(null)}>
            {message}
          </Dialog>
        )
      }
    >
      <ExportCentre session={session} />
    </LazyBoundary>
  )
}
