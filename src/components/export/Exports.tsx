import { lazy } from 'react'
import type { SessionState } from '../../contract/session.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Fetched, part } from '../../ui/Fetched.tsx'
import { offerExport, useExportOffer, useExportsAsked } from './offer.ts'

// Most visits take nothing away.
const ExportCentre = lazy(part(() => import('./ExportCentre.tsx')))

/** The exports of this tab, over whatever page is shown. */
export function Exports({ session }: { session: SessionState }) {
  const asked = useExportsAsked()
  const offered = useExportOffer()
  if (!asked) return null
  return (
    <Fetched
      around={(message) =>
        offered && (
          <Dialog label="Export" onClose={() => offerExport(null)}>
            {message}
          </Dialog>
        )
      }
    >
      <ExportCentre session={session} />
    </Fetched>
  )
}
