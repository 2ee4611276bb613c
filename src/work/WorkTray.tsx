import { useQueryClient } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { isSignedOut } from '../api/failure.ts'
import { sessionQuery, useSession } from '../api/session.ts'
import { counted } from '../contract/count-text.ts'
import { usePreferences } from '../records/preferences.ts'
import { UntrustedText } from '../records/text.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { useFocusKept } from '../ui/hooks.ts'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { lastReading } from './last-reading.ts'
import { TaskRow } from './TaskRow.tsx'
import { hasEnded, type Task } from './task.ts'
import styles from './work.module.css'
import { useWork, useWorkStore } from './work.ts'
import type { WorkStore } from './work-store.ts'

export default function WorkTray() {
  const store = useWorkStore()
  const tasks = useWork((work) => work.tasks)
  const [isFolded, setFolded] = useState(false)
  useSessionTold(store, tasks)
  if (!store || tasks.length === 0) return null
  return (
    <section className={classes(layout.raised, styles.tray)} aria-label="Exports" data-print="hide">
      <header className={classes(layout.line, layout.apart, styles.head)}>
        <h2>{trayTitle(tasks)}</h2>
        <IconButton
          label={isFolded ? 'Expand exports' : 'Collapse exports'}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </IconButton>
      </header>
      {!isFolded && (
        <ul className={styles.list}>
          {tasks.map((task, index) => (
            <li key={task.id} className={styles.item}>
              <FileRow task={task} store={store} isNewest={index === 0} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Tells the store who is signed in, and when this tab is in sight. */
function useSessionTold(store: WorkStore | null, tasks: readonly Task[]): void {
  const reading = useWork((work) => work.reading)
  const client = useQueryClient()
  const { data: session, dataUpdatedAt } = useSession()
  const tell = useEffectEvent(() => {
    if (session) store?.sessionIs(session)
  })
  // Before anything is drawn or saved for somebody else.
  useLayoutEffect(() => {
    if (store && dataUpdatedAt > 0) tell()
  }, [store, dataUpdatedAt])
  const { kept } = lastReading.useValue()
  const { live } = usePreferences()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has kept what it read
  useEffect(() => {
    if (!store) return
    const wake = () => store.reading.wake(live)
    wake()
    document.addEventListener('visibilitychange', wake)
    return () => document.removeEventListener('visibilitychange', wake)
  }, [store, kept, live])
  // A task makes its own requests, and somebody may have signed in or out in another tab.
  const isInDoubt = [...tasks, reading].some(
    ({ error }) => error !== null && (isSignedOut(error) || error.remedy === 'begin-again'),
  )
  useEffect(() => {
    if (isInDoubt) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }, [isInDoubt, client])
}

function FileRow({ task, store, isNewest }: { task: Task; store: WorkStore; isNewest: boolean }) {
  const { id, title, format, about, phase, outcome, isSaved, progress } = task
  const article = useFocusKept<HTMLElement>(phase)
  // A complete task folds to one line when there is another, so that the tray does not cover the page.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isShown = chosen ?? (isNewest || outcome?.tone !== 'good' || !isSaved)
  const name = title.toLowerCase()
  const dismiss = (button: Element) => {
    const row = button.closest('li')
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    const next = neighbour?.querySelector('article') ?? document.querySelector('main')
    next?.focus()
    store.dismiss(id)
  }
  return (
    <article {...article} className={styles.row} aria-label={`${title}, ${format}`}>
      <div className={classes(layout.line, styles.title)}>
        <PhaseIcon task={task} />
        <h3 className={layout.fill}>
          {title} <span className={layout.quiet}>{format}</span>
        </h3>
        {!isShown && (
          <span className={layout.quiet}>
            {outcome ? `${outcome.title}, ${outcome.short}` : progress.text}
          </span>
        )}
        <IconButton
          label={isShown ? `Collapse the export of ${name}` : `Expand the export of ${name}`}
          aria-expanded={isShown}
          onClick={() => setChosen(!isShown)}
        >
          {isShown ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </IconButton>
        {hasEnded(task) && (
          <IconButton
            label={`Dismiss the export of ${name}`}
            onClick={({ currentTarget }) => dismiss(currentTarget)}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {isShown && (
        <>
          <p className={classes(layout.quiet, styles.line)}>
            <UntrustedText text={about} />
          </p>
          <TaskRow task={task} store={store} onDismiss={dismiss} />
        </>
      )}
    </article>
  )
}

function PhaseIcon({ task: { phase, outcome } }: { task: Task }) {
  if (outcome?.tone === 'good') return <CircleCheck aria-hidden className={layout.good} />
  if (outcome) return <TriangleAlert aria-hidden className={layout.warn} />
  if (phase === 'held' || phase === 'broken') return <CircleAlert aria-hidden className={layout.bad} />
  return <LoaderCircle aria-hidden className={classes(layout.accent, layout.turning)} />
}

function trayTitle(tasks: readonly Pick<Task, 'phase'>[]): string {
  const all = counted(tasks.length, 'export')
  const held = tasks.filter(({ phase }) => phase === 'held').length
  const states = [
    {
      count: tasks.filter(({ phase }) => phase === 'running' || phase === 'waiting').length,
      word: 'running',
    },
    { count: held, word: held === 1 ? 'needs attention' : 'need attention' },
  ].filter(({ count }) => count > 0)
  const [only] = states
  if (!only) return 'Exports'
  if (states.length > 1) return `${all}: ${states.map(({ count, word }) => `${count} ${word}`).join(', ')}`
  return only.count === tasks.length ? `${all} ${only.word}` : `${only.count} of ${all} ${only.word}`
}
