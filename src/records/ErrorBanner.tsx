import { useLocation } from 'react-router-dom'
import type { ApiError } from '../api/api-error.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { signInHref, signInPath } from '../url/sign-in.ts'
import styles from './ErrorBanner.module.css'
import { ExternalLink } from './ExternalLink.tsx'
import { errorReport, explainError } from './explain-error.ts'
import { helpKind } from './help-link.ts'
import { UntrustedText } from './UntrustedText.tsx'
import { useSecondsUntil } from './waiting.ts'

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
      <dd className={mono ? styles.mono : undefined}>
        <UntrustedText text={value} />
      </dd>
    </div>
  )
}
