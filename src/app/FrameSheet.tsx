import { useMutation, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { switchAccount } from '../api/sign-in.ts'
import type { SessionState } from '../contract/session.ts'
import { ErrorBanner } from '../display/errors.tsx'
import { keyGroups } from '../display/keys.ts'
import { usePreferences } from '../display/preferences.ts'
import { UntrustedText } from '../display/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { Sheet } from '../ui/dialogs.tsx'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { KeyCaps } from '../ui/shortcuts.tsx'
import styles from './panel.module.css'
import type { useIdleSignOut, useSignOut } from './use-session.ts'

export type SheetName = 'keys' | 'accounts' | 'everywhere' | 'idle' | 'failed'

export default function FrameSheet({
  shown,
  state,
  signOutOptions: { leave, leaveEverywhere, busy, retry },
  attendance,
  onClose,
}: {
  shown: SheetName
  /** Null without a session. */
  state: SessionState | null
  signOutOptions: ReturnType<typeof useSignOut>
  attendance: ReturnType<typeof useIdleSignOut>
  onClose: () => void
}) {
  switch (shown) {
    case 'keys':
      return <Keys onClose={onClose} />
    case 'accounts':
      return state?.person && <Accounts person={state.person} onClose={onClose} />
    case 'everywhere':
      return (
        <Question
          title="Sign out everywhere?"
          leave={
            <Button kind="primary" onClick={leaveEverywhere}>
              Sign out everywhere
            </Button>
          }
          busy={busy}
          onStay={onClose}
        >
          <p>
            {state?.person
              ? 'This ends all your sessions, in this and every other browser, for every account.'
              : 'This ends every session with this key and account, in this and every other browser. Anyone else who uses this key has to sign in again.'}
          </p>
        </Question>
      )
    case 'failed':
      return (
        <Question
          title="Signing out failed"
          leave={
            <Button kind="primary" busy={busy} onClick={retry ?? undefined}>
              Try again
            </Button>
          }
          busy={busy}
          onStay={onClose}
        >
          <p>You may still be signed in. Try again before you leave this computer.</p>
        </Question>
      )
    case 'idle':
      return (
        <Question
          title="Are you still there?"
          leave={<Button onClick={leave}>Sign out now</Button>}
          busy={attendance.busy}
          onStay={onClose}
        >
          {attendance.error && <ErrorBanner error={attendance.error} />}
          <p>
            You have been inactive, so you will be signed out in less than a minute. When you sign in again,
            you come back to this page.
          </p>
        </Question>
      )
  }
}

function Keys({ onClose }: { onClose: () => void }) {
  const { keys: hasKeys } = usePreferences()
  return (
    <Sheet label="Keyboard shortcuts" onClose={onClose} wide>
      <div className={layout.parts}>
        {!hasKeys && (
          <p className={layout.muted}>You have switched off single-key shortcuts in your preferences.</p>
        )}
        <div className={styles.groups}>
          {keyGroups.map(({ label, lines }) => (
            <section key={label} className={styles.group}>
              <h3 className={layout.label}>{label}</h3>
              <dl>
                {lines.map(({ keys, what }) => (
                  <div key={what} className={styles.key}>
                    <dt className={layout.row}>
                      {keys.map((each) => (
                        <KeyCaps key={each} keys={each} />
                      ))}
                    </dt>
                    <dd>{what}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Sheet>
  )
}

function Accounts({ person, onClose }: { person: NonNullable<SessionState['person']>; onClose: () => void }) {
  const client = useQueryClient()
  const choice = useMutation({
    mutationFn: (account: string) => switchAccount(client, account),
    onSuccess: (_state, account) => {
      announce(`Switched to ${account}.`)
      onClose()
    },
  })
  return (
    <Sheet label="Switch account" onClose={onClose}>
      <div className={layout.parts}>
        {choice.error && <ErrorBanner error={choice.error} />}
        <ul className={classes(layout.stack, styles.accounts)}>
          {person.accounts.map((account) => (
            <li key={account}>
              <Button
                aria-current={account === person.account || undefined}
                busy={choice.isPending && account === choice.variables}
                disabled={choice.isPending}
                onClick={() => (account === person.account ? onClose() : choice.mutate(account))}
              >
                <span>
                  <UntrustedText text={account} />
                </span>
                {account === person.account && <Check size={16} aria-hidden />}
              </Button>
            </li>
          ))}
        </ul>
        <p className={layout.muted}>
          The page loads again with the account you choose. The packs of this account are here when you come
          back.
        </p>
      </div>
    </Sheet>
  )
}

function Question({
  title,
  leave,
  busy,
  onStay,
  children,
}: {
  title: string
  leave: ReactNode
  busy: boolean
  onStay: () => void
  children: ReactNode
}) {
  return (
    <Sheet
      label={title}
      onClose={onStay}
      footer={
        <>
          {leave}
          <Button busy={busy} onClick={onStay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <div className={layout.parts}>{children}</div>
    </Sheet>
  )
}
