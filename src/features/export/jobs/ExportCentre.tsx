import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isSignedOut } from '../../../api/api-error.ts'
import { useSession } from '../../../api/hooks.ts'
import { sessionQuery } from '../../../api/session.ts'
import { type SessionState, serviceName } from '../../../contract/session.ts'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { signInHref } from '../../../url/sign-in.ts'
import { openExportDialog, useListToExport, useSigningOutAsked } from './dialog-state.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { ExportTray } from './ExportTray.tsx'
import styles from './export.module.css'
import { type ExportJob, isRunning } from './job.ts'
import { exportJobs } from './jobs.ts'
import { requestWords, signOutWords as words } from './words.ts'

/** The export dialog, and the exports that run or have ended. */
export default function ExportCentre({ session }: { session: SessionState }) {
  const list = useListToExport()
  const answerSigningOut = useSigningOutAsked()
  const exports = useSyncExternalStore(exportJobs.subscribe, exportJobs.getSnapshot)
  const location = useLocation()
  const navigate = useNavigate()
  useSessionKnown(
    session,
    exports.some(({ error }) => error !== null && (isSignedOut(error) || error.remedy === 'begin-again')),
  )
  return (
    <>
      {list && (
        <ExportDialog
          // Another list is another question.
          key={list.link}
          list={list}
          onClose={() => openExportDialog(null)}
          onStart={(request) => {
            const { service, accountId, mark } = session
            openExportDialog(null)
            if (mark === null) return void navigate(signInHref(location))
            exportJobs.start({
              ...request,
              session: mark,
              service: { address: serviceName(service), account: accountId },
            })
          }}
        />
      )}
      {answerSigningOut && <SigningOutQuestion exports={exports} onAnswer={answerSigningOut} />}
      <ExportTray exports={exports} />
    </>
  )
}

/**
 * Tells the exports who is signed in. `isInDoubt`: one was told otherwise than this tab knows, since its requests are its own and
 * somebody may have signed in or out in another tab.
 */
function useSessionKnown(session: SessionState, isInDoubt: boolean): void {
  const client = useQueryClient()
  const { dataUpdatedAt } = useSession()
  const tell = useEffectEvent(() => exportJobs.sessionIs(session))
  // Before anything is drawn and saved for somebody else.
  useLayoutEffect(() => {
    if (dataUpdatedAt > 0) tell()
  }, [dataUpdatedAt])
  useEffect(() => {
    if (isInDoubt) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }, [isInDoubt, client])
}

/** Asks whether to sign out while exports run, and names them. Closing the tab warns as well. */
function SigningOutQuestion({
  exports,
  onAnswer,
}: {
  exports: readonly ExportJob[]
  onAnswer: (isSure: boolean) => void
}) {
  const running = exports.filter(isRunning)
  return (
    <Sheet
      label={words.title}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{words.stay}</Button>
          <Button kind="primary" onClick={() => onAnswer(true)}>
            {words.signOut}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>{words.question}</p>
        <ul className={styles.ending}>
          {running.map(({ id, request, progress }) => (
            <li key={id}>
              {words.running(request.title, request.format, progress.rows)}
              <span className={styles.hint}>
                <UntrustedText text={requestWords(request)} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}
