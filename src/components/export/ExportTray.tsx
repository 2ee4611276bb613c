import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  CircleCheck,
  LoaderCircle,
  Pause,
  TriangleAlert,
  X,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { exportJobs, isRunning, type RunningExport, rateOf } from '../../export/jobs.ts'
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { signInHref } from '../../url/sign-in.ts'
import { ErrorBanner } from '../ErrorBanner.tsx'
import { UntrustedText } from '../UntrustedText.tsx'
import { useSecondsUntil } from '../use-seconds-until.ts'
import styles from './export.module.css'
import { countText, durationText, rowsText, sizeText } from './words.ts'

/** The exports of this tab at the foot of every page: how far each is, what it came to, and what can be done about it. */
export function ExportTray({ exports }: { exports: readonly RunningExport[] }) {
  const [folded, setFolded] = useState(false)
  useAnnouncements(exports)
  if (exports.length === 0) return null
  const running = exports.filter(isRunning).length
  const count = exports.length === 1 ? '1 export' : `${exports.length} exports`
  const title =
    running === 0
      ? 'Exports'
      : running === exports.length
        ? `${count} running`
        : `${running} of ${count} running`
  return (
    <section className={styles.tray} aria-label="Exports" data-print="hide">
      <header className={styles.head}>
        <h2>{title}</h2>
        <IconButton
          label={folded ? 'Show exports' : 'Fold exports'}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          {folded ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </IconButton>
      </header>
      {!folded && (
        <ul className={styles.list}>
          {exports.map((each) => (
            <li key={each.id} className={styles.item}>
              <OneExport export={each} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function OneExport({ export: each }: { export: RunningExport }) {
  const { id, name, filter, job, phase, facts } = each
  return (
    <article aria-label={`${name}, ${job.format.toUpperCase()}`}>
      <div className={styles.title}>
        <PhaseIcon phase={phase} />
        <h3>
          {name} <span className={styles.format}>{job.format.toUpperCase()}</span>
        </h3>
        {!isRunning(each) && (
          <IconButton
            label={`Dismiss the export of ${name.toLowerCase()}`}
            onClick={() => exportJobs.dismiss(id)}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      <p className={styles.filter}>
        <UntrustedText text={filter} />
      </p>
      <Far export={each} />
      {facts && facts.reasons.length > 0 && (
        <ul className={styles.reasons}>
          {facts.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {facts?.remarks.map((remark) => (
        <p key={remark} className={styles.far}>
          {remark}
        </p>
      ))}
      {each.error && <ErrorBanner error={each.error} />}
      {each.message !== null && <p className={styles.broken}>{each.message}</p>}
      <Actions export={each} />
    </article>
  )
}

function PhaseIcon({ phase }: Pick<RunningExport, 'phase'>) {
  switch (phase) {
    case 'reading':
    case 'waiting':
      return <LoaderCircle aria-hidden className={styles.turning} />
    case 'paused':
      return <Pause aria-hidden />
    case 'whole':
      return <CircleCheck aria-hidden className={styles.good} />
    case 'partial':
      return <TriangleAlert aria-hidden className={styles.warning} />
    case 'failed':
    case 'broken':
    case 'sign-in-needed':
      return <CircleAlert aria-hidden className={styles.bad} />
  }
}

/** How far it is, or what it came to. */
function Far({ export: each }: { export: RunningExport }) {
  const { phase, rows, pages, bytes, begun, ended, facts, waiting } = each
  const now = useNow(phase === 'reading' || phase === 'waiting')
  const seconds = useSecondsUntil(waiting?.until ?? null)
  if (facts)
    return (
      <p className={styles.far}>
        <strong>{phase === 'whole' ? 'Complete' : 'PARTIAL'}</strong>: {countText(facts.rows)}{' '}
        {facts.rows === 1 ? 'row' : 'rows'}, {sizeText(bytes)}, in {durationText((ended ?? now) - begun)}.
        Saved as {facts.file.name}
        {facts.read.arrived > 0 && `; ${rowsText(facts.read.arrived)} arrived meanwhile and are not in it`}
      </p>
    )
  const far = `${rowsText(rows)}, ${countText(pages)} ${pages === 1 ? 'page' : 'pages'}, ${sizeText(bytes)}`
  const time = `${durationText((ended ?? now) - begun)}, ${countText(rateOf(each, now))} a second`
  return (
    <p className={styles.far}>
      {stateWords[phase] && <strong>{stateWords[phase]}: </strong>}
      {far}; {time}
      {phase === 'waiting' && waiting && (
        <>
          {'. '}
          {waiting.error.failure.code === 'ERR-03'
            ? 'The service asks to wait (ERR-03).'
            : 'The connection was lost.'}{' '}
          It goes on by itself in {seconds} s.
        </>
      )}
    </p>
  )
}

const stateWords: Readonly<Record<RunningExport['phase'], string | null>> = {
  reading: null,
  waiting: 'Waiting',
  paused: 'Paused',
  'sign-in-needed': 'Signed out',
  failed: 'Stopped by a failure',
  broken: 'It cannot go on',
  whole: 'Complete',
  partial: 'PARTIAL',
}

function Actions({ export: each }: { export: RunningExport }) {
  const { id, phase, rows } = each
  const location = useLocation()
  const ended = phase === 'whole' || phase === 'partial'
  return (
    <div className={styles.actions}>
      {(phase === 'reading' || phase === 'waiting') && (
        <Button small onClick={() => exportJobs.pause(id)}>
          Pause
        </Button>
      )}
      {phase === 'paused' && (
        <Button small kind="primary" onClick={() => exportJobs.resume(id)}>
          Go on
        </Button>
      )}
      {phase === 'failed' && (
        <Button small kind="primary" onClick={() => exportJobs.retry(id)}>
          Try again from here
        </Button>
      )}
      {phase === 'sign-in-needed' && (
        <ButtonLink small kind="primary" to={signInHref(location, { again: true })}>
          Sign in and go on
        </ButtonLink>
      )}
      {isRunning(each) && rows > 0 && (
        <Button small onClick={() => exportJobs.finish(id)}>
          Keep what was read
        </Button>
      )}
      {isRunning(each) && (
        <Button small onClick={() => exportJobs.dismiss(id)}>
          Cancel
        </Button>
      )}
      {ended && (
        <>
          <Button small onClick={() => exportJobs.save(id)}>
            Save again
          </Button>
          <Link to="/verify">Verify</Link>
        </>
      )}
    </div>
  )
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

/** Tells those who listen when an export begins, is held up, and ends; not each page. */
function useAnnouncements(exports: readonly RunningExport[]): void {
  const said = JSON.stringify(exports.map(({ id, name, phase }) => [id, name, phase]))
  const [before, setBefore] = useState('[]')
  useEffect(() => {
    if (said === before) return
    const known = new Map(phasesIn(before).map(([id, , phase]) => [id, phase]))
    for (const [id, name, phase] of phasesIn(said))
      if (known.get(id) !== phase) announce(`Export of ${name.toLowerCase()}: ${announcements[phase]}`)
    setBefore(said)
  }, [said, before])
}

function phasesIn(text: string): readonly (readonly [string, string, RunningExport['phase']])[] {
  return JSON.parse(text)
}

const announcements: Readonly<Record<RunningExport['phase'], string>> = {
  reading: 'reading',
  waiting: 'waiting, goes on by itself',
  paused: 'paused',
  'sign-in-needed': 'signed out, sign in to go on',
  failed: 'stopped by a failure',
  broken: 'it cannot go on',
  whole: 'complete',
  partial: 'ended, partial',
}
