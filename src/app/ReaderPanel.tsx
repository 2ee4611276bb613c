import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useSession } from '../api/hooks.ts'
import { type SessionState, serviceName } from '../contract/session.ts'
import { datesHint } from '../records/dates/words.ts'
import { changePreferences, usePreferences } from '../records/preferences.ts'
import { Instant, UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { SegmentedControl } from '../ui/fields.tsx'
import { useTheme } from '../ui/theme.ts'
import styles from './ReaderMenu.module.css'
import { useSignOut } from './use-sign-out.ts'

export interface ReaderPanelProps {
  /** Null without a session. */
  readonly state: SessionState | null
  readonly onShowKeys: () => void
  /** Asks which account to go on with. */
  readonly onSwitch: () => void
  /** Asks whether to end every session. */
  readonly onLeaveEverywhere: () => void
  readonly onDone: () => void
}

/** Everything that readers set for themselves, and the ways out. */
export default function ReaderPanel({
  state,
  onShowKeys,
  onSwitch,
  onLeaveEverywhere,
  onDone,
}: ReaderPanelProps) {
  const { leave } = useSignOut()
  const after = (act: () => void) => () => {
    onDone()
    act()
  }
  const canLeave = state?.signedIn && !state.fixedKey
  return (
    <div className={styles.panel}>
      {state && <Session state={state} onSwitch={after(onSwitch)} />}
      <Choices />
      <div className={styles.actions}>
        <Button
          kind="quiet"
          icon={<Keyboard aria-hidden />}
          onClick={after(onShowKeys)}
          aria-keyshortcuts="?"
          aria-haspopup="dialog"
        >
          Shortcuts
        </Button>
        {canLeave && (
          <>
            <Button
              kind="quiet"
              icon={<LogOut aria-hidden />}
              onClick={after(onLeaveEverywhere)}
              aria-haspopup="dialog"
            >
              Sign out everywhere
            </Button>
            <Button kind="quiet" icon={<LogOut aria-hidden />} onClick={after(leave)}>
              Sign out
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function Session({ state, onSwitch }: { state: SessionState; onSwitch: () => void }) {
  const { service, person, accountId } = state
  const address = serviceName(service)
  return (
    <div className={styles.session}>
      {person && (
        <p className={styles.person}>
          <UntrustedText text={person.name} />
        </p>
      )}
      {(person?.account ?? accountId) && (
        <div className={styles.line}>
          <p>
            Account <UntrustedText text={person?.account ?? accountId} />
          </p>
          {person && person.accounts.length > 1 && (
            <Button small onClick={onSwitch} aria-label="Switch account" aria-haspopup="dialog">
              Switch
            </Button>
          )}
        </div>
      )}
      {service.name !== undefined && service.name !== address && <p>{service.name}</p>}
      <p>{address}</p>
      <SessionEnd state={state} />
    </div>
  )
}

/** The nearer of the two ends of a session: the one that comes in any case, or the one that comes if nobody does anything. */
function SessionEnd({ state: { expiresAt, idleSeconds } }: { state: SessionState }) {
  const { dataUpdatedAt } = useSession()
  const idleEnd = idleSeconds === null ? null : new Date(dataUpdatedAt + 1000 * idleSeconds).toISOString()
  if (idleEnd !== null && (expiresAt === null || idleEnd < expiresAt))
    return (
      <p>
        Signed in until <Instant iso={idleEnd} />, longer while you use the console
      </p>
    )
  if (expiresAt === null) return null
  return (
    <p>
      Signed in until <Instant iso={expiresAt} />
    </p>
  )
}

function Choices() {
  const { theme, setTheme } = useTheme()
  const { timeZone, dates, books, compact, keys } = usePreferences()
  return (
    <div className={styles.choices}>
      <div className={styles.line}>
        <span aria-hidden>Time zone</span>
        <SegmentedControl
          label="Time zone"
          value={timeZone}
          options={[
            { value: 'utc', label: 'UTC' },
            { value: 'local', label: 'Local' },
          ]}
          onChange={(choice) => changePreferences({ timeZone: choice })}
        />
      </div>
      <div className={styles.line}>
        <span aria-hidden>Theme</span>
        <SegmentedControl
          label="Theme"
          value={theme}
          options={[
            { value: 'system', label: <Monitor aria-hidden />, name: 'As the system' },
            { value: 'light', label: <Sun aria-hidden />, name: 'Light' },
            { value: 'dark', label: <Moon aria-hidden />, name: 'Dark' },
          ]}
          onChange={setTheme}
        />
      </div>
      <div className={`${styles.line} ${styles.rowHeight}`}>
        <span aria-hidden>Row height</span>
        <SegmentedControl
          label="Row height"
          value={compact ? 'compact' : 'regular'}
          options={[
            { value: 'regular', label: 'Regular' },
            { value: 'compact', label: 'Compact' },
          ]}
          onChange={(height) => changePreferences({ compact: height === 'compact' })}
        />
      </div>
      <label className={styles.check} title={datesHint}>
        <input
          type="checkbox"
          checked={dates}
          onChange={(event) => changePreferences({ dates: event.target.checked })}
        />
        Show dates
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={books}
          onChange={(event) => changePreferences({ books: event.target.checked })}
        />
        Read the books when you sign in
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={keys}
          onChange={(event) => changePreferences({ keys: event.target.checked })}
        />
        Single-key shortcuts
      </label>
    </div>
  )
}
