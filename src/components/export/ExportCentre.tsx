import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SessionState } from '../../contract/session.ts'
import { clearExportLeftovers } from '../../export/file-store.ts'
import { exportJobs } from '../../export/jobs.ts'
import { signInHref } from '../../url/sign-in.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { ExportTray } from './ExportTray.tsx'
import { offerExport, useExportOffer } from './offer.ts'

/** The question how to export, and the exports that run or have ended. */
export default function ExportCentre({ session }: { session: SessionState }) {
  const offer = useExportOffer()
  const exports = useSyncExternalStore(exportJobs.subscribe, exportJobs.getSnapshot)
  const location = useLocation()
  const navigate = useNavigate()
  // Whoever was signed out while one ran has signed in again.
  useEffect(() => exportJobs.sessionIs(session), [session])
  useEffect(() => void clearExportLeftovers(), [])
  return (
    <>
      {offer && (
        <ExportDialog
          // Another list is another question.
          key={offer.link}
          offer={offer}
          onClose={() => offerExport(null)}
          onStart={(job, filter) => {
            const { service, accountId, mark } = session
            offerExport(null)
            if (mark === null) return void navigate(signInHref(location))
            exportJobs.start({
              job: { ...job, session: mark, service: { address: service.address, account: accountId } },
              name: offer.title,
              filter,
            })
          }}
        />
      )}
      <ExportTray exports={exports} />
    </>
  )
}
