import { useLocation } from 'react-router-dom'
import { useSession } from '../api/session.ts'
import { ErrorBanner, WaitText } from '../records/errors.tsx'
import { UntrustedText } from '../records/text.tsx'
import { Button, ButtonLink } from '../ui/buttons.tsx'
import { useSecondsUntil } from '../ui/hooks.ts'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { signInHref } from '../url/sign-in.ts'
import { hasEnded, isRefused, isSignInNeeded, type Task } from './task.ts'
import styles from './work.module.css'
import type { WorkStore } from './work-store.ts'

export function TaskRow({
  task,
  store,
  onDismiss,
}: {
  task: Task
  store: WorkStore
  onDismiss: (button: Element) => void
}) {
  const { title, phase, progress, outcome, error, message } = task
  const failure = phase === 'waiting' || isSignInNeeded(task) ? null : error
  return (
    <>
      <StatusLine task={task} />
      {!hasEnded(task) && progress.part !== null && (
        <progress aria-label={`${title}: done so far`} value={progress.part} />
      )}
      {outcome && outcome.reasons.length > 0 && (
        <ul className={styles.reasons}>
          {outcome.reasons.map((reason) => (
            <li key={reason}>
              <UntrustedText text={reason} />
            </li>
          ))}
        </ul>
      )}
      {outcome?.remarks.map((remark) => (
        <p key={remark} className={classes(layout.quiet, styles.line)}>
          <UntrustedText text={remark} />
        </p>
      ))}
      {failure && <ErrorBanner error={failure} />}
      {message !== null && (
        <p className={classes(layout.bad, styles.line)}>
          <UntrustedText text={message} />
        </p>
      )}
      <TaskButtons task={task} store={store} onDismiss={onDismiss} />
    </>
  )
}

function TaskButtons({
  task,
  store,
  onDismiss,
}: {
  task: Task
  store: WorkStore
  onDismiss: (button: Element) => void
}) {
  const { id, phase, outcome, isSaved } = task
  const location = useLocation()
  const isSignedIn = useSession().data?.signedIn ?? false
  return (
    <div className={classes(layout.row, styles.actions)}>
      {phase === 'held' && !isRefused(task) && !isSignInNeeded(task) && (
        <Button small kind="primary" onClick={() => store.again(id)}>
          Try again from here
        </Button>
      )}
      {isSignInNeeded(task) && (
        <ButtonLink small kind="primary" to={signInHref(location, { again: true })}>
          Sign in and continue
        </ButtonLink>
      )}
      {!hasEnded(task) && (
        <Button small onClick={({ currentTarget }) => onDismiss(currentTarget)}>
          Cancel
        </Button>
      )}
      {isSignedIn && isSaved && outcome && (
        <Button small onClick={() => store.save(id)}>
          Save again
        </Button>
      )}
      {outcome && !isSaved && (
        <ButtonLink small kind="primary" to={signInHref(location, { again: true })}>
          Sign in and save
        </ButtonLink>
      )}
      {task.kind === 'evidence' && outcome && isSaved && (
        <ButtonLink small kind="quiet" to="/verify">
          Verify
        </ButtonLink>
      )}
    </div>
  )
}

function StatusLine({ task }: { task: Task }) {
  const { phase, progress, outcome, isSaved, waiting, error } = task
  const seconds = useSecondsUntil(waiting?.until ?? null)
  const state = outcome
    ? outcome.title
    : isRefused(task)
      ? 'Refused'
      : isSignInNeeded(task)
        ? 'Signed out'
        : // Somebody may be signed in with another key: that is being asked.
          error?.remedy === 'begin-again'
          ? 'On hold'
          : (heldStates[phase] ?? (waiting && 'Waiting'))
  return (
    <p className={classes(layout.quiet, styles.line)}>
      {state && <strong>{state}: </strong>}
      {isRefused(task) ? (
        'the service does not accept this filter. Cancel, correct the filter on its page, and export again.'
      ) : outcome ? (
        <UntrustedText text={`${outcome.text} ${isSaved ? `Saved as ${outcome.file.name}.` : notSaved}`} />
      ) : (
        progress.text || 'Starting'
      )}
      {isSignInNeeded(task) &&
        '. Sign in with the same key and account to continue. Signing in with another cancels this.'}
      {waiting && (
        <>
          . <WaitText waiting={waiting} />. It continues by itself in {seconds} s.
        </>
      )}
    </p>
  )
}

const heldStates: Readonly<Partial<Record<Task['phase'], string>>> = {
  held: 'Stopped by an error',
  broken: 'Failed',
}

const notSaved =
  'It is not saved yet. Sign in with the same key and account to save it. Signing in with another discards it.'
