import { lazy, Suspense } from 'react'
import type { SessionState } from '../../contract/session.ts'
import { useExportsAsked } from './offer.ts'

// Most visits take nothing away.
const ExportCentre = lazy(() => import('./ExportCentre.tsx'))

/** The exports of this tab, over whatever page is shown. */
export function Exports({ session }: { session: SessionState }) {
  if (!useExportsAsked()) return null
  return (
    <Suspense>
      <ExportCentre session={session} />
    </Suspense>
  )
}
