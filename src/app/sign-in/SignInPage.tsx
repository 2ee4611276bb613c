import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { ApiError, gatewayRefusal } from '../../api/api-error.ts'
import { useSession } from '../../api/hooks.ts'
import { providerAddress, signIn, tellSignedIn } from '../../api/session.ts'
import { callbackPath, type SignInRequest, serviceName } from '../../contract/session.ts'
import { ErrorBanner } from '../../records/errors.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Mark, PageHeader } from '../../ui/page.tsx'
import { asksAgain, returnPath, signedOut, signInProblem } from '../../url/sign-in.ts'
import { KeySignIn } from './KeySignIn.tsx'
import styles from './sign-in.module.css'

/** `/sign-in`: with a key, or at the provider of identities, which leads back here. */
export default function SignInPage() {
  const { search, state: origin } = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const session = useSession()
  const problem = signInProblem(search)
  // The provider would bring the same person again.
  const isRefused = problem === 'GTW-15' || problem === 'GTW-16'
  const [error, setError] = useState<ApiError | null>(() => problem && gatewayRefusal(problem, callbackPath))
  const [busy, setBusy] = useState(false)
  const state = session.data
  const isBack = state?.signedIn === true && state.provider !== null && !asksAgain(search)
  useEffect(() => {
    // Other tabs know nothing of it yet, and may wait for it.
    if (isBack) tellSignedIn()
  }, [isBack])
  if (state?.signedIn && !busy && (state.fixedKey || !asksAgain(search)))
    return <Navigate to={returnPath(search)} replace />

  const why = reasonOf(search, origin)

  /** Whatever goes wrong is told; otherwise the page is left. */
  const attempt = async (run: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await run()
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      setError(reason)
    } finally {
      setBusy(false)
    }
  }
  const enter = (request: SignInRequest) =>
    attempt(async () => {
      await signIn(client, request)
      void navigate(returnPath(search), { replace: true })
    })
  const goToProvider = () =>
    attempt(async () => {
      const from = new URLSearchParams(search).get('from')
      window.location.assign(await providerAddress({ from, anew: isRefused }))
    })
  return (
    <main className={styles.page} id="main">
      <div className={styles.panel}>
        <div className={styles.product}>
          <Mark />
          Custody Console
        </div>
        <PageHeader title="Sign in" />
        <div className={styles.parts}>
          {why !== null && <p className={styles.hint}>{why}</p>}
          {session.error instanceof ApiError && (
            <ErrorBanner error={session.error} onRetry={() => void session.refetch()} />
          )}
          {error && <ErrorBanner error={error} />}
          {state?.provider && (
            <div className={styles.form}>
              <Button kind="primary" busy={busy} onClick={() => void goToProvider()}>
                Sign in with {state.provider}
              </Button>
              <p className={styles.hint}>
                You sign in there and come back. This console never sees your password.
              </p>
            </div>
          )}
          {state?.provider === null && (
            <KeySignIn
              demonstrationKey={state.demonstrationKey}
              busy={busy}
              onEnter={(request) => void enter(request)}
            />
          )}
          <p className={styles.service}>
            <Link to="/verify">Verify an export</Link> that you were given, without signing in.
          </p>
          {state && (
            <p className={styles.service}>
              <span className={styles.address}>{serviceName(state.service)}</span>
            </p>
          )}
        </div>
      </div>
    </main>
  )
}

/** Why this page is shown; null where somebody came by themselves. */
function reasonOf(search: string, origin: unknown): string | null {
  if (origin === signedOut) return 'You are signed out.'
  if (asksAgain(search)) return 'Your session has ended, or the service refused the key. Sign in to continue.'
  return new URLSearchParams(search).has('from') ? 'Sign in to continue.' : null
}
