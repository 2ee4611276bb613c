import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '../../api/api-error.ts'
import { useSession } from '../../api/hooks.ts'
import { signIn } from '../../api/session.ts'
import { type SignInRequest, serviceName, signInRequest } from '../../contract/session.ts'
import { useNoLeftovers } from '../../features/export/jobs/use-no-leftovers.ts'
import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import { Mark } from '../../records/Mark.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { asksAgain, returnPath } from '../../url/sign-in.ts'
import styles from './sign-in.module.css'

/** `/sign-in`: what the service is called, the API key, and on the embedded service one click for a demonstration key. */
export default function SignInPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const session = useSession()
  useNoLeftovers()
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const state = session.data
  if (state?.signedIn && !busy && (state.fixedKey || !asksAgain(search)))
    return <Navigate to={returnPath(search)} replace />

  const enter = async (request: SignInRequest) => {
    setBusy(true)
    setError(null)
    try {
      await signIn(client, request)
      void navigate(returnPath(search), { replace: true })
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      setError(reason)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const request = signInRequest.safeParse({
      apiKey: form.get('apiKey'),
      ...(form.get('accountId') ? { accountId: form.get('accountId') } : {}),
    })
    setMissing(!request.success)
    if (request.success) void enter(request.data)
  }
  const demonstrationKey = state?.demonstrationKey
  return (
    <main className={styles.page} id="main">
      <div className={styles.panel}>
        <div className={styles.product}>
          <Mark />
          Custody Console
        </div>
        <PageHeader title="Sign in" />
        <div className={styles.parts}>
          {new URLSearchParams(search).has('from') && (
            <p className={styles.hint}>After signing in, you go where your link leads.</p>
          )}
          {session.error instanceof ApiError && (
            <ErrorBanner error={session.error} onRetry={() => void session.refetch()} />
          )}
          {error && <ErrorBanner error={error} />}
          {demonstrationKey && (
            <section className={styles.demonstration}>
              <p>
                This console runs on its embedded service, with the books of an invented organization. Look
                around: nothing here is real, and nothing can be changed.
              </p>
              <Button kind="primary" busy={busy} onClick={() => void enter({ apiKey: demonstrationKey })}>
                Open the demonstration
              </Button>
            </section>
          )}
          <form onSubmit={submit} className={styles.form}>
            <TextField
              label="API key"
              name="apiKey"
              type="password"
              mono
              required
              autoComplete="current-password"
              error={missing && 'Enter the key as you were given it: printable characters, no line breaks.'}
              hint="Sent once to this console’s gateway, which keeps it sealed. The browser does not keep it."
            />
            <TextField label="Account id (only if your service asks for one)" name="accountId" mono />
            <Button type="submit" kind={demonstrationKey ? 'secondary' : 'primary'} busy={busy}>
              Sign in
            </Button>
          </form>
          <p className={styles.service}>
            <Link to="/verify">Verify an export</Link> that you were given: that needs no key.
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
