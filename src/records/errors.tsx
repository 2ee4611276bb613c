import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ApiError, FailureKind } from '../api/api-error.ts'
import type { Waiting } from '../api/walk/retries.ts'
import type { ErrorRemedy } from '../contract/error-entry.ts'
import { errorEntry } from '../contract/errors.ts'
import { Button, ButtonLink, CopyButton } from '../ui/buttons.tsx'
import { Banner } from '../ui/messages.tsx'
import { signInHref, signInPath } from '../url/sign-in.ts'
import styles from './records.module.css'
import { ExternalLink, UntrustedText } from './text.tsx'
import { safeHttpLink } from './untrusted-text.ts'

/** What the page can offer beside the message. */
export interface ErrorActions {
  /** Asks again. */
  readonly onRetry?: () => void
  /** Takes all filters away; left out where there are none. */
  readonly onClearFilters?: () => void
  /** Whether what failed waits on this page for whoever signs in again. */
  readonly isHeldUp?: boolean
  /** Puts it away, where it lies over something. */
  readonly onHide?: () => void
  /** Where the list is that the missing record would be in. */
  readonly back?: { readonly to: string; readonly label: string }
}

/**
 * A failed read, told to a person: what happened, what to do, the code, what the service itself said, and the action
 * that fits.
 */
export function ErrorBanner({
  error,
  onRetry,
  onClearFilters,
  onHide,
  back,
  isHeldUp = false,
}: { error: ApiError } & ErrorActions) {
  const { title, explanation, advice, remedy } = explainError(error)
  const { failure } = error
  const wait = useSecondsUntil(error.retryAt)
  const location = useLocation()
  // On the page for it, the fields stand under the message; the link would lead there, and forget where one came from.
  const signsIn = (remedy === 'sign-in' || remedy === 'begin-again') && location.pathname !== signInPath
  return (
    <Banner
      tone={remedy === 'retry' ? 'danger' : 'warning'}
      // Of an unknown code it is what the service sent.
      title={<UntrustedText text={title} />}
      actions={
        <>
          {remedy === 'begin-again' && onRetry && (
            <Button small kind="primary" onClick={onRetry}>
              Begin again
            </Button>
          )}
          {signsIn && (
            <ButtonLink
              small
              to={signInHref(location, { again: true })}
              kind={remedy === 'sign-in' ? 'primary' : 'secondary'}
              // What is held up here goes on when somebody has signed in, and leaving the page would end it.
              {...(isHeldUp && { target: '_blank', rel: 'noopener' })}
            >
              {isHeldUp ? 'Sign in in a new tab' : 'Sign in again'}
            </ButtonLink>
          )}
          {remedy === 'correct-filter' && onClearFilters && (
            <Button small onClick={onClearFilters}>
              Clear filters
            </Button>
          )}
          {back && remedy !== 'sign-in' && (
            <ButtonLink small to={back.to}>
              {back.label}
            </ButtonLink>
          )}
          {onRetry && (remedy === 'retry' || remedy === 'wait') && (
            <Button small onClick={onRetry} disabled={wait > 0}>
              {wait > 0 ? `Try again in ${wait} s` : 'Try again'}
            </Button>
          )}
          <CopyButton text={errorReport(error)} label="Error details">
            Copy details
          </CopyButton>
          {onHide && (
            <Button small kind="quiet" onClick={onHide}>
              Hide
            </Button>
          )}
        </>
      }
      details={
        <dl className={styles.facts}>
          <Fact name="Code" value={failure.code || failure.kind} mono />
          <Fact
            name={failure.code.startsWith('GTW-') ? 'The gateway said' : 'The service said'}
            value={[failure.message, failure.details].filter(Boolean).join(' — ')}
          />
          <Help help={failure.help} />
          <Fact name="Request" value={`GET ${failure.requestPath}`} mono />
          <Fact name="Request id" value={failure.requestId} mono />
        </dl>
      }
    >
      <p>{explanation}</p>
      <p>{advice}</p>
    </Banner>
  )
}

function Help({ help }: { help: string }) {
  const kind = helpKind(help, window.location.origin)
  if (kind === 'text') return <Fact name="Help" value={help} />
  return (
    <div>
      <dt>Help</dt>
      <dd>
        {kind === 'link' ? (
          <ExternalLink link={help} />
        ) : (
          <>
            <UntrustedText text={help} />, on the machine that the service runs on
          </>
        )}
      </dd>
    </div>
  )
}

function Fact({ name, value, mono = false }: { name: string; value: string; mono?: boolean }) {
  if (value === '') return null
  return (
    <div>
      <dt>{name}</dt>
      <dd className={mono ? 'mono' : undefined}>
        <UntrustedText text={value} />
      </dd>
    </div>
  )
}

/** What a person reads about a failure. */
export interface Explanation {
  readonly title: string
  readonly explanation: string
  readonly advice: string
  readonly remedy: ErrorRemedy
}

/** A failure in plain words: from the catalogue by its code, by its kind where it has none; an unknown code as it came. */
export function explainError({ failure, remedy }: ApiError): Explanation {
  const entry = errorEntry(failure.code)
  if (entry) return entry
  if (failure.kind === 'error-body') {
    return {
      title: failure.message || `The service answered with ${failure.code || 'an error'}`,
      explanation: 'The service sent an error that this console does not know. What it said is shown below.',
      advice: 'Try again, or send the copied details to the operator of the service.',
      remedy,
    }
  }
  return { ...withoutErrorBody[failure.kind], remedy }
}

const withoutErrorBody: Readonly<
  Record<Exclude<FailureKind, 'error-body'>, Pick<Explanation, 'title' | 'explanation' | 'advice'>>
> = {
  unreachable: {
    title: 'No connection',
    explanation: 'Your browser got no answer from the gateway. The network or the gateway may be down.',
    advice: 'Check your connection and try again.',
  },
  timeout: {
    title: 'No answer in time',
    explanation: 'The request took so long that the console gave up.',
    advice: 'Try again, or narrow the filters so that the service has less to do.',
  },
  unreadable: {
    title: 'The answer cannot be read',
    explanation: 'What came back is not valid JSON, or was cut off on the way.',
    advice: 'Try again. None of it is shown, because part of a list would look like all of it.',
  },
  'unexpected-body': {
    title: 'The answer has an unexpected form',
    explanation: 'The service answered, but not with the kind of data that this page asked for.',
    advice: 'Check that the gateway’s base address is right and belongs to a custody read API.',
  },
  'http-status': {
    title: 'An error without an explanation',
    explanation:
      'An HTTP error came back without the error body that the service promises. Such errors often come from a proxy in between.',
    advice: 'Try again. If it keeps failing, tell whoever runs this gateway.',
  },
}

/** Everything about a failure as text, for a message to whoever can mend it. Holds no key and no cookie. */
function errorReport(error: ApiError): string {
  const { failure } = error
  const lines: readonly (readonly [string, string])[] = [
    ['Error', explainError(error).title],
    ['Code', failure.code],
    ['Message', failure.message],
    ['Details', failure.details],
    ['Help', failure.help],
    ['Kind', failure.kind],
    ['HTTP status', failure.httpStatus === null ? '' : String(failure.httpStatus)],
    ['Request', `GET ${failure.requestPath}`],
    ['Request id', failure.requestId],
    ['Time', new Date(error.at).toISOString()],
  ]
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/**
 * What the help of an error is: a link that a reader can open, an address on the machine of whoever sent it, or no address. A service
 * behind the gateway, such as the embedded one, knows itself by a loopback address: from a reader's browser that leads to another machine
 * or to nothing, so that it is no link, unless it is this console's own (`origin`).
 */
export function helpKind(help: string, origin: string): 'link' | 'local' | 'text' {
  const href = safeHttpLink(help)
  if (href === null) return 'text'
  const url = new URL(href)
  return url.origin !== origin && loopback.test(url.hostname) ? 'local' : 'link'
}

// As `URL` spells them, whatever they were written as.
const loopback = /^((.+\.)?localhost\.?|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/

/** Whole seconds until a moment, counted down once a second; 0 without one or after it. */
export function useSecondsUntil(moment: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  const seconds = moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1000))
  const waiting = moment !== null && seconds > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return seconds
}

/** Why nothing comes at present, although nobody has to do anything about it. */
export function whyWaiting({ error }: Waiting): string {
  if (error.failure.code === 'ERR-03') return 'The service asks to wait (ERR-03)'
  // What it says of being online proves nothing: there may be no way to the gateway all the same.
  if (error.failure.kind === 'unreachable' && navigator.onLine === false) return 'This browser is offline'
  return 'Waiting for the service'
}
