import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ApiError, FailureKind } from '../contract/api-error.ts'
import type { ErrorRemedy } from '../contract/error-codes.ts'
import { errorEntry } from '../contract/errors.ts'
import { type ErrorEntry, gatewayErrors } from '../contract/gateway-errors.ts'
import { Button, ButtonLink, CopyButton } from '../ui/buttons.tsx'
import { Sheet } from '../ui/dialogs.tsx'
import { useSecondsUntil } from '../ui/hooks.ts'
import layout from '../ui/layout.module.css'
import { Banner } from '../ui/messages.tsx'
import { signInHref, signInPath } from '../url/sign-in.ts'
import { ExternalLink, Instant, UntrustedText } from './text.tsx'
import { safeHttpLink } from './untrusted-text.ts'

interface ErrorBannerProps {
  readonly error: ApiError
  readonly onRetry?: () => void
  readonly onClearFilters?: () => void
  readonly onUnsort?: () => void
  /** The list of the missing record. */
  readonly back?: { readonly to: string; readonly label: string }
  /** Work on this page waits for a session. */
  readonly isHeldUp?: boolean
  /** When the page that is shown was read; null if that is unknown, absent if nothing is shown. */
  readonly staleSince?: string | null
}

/** A failed request: what happened and what to do. Over an older reading it is one line that opens to the rest. */
export function ExplainedError({ staleSince, ...props }: ErrorBannerProps) {
  const { error } = props
  const { title, explanation, advice, remedy } = explainError(error)
  const tone = remedy === 'retry' ? 'danger' : 'warning'
  // An unknown code has the service’s own text.
  const text = <UntrustedText text={title} />
  if (staleSince === undefined)
    return (
      <Banner
        tone={tone}
        title={text}
        actions={
          <>
            <Remedies {...props} />
            <CopyButton text={errorReport(error)} label="Error details">
              Copy details
            </CopyButton>
          </>
        }
        details={<Facts failure={error.failure} />}
      >
        <p>{explanation}</p>
        <p>{advice}</p>
      </Banner>
    )
  return (
    <Banner
      tone={tone}
      isLine
      title={
        <>
          <span>{text}</span>{' '}
          <span className={layout.muted}>
            Not refreshed{staleSince !== null && ' since '}
            {staleSince !== null && <Instant iso={staleSince} timeOnly />}
          </span>
        </>
      }
      actions={
        <>
          <Remedies {...props} />
          <Details title={title}>
            <ExplainedError error={error} />
          </Details>
        </>
      }
    />
  )
}

function Remedies({ error, onRetry, onClearFilters, onUnsort, back, isHeldUp = false }: ErrorBannerProps) {
  const { remedy } = explainError(error)
  const wait = useSecondsUntil(error.retryAt)
  const location = useLocation()
  // The sign-in page has the fields itself.
  const signsIn = (remedy === 'sign-in' || remedy === 'begin-again') && location.pathname !== signInPath
  const isOfFilter = remedy === 'correct-filter' || remedy === 'clear-filters'
  return (
    <>
      {remedy === 'begin-again' && onRetry && (
        <Button small kind="primary" onClick={onRetry}>
          Start again
        </Button>
      )}
      {signsIn && (
        <ButtonLink
          small
          to={signInHref(location, { again: true })}
          kind={remedy === 'sign-in' ? 'primary' : 'secondary'}
          // Leaving this page would end the work that waits.
          {...(isHeldUp && { target: '_blank', rel: 'noopener' })}
        >
          {isHeldUp ? 'Sign in in a new tab' : 'Sign in again'}
        </ButtonLink>
      )}
      {isOfFilter && onClearFilters && (
        <Button small onClick={onClearFilters}>
          Clear filters
        </Button>
      )}
      {isOfFilter && onUnsort && (
        <Button small onClick={onUnsort}>
          Don’t sort
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
    </>
  )
}

function Details({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button small kind="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Details
      </Button>
      {isOpen && (
        <Sheet label={title} onClose={() => setOpen(false)}>
          {children}
        </Sheet>
      )}
    </>
  )
}

/** Only an answer that came through the gateway has an id. Other texts are the console's. */
export function messageLabel({ kind, code, requestId }: ApiError['failure']): string {
  if (code.startsWith('GTW-')) return 'Message from the gateway'
  return kind === 'error-body' && requestId !== '' ? 'Message from the service' : 'Details'
}

function Facts({ failure }: { failure: ApiError['failure'] }) {
  const { code, kind, message, details, help, requestId } = failure
  return (
    <dl className={layout.stack}>
      <Fact name="Code" value={code || kind} mono />
      <Fact name={messageLabel(failure)} value={[message, details].filter(Boolean).join(' — ')} />
      <Fact name="Help" value={help}>
        {helpKind(help, window.location.origin) === 'link' ? (
          <ExternalLink link={help} />
        ) : (
          <UntrustedText text={help} />
        )}
        {helpKind(help, window.location.origin) === 'local' && ', on the machine that the service runs on'}
      </Fact>
      <Fact name="Request" value={requestOf(failure)} mono />
      <Fact name="Request id" value={requestId} mono />
    </dl>
  )
}

function Fact({
  name,
  value,
  mono = false,
  children = <UntrustedText text={value} />,
}: {
  name: string
  value: string
  mono?: boolean
  children?: ReactNode
}) {
  if (value === '') return null
  return (
    <div className={layout.row}>
      <dt>{name}</dt>
      <dd className={mono ? 'mono' : undefined}>{children}</dd>
    </div>
  )
}

export function ErrorTitle({ error }: { error: ApiError }): ReactNode {
  return explainError(error).title
}

interface Explanation extends Pick<ErrorEntry, 'title' | 'explanation' | 'advice'> {
  readonly remedy: ErrorRemedy
}

/** From the catalogue by code, else by the kind of failure. An unknown code has the service’s own words. */
export function explainError({ failure, remedy }: ApiError): Explanation {
  if (failure.code === 'ERR-00' && failure.httpStatus === 404) return { ...notServed, remedy: 'retry' }
  const entry = errorEntry(failure.code)
  if (entry) return { ...entry, remedy }
  if (failure.kind === 'error-body') {
    return {
      title: failure.message || `The service answered with ${failure.code || 'an error'}`,
      explanation: 'The service sent an error that this console does not know. Its message is below.',
      advice: 'Try again, or send the copied details to the operator of the service.',
      remedy,
    }
  }
  const words = remedy === 'wait' ? gatewayErrors['GTW-24'] : withoutErrorBody[failure.kind]
  const status = failure.kind === 'http-status' ? ` (HTTP ${failure.httpStatus})` : ''
  return { ...words, title: words.title + status, remedy }
}

const notServed = {
  title: 'The service has nothing at this address',
  explanation: 'It answered with HTTP 404. Some services do not have every list.',
  advice: 'If it should be there, tell the operator of the service.',
}

const withoutErrorBody: Readonly<Record<Exclude<FailureKind, 'error-body'>, Omit<Explanation, 'remedy'>>> = {
  unreachable: {
    title: 'No connection',
    explanation: 'Your browser got no answer from the gateway. The network or the gateway may be down.',
    advice: 'Check your connection and try again.',
  },
  timeout: {
    title: 'No answer in time',
    explanation: 'The console stopped waiting for an answer.',
    advice: 'Try again, or narrow the filters so that the service has less to do.',
  },
  unreadable: {
    title: 'The answer cannot be read',
    explanation: 'What came back is not valid JSON, or was cut off on the way.',
    advice: 'Try again. None of it is shown, because part of a list would look like all of it.',
  },
  'unexpected-body': {
    title: 'The answer has an unexpected form',
    explanation: 'The service answered, but not with what this page asked for.',
    advice: 'Check that the gateway’s base address is right and belongs to a custody read API.',
  },
  'http-status': {
    title: 'An error without an explanation',
    explanation:
      'The answer was an HTTP error without the error details that the service promises. Such errors often come from a proxy in between.',
    advice: 'Try again. If it keeps failing, tell whoever runs this gateway.',
  },
}

function requestOf({ method, requestPath }: ApiError['failure']): string {
  return `${method} ${requestPath}`
}

/** The failure as text, without key and cookie. */
function errorReport(error: ApiError): string {
  const { failure } = error
  return [
    ['Error', explainError(error).title],
    ['Code', failure.code],
    ['Message', failure.message],
    ['Details', failure.details],
    ['Help', failure.help],
    ['Kind', failure.kind],
    ['HTTP status', failure.httpStatus ?? ''],
    ['Request', requestOf(failure)],
    ['Request id', failure.requestId],
    ['Time', new Date(error.at).toISOString()],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** `local`: the loopback address of the service's machine, which leads nowhere from the reader's. The console's own `origin` is always a link. */
export function helpKind(help: string, origin: string): 'link' | 'local' | 'text' {
  const href = safeHttpLink(help)
  if (href === null) return 'text'
  const url = new URL(href)
  return url.origin !== origin && loopback.test(url.hostname) ? 'local' : 'link'
}

// As `URL` normalises them.
const loopback = /^((.+\.)?localhost\.?|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/
