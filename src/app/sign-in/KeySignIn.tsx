import { type FormEvent, useState } from 'react'
import { type SignInRequest, signInRequest } from '../../contract/session.ts'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import styles from './sign-in.module.css'

/** Signing in with a key, or on the embedded service with one click. */
export function KeySignIn({
  demonstrationKey,
  busy,
  onEnter,
}: {
  demonstrationKey: string | null
  busy: boolean
  onEnter: (request: SignInRequest) => void
}) {
  const [missing, setMissing] = useState(false)
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
        <section className={styles.demonstration}>
          <p>
            This console runs on its embedded service, with the books of an invented organization. Look
            around: nothing here is real, and nothing can be changed.
          </p>
          <Button kind="primary" busy={busy} onClick={() => onEnter({ apiKey: demonstrationKey })}>
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
    </>
  )
}
