import type { SessionState } from '../contract/session.ts'
import { Instant } from '../records/Instant.tsx'
import { UntrustedText } from '../records/UntrustedText.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './SignedIn.module.css'

/** Who is signed in, with which account, and until when; with a key there is no name, and the account stands above. */
export function SignedIn({
  state: { person, expiresAt },
  onSwitch,
  onLeaveEverywhere,
}: {
  state: SessionState
  /** Asks with which account to go on. */
  onSwitch: () => void
  /** Asks whether to end every session. */
  onLeaveEverywhere: () => void
}) {
  return (
    <div className={styles.session}>
      {person && (
        <>
          <p className={styles.person}>
            <UntrustedText text={person.name} />
          </p>
          <p className={styles.account}>
            <UntrustedText text={person.account} />
            {person.accounts.length > 1 && (
              <Button small onClick={onSwitch} aria-label="Switch account" aria-haspopup="dialog">
                Switch
              </Button>
            )}
          </p>
        </>
      )}
      {expiresAt && (
        <p>
          Signed in until <Instant iso={expiresAt} />
        </p>
      )}
      {expiresAt && (
        <button
          type="button"
          className={styles.everywhere}
          onClick={onLeaveEverywhere}
          aria-haspopup="dialog"
        >
          Sign out everywhere
        </button>
      )}
    </div>
  )
}
