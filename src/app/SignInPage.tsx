import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { readerIn, tellTabs, useSession } from '../api/session.ts'
import { providerAddress, signIn } from '../api/sign-in.ts'
import { ApiError, gatewayRefusal } from '../contract/api-error.ts'
import { callbackPath, type SessionState, serviceName } from '../contract/session.ts'
import { type SignInRequest, signInRequest } from '../contract/session-bodies.ts'
import { ErrorBanner } from '../display/errors.tsx'
import { Mark } from '../ui/AppShell.tsx'
import { Button } from '../ui/buttons.tsx'
import { TextField } from '../ui/fields.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { Link } from '../ui/links.tsx'
import { PageHeader, Summary } from '../ui/page.tsx'
import { asksAgain, readerBefore, returnPath, signedOut, signInProblem } from '../url/sign-in.ts'
import styles from './panel.module.css'

/** `/sign-in`: with a key, or at an identity provider, which leads back here. */
export default function SignInPage() {
  const { search, state: origin } = useLocation()
  const session = useSession()
  const state = session.data
  const back = wayBack(state, search, origin)
  const { busy, error, enter, goToProvider } = useSignIn(search, origin)
  // Of the service. At a provider nobody enters a key.
  const isRefused = error?.remedy === 'sign-in' && !error.failure.code.startsWith('GTW-')
  const refusal = state?.provider === null && isRefused ? error : null
  const main = useRef<HTMLElement>(null)
  const isVisit = useNavigationType() === 'PUSH'
  useEffect(() => {
    if (isVisit) main.current?.querySelector('h1')?.focus()
  }, [isVisit])
  const isBack = state?.signedIn === true && state.provider !== null && !asksAgain(search)
  useEffect(() => {
    // Other tabs may wait for the session.
    if (isBack) tellTabs('signed-in')
  }, [isBack])
  if (state?.signedIn && !busy && (state.fixedKey || !asksAgain(search)))
    return <Navigate to={back} replace />
  const why =
    state?.signedIn && !busy ? (
      <>
        You are signed in. <Link to={back}>Go back</Link>, or sign in again if the service refused your key.
      </>
    ) : (
      reasonOf(search, origin)
    )
  return (
    <main ref={main} className={styles.signInPage} id="main">
      <div className={classes(layout.raised, styles.signIn)}>
        <p className={classes(layout.row, layout.strong)}>
          <Mark />
          Custody Console
        </p>
        <PageHeader title="Sign in" />
        <div className={layout.parts}>
          {why !== null && (
            <p role="status" className={layout.muted}>
              {why}
            </p>
          )}
          {session.error && <ErrorBanner error={session.error} onRetry={() => void session.refetch()} />}
          {error && error !== refusal && <ErrorBanner error={error} />}
          {state?.provider && (
            <>
              <Button kind="primary" busy={busy} onClick={() => void goToProvider()}>
                Sign in with {state.provider}
              </Button>
              <p className={layout.muted}>
                You sign in there and come back. This console never sees your password.
              </p>
            </>
          )}
          {state?.provider === null && (
            <KeySignIn
              demonstrationKey={state.demonstrationKey}
              {...{ busy, refusal }}
              onEnter={(request) => void enter(request)}
            />
          )}
          {state && <p className={layout.small}>{keptText(state)}</p>}
          <p className={layout.small}>
            <Link to="/verify">Verify evidence</Link> without signing in.
          </p>
          {state && <p className={layout.small}>{serviceName(state.service)}</p>}
        </div>
      </div>
    </main>
  )
}

/** Both ways in leave the page, or set `error`. */
function useSignIn(search: string, origin: unknown) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const problem = signInProblem(search)
  const [error, setError] = useState<ApiError | null>(() => problem && gatewayRefusal(problem, callbackPath))
  const [busy, setBusy] = useState(false)
  const attempt = async (run: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await run()
    } catch (reason) {
      setBusy(false)
      if (!(reason instanceof ApiError)) throw reason
      setError(reason)
    }
  }
  const enter = (request: SignInRequest) =>
    attempt(async () => {
      const state = await signIn(client, request)
      // Busy to the end: whoever is signed in is led away at once, and the form would be gone before the page is there.
      await navigate(wayBack(state, search, origin), { replace: true })
    })
  const goToProvider = () =>
    attempt(async () => {
      const from = new URLSearchParams(search).get('from')
      // Otherwise the provider would send the refused person again without asking.
      const anew = problem === 'GTW-15' || problem === 'GTW-16'
      window.location.assign(await providerAddress({ from, anew }))
      // Back may show this page as it was.
      setBusy(false)
    })
  return { busy, error, enter, goToProvider }
}

function KeySignIn({
  demonstrationKey,
  busy,
  refusal,
  onEnter,
}: {
  demonstrationKey: string | null
  busy: boolean
  refusal: ApiError | null
  onEnter: (request: SignInRequest) => void
}) {
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The pressed button was switched off, and lost the focus.
    if (refusal !== null) field.current?.select()
  }, [refusal])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const request = signInRequest.safeParse({
      apiKey: form.get('apiKey'),
      ...(form.get('accountId') ? { accountId: form.get('accountId') } : {}),
    })
    setMissing(!request.success)
    if (request.success) onEnter(request.data)
  }
  return (
    <>
      {demonstrationKey && (
        <section className={classes(layout.parts, styles.demonstration)}>
          <p className={layout.muted}>
            This console runs on its embedded service, with sample data of an invented organization. Nothing
            here is real, and nothing can be changed.
          </p>
          <Button kind="primary" busy={busy} onClick={() => onEnter({ apiKey: demonstrationKey })}>
            Open the demonstration
          </Button>
        </section>
      )}
      <form onSubmit={submit} className={layout.parts}>
        <TextField
          ref={field}
          label="API key"
          name="apiKey"
          type="password"
          mono
          required
          autoComplete="current-password"
          error={
            missing
              ? 'Enter the key as you were given it: printable characters, no line breaks.'
              : refusal && 'The service does not know this key, or it has no viewer role.'
          }
          hint="Stored encrypted on the server, never in this browser."
        />
        {refusal !== null && (
          <details>
            <Summary>Details</Summary>
            <ErrorBanner error={refusal} />
          </details>
        )}
        <TextField label="Account id (only if your service asks for one)" name="accountId" mono />
        <Button type="submit" kind={demonstrationKey ? 'secondary' : 'primary'} busy={busy}>
          Sign in
        </Button>
      </form>
    </>
  )
}

function keptText({ keepsRecords, provider }: SessionState): string {
  if (!keepsRecords) return 'The server keeps no records.'
  return provider === null
    ? 'The server keeps the records that your key can read in its database, until the last session with that key ends.'
    : 'The server keeps the records of your accounts in its database, also after you sign out.'
}

/** To where the reader was. Not to where another one was, whose session ended here. */
function wayBack(state: SessionState | undefined, search: string, origin: unknown): string {
  const before = readerBefore(origin)
  const now = readerIn(state)
  return before === null || now === null || now === before ? returnPath(search) : '/'
}

/** Null for a reader who came without being sent. */
function reasonOf(search: string, origin: unknown): string | null {
  if (origin === signedOut) return 'You are signed out.'
  if (readerBefore(origin) !== null) return 'Your session has ended. Sign in to come back to this page.'
  if (asksAgain(search)) return 'Your session has ended, or the service refused the key. Sign in to continue.'
  return new URLSearchParams(search).has('from') ? 'Sign in to continue.' : null
}
