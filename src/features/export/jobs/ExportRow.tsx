import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Pause from 'lucide-react/icons/pause'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSession } from '../../../api/hooks.ts'
import { ErrorBanner } from '../../../records/ErrorBanner.tsx'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { useSecondsUntil, whyWaiting } from '../../../records/waiting.ts'
import { Button, ButtonLink, IconButton } from '../../../ui/Button.tsx'
import { signInHref } from '../../../url/sign-in.ts'
import styles from './export.module.css'
import { type ExportJob, type ExportPhase, fileNameOf, isRunning, rateOf } from './job.ts'
import { exportJobs } from './jobs.ts'
import { leaveRow, useFocusKept } from './row-focus.ts'
import { requestWords, trayWords as words } from './words.ts'

/** One export in the tray: how far it is, what it came to, and what can be done about it. */
export function ExportRow({ export: each, isNewest }: { export: ExportJob; isNewest: boolean }) {
  const { id, request, phase } = each
  const { title } = request
  const format = request.format.toUpperCase()
  const article = useFocusKept(phase)
  // A complete one folds to one line as soon as there is another, so that the page under it can be read.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isShown = chosen ?? (isNewest || phase !== 'complete')
  return (
    <article ref={article} className={styles.one} tabIndex={-1} aria-label={`${title}, ${format}`}>
      <div className={styles.title}>
        <PhaseIcon phase={phase} />
        <h3>
          {title} <span className={styles.format}>{format}</span>
        </h3>
        {!isShown && <span className={styles.short}>{shortWords(each)}</span>}
        <IconButton
          label={isShown ? words.collapse(title) : words.expand(title)}
          aria-expanded={isShown}
          onClick={() => setChosen(!isShown)}
        >
          {isShown ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </IconButton>
        {!isRunning(each) && (
          <IconButton
            label={words.dismiss(title)}
            onClick={({ currentTarget }) => leaveRow(currentTarget, () => exportJobs.dismiss(id))}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {isShown && <Details export={each} />}
    </article>
  )
}

function Details({ export: each }: { export: ExportJob }) {
  const { request, facts } = each
  return (
    <>
      <p className={styles.filter}>
        <UntrustedText text={requestWords(request)} />
      </p>
      <Status export={each} />
      {facts && facts.reasons.length > 0 && (
        <ul className={styles.reasons}>
          {facts.reasons.map((reason) => (
            <li key={reason}>
              <UntrustedText text={reason} />
            </li>
          ))}
        </ul>
      )}
      {facts?.remarks.map((remark) => (
        <p key={remark} className={styles.far}>
          <UntrustedText text={remark} />
        </p>
      ))}
      {facts && 'unsigned' in facts.signature && (
        <p className={styles.far}>
          {words.unsigned} <UntrustedText text={facts.signature.unsigned} />
        </p>
      )}
      {each.error && !isSessionOver(each) && <ErrorBanner error={each.error} />}
      {each.message !== null && (
        <p className={styles.broken}>
          <UntrustedText text={each.message} />
        </p>
      )}
      <Actions export={each} />
    </>
  )
}

/** How far it is, in one line beside its name. */
function shortWords({ request, phase, progress, facts }: ExportJob): string {
  const state = facts ? words.completeness[facts.completeness] : words.phases[phase]
  const far =
    facts && request.format === 'zip'
      ? words.size(progress.bytes)
      : facts
        ? words.rows(facts.rows)
        : words.records(progress.rows)
  return state === null ? far : `${state}, ${far}`
}

function PhaseIcon({ phase }: Pick<ExportJob, 'phase'>) {
  switch (phase) {
    case 'reading':
    case 'waiting':
      return <LoaderCircle aria-hidden className={styles.turning} />
    case 'paused':
      return <Pause aria-hidden />
    case 'complete':
      return <CircleCheck aria-hidden className={styles.good} />
    case 'incomplete':
      return <TriangleAlert aria-hidden className={styles.warning} />
    case 'failed':
    case 'broken':
    case 'sign-in-needed':
      return <CircleAlert aria-hidden className={styles.bad} />
  }
}

/** How far it is, or what it came to. */
function Status({ export: each }: { export: ExportJob }) {
  const { request, phase, progress, begun, ended, facts, waiting } = each
  const now = useNow(phase === 'reading' || phase === 'waiting')
  const seconds = useSecondsUntil(waiting?.until ?? null)
  if (facts)
    return (
      <p className={styles.far}>
        <strong>{words.completeness[facts.completeness]}: </strong>
        {request.format === 'zip'
          ? words.savedPack(progress.bytes, (ended ?? now) - begun, fileNameOf(request, facts))
          : words.saved(
              facts.rows,
              facts.file.bytes ?? progress.bytes,
              (ended ?? now) - begun,
              facts.file.name,
            )}
      </p>
    )
  if (isRefused(each))
    return (
      <p className={styles.far}>
        <strong>{words.refused}: </strong>
        {words.refusedWhy}
      </p>
    )
  // Somebody may be signed in with another key: that is being asked.
  const state = each.error?.remedy === 'begin-again' ? words.onHold : words.phases[phase]
  return (
    <p className={styles.far}>
      {state && <strong>{state}: </strong>}
      {words.progress(progress, (ended ?? now) - begun, rateOf(each, now))}
      {isSessionOver(each) && ` ${words.signInToContinue}`}
      {phase === 'waiting' && waiting && ` ${words.waiting(whyWaiting(waiting), seconds)}`}
    </p>
  )
}

function Actions({ export: each }: { export: ExportJob }) {
  const { id, request, phase, progress } = each
  const isPack = request.format === 'zip'
  const location = useLocation()
  const isSignedIn = useSession().data?.signedIn ?? false
  const ended = phase === 'complete' || phase === 'incomplete'
  const act = isRefused(each) ? undefined : acts[phase]
  return (
    <div className={styles.actions}>
      {act && (
        // One button, whatever it does: who pressed it stays on it.
        <Button small kind={act.goesOn ? 'primary' : 'secondary'} onClick={() => exportJobs[act.call](id)}>
          {act.label}
        </Button>
      )}
      {isSessionOver(each) && (
        <ButtonLink small kind="primary" to={signInHref(location, { again: true })}>
          {words.signIn}
        </ButtonLink>
      )}
      {isRunning(each) && progress.dates !== null && (
        <Button small onClick={() => exportJobs.skipDates(id)}>
          {words.skipDates}
        </Button>
      )}
      {isRunning(each) && (isPack ? (progress.part?.number ?? 1) > 1 : progress.rows > 0) && (
        <Button small onClick={() => exportJobs.finish(id)}>
          {isPack || progress.pass === 1 ? words.finish : words.skipSecond}
        </Button>
      )}
      {isRunning(each) && (
        <Button small onClick={({ currentTarget }) => leaveRow(currentTarget, () => exportJobs.dismiss(id))}>
          {words.cancel}
        </Button>
      )}
      {ended && (
        <>
          {isSignedIn && (
            <>
              <Button small onClick={() => exportJobs.save(id, 'file')}>
                {words.saveAgain}
              </Button>
              {!isPack && (
                <Button small onClick={() => exportJobs.save(id, 'facts')}>
                  {words.saveFacts}
                </Button>
              )}
            </>
          )}
          <Link to="/verify">{words.verify}</Link>
        </>
      )}
    </div>
  )
}

/** The service does not accept the filter. Once it has given a page, the same error means something else. */
function isRefused({ phase, progress, error }: ExportJob): boolean {
  return phase === 'failed' && progress.rows === 0 && error?.remedy === 'correct-filter'
}

/** Only the session has ended. Of a key that was refused, the error banner says so and offers another. */
function isSessionOver({ phase, error }: ExportJob): boolean {
  return phase === 'sign-in-needed' && error?.failure.code !== 'ERR-02'
}

/** What holds an export up or lets it go on. */
const acts: Readonly<
  Partial<Record<ExportPhase, { label: string; call: 'pause' | 'resume' | 'retry'; goesOn: boolean }>>
> = {
  reading: { label: words.pause, call: 'pause', goesOn: false },
  waiting: { label: words.pause, call: 'pause', goesOn: false },
  paused: { label: words.resume, call: 'resume', goesOn: true },
  failed: { label: words.retry, call: 'retry', goesOn: true },
}

/** The time, once a second while it matters. */
function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return now
}
