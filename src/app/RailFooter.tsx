import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { memo } from 'react'
import type { SessionState } from '../contract/session.ts'
import { datesHint } from '../records/dates/words.ts'
import { changePreferences, usePreferences } from '../records/preferences.ts'
import { Button } from '../ui/Button.tsx'
import { lazyChunk, useFetched } from '../ui/LazyBoundary.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { useTheme } from '../ui/theme.ts'
import styles from './RailFooter.module.css'
import { SignedIn } from './SignedIn.tsx'
import { useSignOut } from './use-sign-out.ts'

const loadBooks = lazyChunk(() => import('../work/BooksRow.tsx'))

/** What stands under the navigation: who is signed in, how values and rows are shown, and the way out. Drawn again for its own choices alone. */
export const RailFooter = memo(Footer)

function Footer({
  state,
  onShowKeys,
  onSwitch,
  onLeaveEverywhere,
}: {
  /** Null without a session, in which case there are no keys either. */
  state: SessionState | null
  onShowKeys: () => void
  /** Asks with which account to go on. */
  onSwitch: () => void
  /** Asks whether to end every session. */
  onLeaveEverywhere: () => void
}) {
  const { theme, setTheme } = useTheme()
  const { timeZone, dates, compact } = usePreferences()
  const Books = useFetched(loadBooks, state !== null)
  return (
    <div className={styles.footer}>
      {state && <div className={styles.books}>{Books && <Books />}</div>}
      {state?.signedIn && !state.fixedKey && (
        <SignedIn state={state} onSwitch={onSwitch} onLeaveEverywhere={onLeaveEverywhere} />
      )}
      <SegmentedControl
        label="Time zone"
        value={timeZone}
        options={[
          { value: 'utc', label: 'UTC' },
          { value: 'local', label: 'Local' },
        ]}
        onChange={(choice) => changePreferences({ timeZone: choice })}
      />
      <label className={styles.dates} title={datesHint}>
        <input
          type="checkbox"
          checked={dates}
          onChange={(event) => changePreferences({ dates: event.target.checked })}
        />
        Find dates
      </label>
      <div className={styles.rowHeight}>
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
      {state && (
        <Button
          kind="quiet"
          icon={<Keyboard aria-hidden />}
          onClick={onShowKeys}
          aria-keyshortcuts="?"
          aria-haspopup="dialog"
        >
          Keys
        </Button>
      )}
      {state && !state.fixedKey && <SignOutButton />}
    </div>
  )
}

function SignOutButton() {
  const { leave, busy } = useSignOut()
  return (
    <Button kind="quiet" icon={<LogOut aria-hidden />} busy={busy} onClick={leave}>
      Sign out
    </Button>
  )
}
