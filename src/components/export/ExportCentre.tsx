import { useEffect, useSyncExternalStore } from 'react'
import type { SessionState } from '../../contract/session.ts'
import { exportJobs } from '../../export/jobs.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { ExportTray } from './ExportTray.tsx'
import { offerExport, useExportOffer } from './offer.ts'

/** The question how to export, and the exports that run or have ended. */
export default function ExportCentre({ session }: { session: SessionState }) {
  const offer = useExportOffer()
  const exports = useSyncExternalStore(exportJobs.subscribe, exportJobs.getSnapshot)
  // Whoever was signed out while one ran has signed in again.
  useEffect(() => exportJobs.sessionIs(session), [session])
  return (
    <>
      {offer && (
        <ExportDialog
          // Another list is another question.
          key={offer.link}
          offer={offer}
          onClose={() => offerExport(null)}
          onStart={(job, filter) => {
            const { service, accountId } = session
            exportJobs.start({
              job: { ...job, service: { address: service.address, account: accountId } },
              name: offer.title,
              filter,
            })
            offerExport(null)
          }}
        />
      )}
      <ExportTray exports={exports} />
    </>
  )
}
