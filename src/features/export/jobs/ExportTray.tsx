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
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSession } from '../../../api/hooks.ts'
import { counted, countText } from '../../../contract/count-text.ts'
import { ErrorBanner } from '../../../records/ErrorBanner.tsx'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { useSecondsUntil, whyWaiting } from '../../../records/waiting.ts'
import { Button, ButtonLink, IconButton } from '../../../ui/Button.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { signInHref } from '../../../url/sign-in.ts'
import styles from './export.module.css'
import { type ExportJob, exportJobs, isRunning, rateOf } from './jobs.ts'
import { durationText, filterWords, rowsText, sizeText, trayTitle } from './words.ts'

/** The exports of this tab at the foot of every page: how far each is, what it came to, and what can be done about it. */
export function ExportTray({
  exports,
  others,
}: {
  exports: readonly ExportJob[]
  /** How many there are that belong to another key or account, which is not for this one to see. */
  others: number
}) {
  const [folded, setFolded] = useState(false)
  useAnnouncements(exports)
  if (exports.length + others === 0) return null
  return (
    <section className={styles.tray} aria-label="Exports" data-print="hide">
      <header className={styles.head}>
        <h2>{trayTitle(exports.map(({ phase }) => phase))}</h2>
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
          {exports.map((each, index) => (
            <li key={each.id} className={styles.item}>
              <OneExport export={each} isNewest={index === 0} />
            </li>
          ))}
          {others > 0 && (
            <li className={styles.item}>
              <Others count={others} />
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function Others({ count }: { count: number }) {
  const location = useLocation()
  return (
    <article className={styles.one} tabIndex={-1} aria-label="Exports of another key or account">
      <p className={styles.filter}>
        {counted(count, 'export was', 'exports were')} begun with another key or account. Sign in with that
        one to go on, or to save {count === 1 ? 'it' : 'them'}.
      </p>
      <div className={styles.actions}>
        <ButtonLink small to={signInHref(location, { again: true })}>
          Sign in with that one
        </ButtonLink>
        <Button
          small
          kind="quiet"
          onClick={({ currentTarget }) => leaveRow(currentTarget, exportJobs.dismissOthers)}
        >
          Discard {count === 1 ? 'it' : 'them'}
        </Button>
      </div>
    </article>
  )
}

function OneExport({ export: each, isNewest }: { export: ExportJob; isNewest: boolean }) {
  const { id, request, phase } = each
  const { title } = request
  const format = request.format.toUpperCase()
  const article = useFocusKept(phase)
  // What has come to its good end stands in one line as soon as there is another: the page under it is to be read.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isShown = chosen ?? (isNewest || phase !== 'whole')
  return (
    <article ref={article} className={styles.one} tabIndex={-1} aria-label={`${title}, ${format}`}>
      <div className={styles.title}>
        <PhaseIcon phase={phase} />
        <h3>
          {title} <span className={styles.format}>{format}</span>
        </h3>
        {!isShown && <span className={styles.short}>{shortWords(each)}</span>}
        <IconButton
          label={`${isShown ? 'Fold' : 'Unfold'} the export of ${title.toLowerCase()}`}
          aria-expanded={isShown}
          onClick={() => setChosen(!isShown)}
        >
          {isShown ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </IconButton>
        {!isRunning(each) && (
          <IconButton
            label={`Dismiss the export of ${title.toLowerCase()}`}
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
        <UntrustedText text={filterWords(request)} />
      </p>
      <Far export={each} />
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
          Not signed. <UntrustedText text={facts.signature.unsigned} />
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
function shortWords({ phase, progress, facts }: ExportJob): string {
  const state = facts ? completenessWords[facts.completeness] : stateWords[phase]
  const far = facts ? counted(facts.rows, 'row') : rowsText(progress.rows)
  return state === null ? far : `${state}, ${far}`
}

function PhaseIcon({ phase }: Pick<ExportJob, 'phase'>) {
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
function Far({ export: each }: { export: ExportJob }) {
  const { phase, progress, begun, ended, facts, waiting } = each
  const now = useNow(phase === 'reading' || phase === 'waiting')
  const seconds = useSecondsUntil(waiting?.until ?? null)
  if (facts)
    return (
      <p className={styles.far}>
        <strong>{completenessWords[facts.completeness]}</strong>: {counted(facts.rows, 'row')},{' '}
        {sizeText(facts.file.bytes ?? progress.bytes)}, in {durationText((ended ?? now) - begun)}. Handed to
        the browser as {facts.file.name}, and its facts.
      </p>
    )
  if (isRefused(each))
    return (
      <p className={styles.far}>
        <strong>Refused: </strong>the service takes no such filter. Cancel it, correct the filter on its page,
        and export again.
      </p>
    )
  // Somebody may be signed in with another key: that is being asked.
  const state = each.error?.remedy === 'begin-again' ? 'Held up' : stateWords[phase]
  const { rows, pages, bytes, pass, met } = progress
  const far =
    pass === 1
      ? `${rowsText(rows)}, ${counted(pages, 'page')}, ${sizeText(bytes)}`
      : `Checking: ${countText(met)} of ${rowsText(rows)} read again`
  const time = durationText((ended ?? now) - begun)
  const pace = pass === 1 ? `, ${countText(rateOf(each, now))} a second` : ''
  return (
    <p className={styles.far}>
      {state && <strong>{state}: </strong>}
      {far}; {time}
      {pace}
      {isSessionOver(each) && '. Sign in with the same key and account, and it goes on.'}
      {phase === 'waiting' && waiting && (
        <>
          {'. '}
          {whyWaiting(waiting)}. It goes on by itself in {seconds} s.
        </>
      )}
    </p>
  )
}

const stateWords: Readonly<Record<ExportJob['phase'], string | null>> = {
  reading: null,
  waiting: 'Waiting',
  paused: 'Paused',
  'sign-in-needed': 'Signed out',
  failed: 'Stopped by a failure',
  broken: 'It cannot go on',
  whole: 'Complete',
  partial: 'PARTIAL',
}

const completenessWords = { complete: 'Complete', 'read-once': 'Read once', partial: 'PARTIAL' } as const

function Actions({ export: each }: { export: ExportJob }) {
  const { id, phase, progress } = each
  const location = useLocation()
  const isSignedIn = useSession().data?.signedIn ?? false
  const ended = phase === 'whole' || phase === 'partial'
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
          Sign in and go on
        </ButtonLink>
      )}
      {isRunning(each) && progress.rows > 0 && (
        <Button small onClick={() => exportJobs.finish(id)}>
          {progress.pass === 1 ? 'Keep what was read' : 'Skip the check'}
        </Button>
      )}
      {isRunning(each) && (
        <Button small onClick={({ currentTarget }) => leaveRow(currentTarget, () => exportJobs.dismiss(id))}>
          Cancel
        </Button>
      )}
      {ended && (
        <>
          {isSignedIn && (
            <>
              <Button small onClick={() => exportJobs.save(id, 'file')}>
                Save again
              </Button>
              <Button small onClick={() => exportJobs.save(id, 'facts')}>
                Save facts
              </Button>
            </>
          )}
          <Link to="/verify">Verify</Link>
        </>
      )}
    </div>
  )
}

/** The service takes no such filter, and never will. Once it has given a page, the same failure is another. */
function isRefused({ phase, progress, error }: ExportJob): boolean {
  return phase === 'failed' && progress.rows === 0 && error?.remedy === 'correct-filter'
}

/** Nothing is wrong but that nobody is signed in: a key that was refused is told by the banner, with the way to another. */
function isSessionOver({ phase, error }: ExportJob): boolean {
  return phase === 'sign-in-needed' && error?.failure.code !== 'ERR-02'
}

/** What holds an export up or lets it go on. */
const acts: Readonly<
  Partial<Record<ExportJob['phase'], { label: string; call: 'pause' | 'resume' | 'retry'; goesOn: boolean }>>
> = {
  reading: { label: 'Pause', call: 'pause', goesOn: false },
  waiting: { label: 'Pause', call: 'pause', goesOn: false },
  paused: { label: 'Go on', call: 'resume', goesOn: true },
  failed: { label: 'Try again from here', call: 'retry', goesOn: true },
}

/** Takes a row away from under the button that was pressed in it; the focus goes to its neighbour, or back to the page. */
function leaveRow(button: Element, dismiss: () => void): void {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const next = neighbour?.querySelector('article') ?? document.querySelector('main')
  next?.focus()
  dismiss()
}

/** Keeps the focus within a row when the button that has it goes because the export has come further. */
function useFocusKept(phase: ExportJob['phase']) {
  const article = useRef<HTMLElement>(null)
  const hadFocus = useRef<ExportJob['phase']>(null)
  useLayoutEffect(() => {
    // The row had the focus when this was drawn before, and nothing has it now: its button has gone.
    if (hadFocus.current !== null && hadFocus.current !== phase && document.activeElement === document.body)
      article.current?.focus()
  }, [phase])
  useEffect(() => {
    const row = article.current
    if (!row) return
    const watch = () => {
      hadFocus.current = row.contains(document.activeElement) ? phase : null
    }
    watch()
    // To press where nothing takes the focus leaves the row as well.
    const press = ({ target }: Event) => {
      if (target instanceof Node && !row.contains(target)) hadFocus.current = null
    }
    document.addEventListener('focusin', watch)
    document.addEventListener('pointerdown', press)
    return () => {
      document.removeEventListener('focusin', watch)
      document.removeEventListener('pointerdown', press)
    }
  }, [phase])
  return article
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
function useAnnouncements(exports: readonly ExportJob[]): void {
  const said = JSON.stringify(exports.map(({ id, request, phase }) => [id, request.title, phase]))
  const [before, setBefore] = useState('[]')
  useEffect(() => {
    if (said === before) return
    const known = new Map(phasesIn(before).map(([id, , phase]) => [id, phase]))
    for (const [id, name, phase] of phasesIn(said))
      if (known.get(id) !== phase) announce(`Export of ${name.toLowerCase()}: ${announcements[phase]}`)
    setBefore(said)
  }, [said, before])
}

function phasesIn(text: string): readonly (readonly [string, string, ExportJob['phase']])[] {
  return JSON.parse(text)
}

const announcements: Readonly<Record<ExportJob['phase'], string>> = {
  reading: 'reading',
  waiting: 'waiting, goes on by itself',
  paused: 'paused',
  'sign-in-needed': 'signed out, sign in to go on',
  failed: 'stopped by a failure',
  broken: 'it cannot go on',
  whole: 'complete',
  partial: 'ended, partial',
}
